using Landspeed.Experiments.Workfiles;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>What is created, checked against the machine.</summary>
/// <param name="Options">The options.</param>
/// <param name="Length">Bytes of the file.</param>
/// <param name="IsThere">Whether a file of that name exists, to be created again.</param>
internal sealed record FragmentPlan(FragmentOptions Options, long Length, bool IsThere)
{
    // Within this factor a median counts as requested: file systems join a few pieces, and fragmented free space splits
    // a few.
    private const double Tolerance = 1.5;

    /// <summary>Default length, unless it gives too many runs: 1 GiB.</summary>
    private const long UsualLength = 1L << 30;

    /// <summary>Number of pieces; the last one may be shorter.</summary>
    internal int Pieces => (int)PiecesOf(Options.RunLength, Length);

    /// <summary>An existing name on the volume: the file, or the directory of a missing one.</summary>
    internal FilePath Place => IsThere ? Options.Path : Options.Path.Parent;

    /// <summary>Tells whether a median of runs is as requested, within a factor of 1.5.</summary>
    internal bool IsReached(long median)
    {
        // The last piece may be shorter, and of two it is the median.
        double ratio = (double)median / (Pieces <= 2 ? Length - ((Pieces - 1) * Options.RunLength) : Options.RunLength);
        return ratio is >= 1 / Tolerance and <= Tolerance;
    }

    /// <summary>Creates the plan; touches nothing.</summary>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    internal static FragmentPlan Of(FragmentOptions options)
    {
        bool isThere = NamedFile.Find(options.Path, out FileStatus status);
        if (isThere)
        {
            new WritePermit(options.Path, options.Overwrite).Check(status, FileAccessKind.ReadWrite);
        }

        FragmentPlan plan = Checked(options, isThere);
        RunSpace.Require(plan.Place, options.Path, new SpaceNeed(plan.Length, isThere ? 0 : 1, isThere ? status.AllocatedBytes : 0));
        return plan;
    }

    /// <summary>
    /// Does the same for a file that does not yet have a name, on the volume of a directory whose space the caller has
    /// checked.
    /// </summary>
    /// <param name="options">Options whose path is that of the directory.</param>
    /// <exception cref="ExperimentException">It is impossible.</exception>
    internal static FragmentPlan OfNew(FragmentOptions options) => Checked(options, isThere: true);

    /// <summary>
    /// Explains why a file does not have the requested layout, for the end of a sentence; returns null if it does.
    /// </summary>
    /// <param name="map">Its extents.</param>
    internal string? Miss(ExtentMap map)
    {
        if (IsReached(map.MedianRunLength))
        {
            return null;
        }

        string why = map.Extents.Any(extent => (extent.Properties & ExtentProperties.Encoded) != 0)
            ? "the file system compresses or encrypts it: name a file in a directory where it does not"
            : "the volume's free space may itself be fragmented, or its file system joins pieces: try another run length, "
                + (Options.Order == RunOrder.Shuffled ? string.Empty : "--piece-order shuffled, ")
                + "or another volume";
        return $"has {AmountText.Count(map.FragmentCount, "run")} (median {AmountText.Size(map.MedianRunLength)}), and "
            + $"{AmountText.Count(Pieces)} of {AmountText.Size(Options.RunLength)} were requested; {why}";
    }

    private static FragmentPlan Checked(FragmentOptions options, bool isThere)
    {
        long length = options.Size ?? Math.Min(UsualLength, options.RunLength > UsualLength / options.MostRuns ? UsualLength : options.RunLength * options.MostRuns);
        var plan = new FragmentPlan(options, length, isThere);
        CheckRunLength(options, length, RunSpace.Allocation(plan.Place, 1, 1));
        return plan;
    }

    private static void CheckRunLength(FragmentOptions options, long length, long block)
    {
        (long run, string asked) = (options.RunLength, AmountText.Size(options.RunLength));
        string? problem = run < block || run % block != 0
            ? $"--run-length {asked} is not a multiple of the file system's blocks of {AmountText.Size(block)}; the nearest is {AmountText.Size(Math.Max(block, run / block * block))}"
            : run > length
                ? $"--run-length {asked} is more than the file, {AmountText.Size(length)}: give a larger --size or shorter runs"
                : PiecesOf(run, length) > options.MostRuns
                    ? $"{AmountText.Size(length)} in runs of {asked} are {AmountText.Count(PiecesOf(run, length))} runs, and at most {AmountText.Count(options.MostRuns)} are allowed: "
                        + $"give a smaller --size, longer runs, or a larger --most-runs (up to {AmountText.Count(FragmentOptions.MostRunsAtAll)}; removing that many can take minutes)"
                    : null;
        if (problem is not null)
        {
            throw new ExperimentException(Outcome.Usage, problem);
        }
    }

    private static long PiecesOf(long run, long length) => (length / run) + (length % run == 0 ? 0 : 1);
}
