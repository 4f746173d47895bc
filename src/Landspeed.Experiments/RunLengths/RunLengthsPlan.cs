using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;

namespace Landspeed.Experiments.RunLengths;

/// <summary>What is created and measured, checked against the machine.</summary>
internal sealed record RunLengthsPlan
{
    // Volumes with discard need seconds to remove 65,536 runs.
    private const long MostRunsAtAll = 262_144;
    private const long LeastRunsOfDefault = 4;
    private const long ShortestDefault = 4 << 10; // 4 KiB, the block of most file systems
    private const double AssumedBytesPerS = 1e9; // mentioned wherever the estimate is printed
    // To reserve one and to write it; ext4, XFS and btrfs need this much or less.
    private const double NsPerPiece = 20_000;
    private const double OverheadS = 0.15; // opening, dropping, checking the layout, starting and ending a run
    private const double WarmUpShare = 0.4; // a cold buffered read warms up with a pass, the others with a fifth of the time

    // File systems that write rewritten data to a new location. Others that do are detected after the first write.
    private static readonly string[] s_moving = ["btrfs", "bcachefs", "f2fs", "nilfs2"];

    private RunLengthsPlan(RunLengthsOptions options) => Options = options;

    /// <summary>The options.</summary>
    internal RunLengthsOptions Options { get; }

    /// <summary>Where the files are created.</summary>
    internal required PlaceRecord Place { get; init; }

    /// <summary>What killed runs left there.</summary>
    internal required TrialLeftovers Leftovers { get; init; }

    /// <summary>The layouts, the contiguous one first, then in descending run length.</summary>
    internal required IReadOnlyList<RunLayout> Layouts { get; init; }

    /// <summary>
    /// All cells by operation and mode, each with the reason why it is skipped, or null if it is measured.
    /// </summary>
    internal required IReadOnlyList<(RunLengthCell Cell, string? Skipped)> Cells { get; init; }

    /// <summary>The cells that are measured.</summary>
    internal IEnumerable<RunLengthCell> Measured => Cells.Where(one => one.Skipped is null).Select(one => one.Cell);

    /// <summary>Bytes of all files, which are on the volume at the same time.</summary>
    internal long AllBytes => Layouts.Count * Options.Size;

    /// <summary>Maximum number of bytes read: a warm-up pass and one that counts, and the unrecorded runs.</summary>
    internal long ReadBytes => BytesOf(MeasuredOperation.Read);

    /// <summary>Maximum number of bytes written, without those that create the files.</summary>
    internal long WriteBytes => BytesOf(MeasuredOperation.Write);

    /// <summary>Approximate duration.</summary>
    internal TimeSpan Time
    {
        get
        {
            double pass = Math.Min(Options.Time.TotalSeconds, Options.Size / AssumedBytesPerS);
            double pieces = Layouts.Sum(layout => (double)layout.Plan.Pieces) * NsPerPiece / 1e9;
            return TimeSpan.FromSeconds(Math.Round(
                1 + (AllBytes / AssumedBytesPerS) + pieces + (Options.Repetitions * Measured.Count() * ((pass * (1 + WarmUpShare)) + OverheadS))));
        }
    }

    /// <summary>Creates the plan; leaves nothing behind.</summary>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    internal static RunLengthsPlan Of(RunLengthsOptions options)
    {
        RunLayout[] layouts = LayoutsOf(options);
        TrialLeftovers leftovers = TrialParent.Check(options.Directory, layouts.Length * options.Size, "give a smaller --size, or fewer of --run-length", layouts.Length);
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, options.Directory);
        string? direct = ModeSupport.In(options.Directory, IoMode.Direct).Refusal;
        return new RunLengthsPlan(options)
        {
            Place = place,
            Leftovers = leftovers,
            Layouts = layouts,
            Cells =
            [
                .. layouts.SelectMany(RunLengthCell.Of).Select(cell => (cell, Refusal(cell, place, direct)))
                    .GroupBy(one => one.cell.Way, StringComparer.Ordinal).SelectMany(way => way),
            ],
        };
    }

    private static RunLayout[] LayoutsOf(RunLengthsOptions options)
    {
        long block = RunSpace.Allocation(options.Directory, 1, 1);
        long[] lengths = [.. (options.RunLengths ?? Defaults(options, block)).Distinct().OrderDescending()];
        if (lengths.Length == 0)
        {
            bool isShort = options.Size < LeastRunsOfDefault * Math.Max(block, ShortestDefault);
            throw new ExperimentException(Outcome.Usage, isShort
                ? $"a file of {AmountText.Size(options.Size)} has fewer than {LeastRunsOfDefault} runs of {AmountText.Size(Math.Max(block, ShortestDefault))}: give a larger --size, or name --run-length"
                : $"a file of {AmountText.Size(options.Size)} has more than {AmountText.Count(FragmentOptions.UsualMostRuns)} runs of each usual length: give a smaller --size, or name "
                    + "longer ones with --run-length");
        }

        RunLayout[] layouts = [.. lengths.Prepend(options.Size).Select(length => new RunLayout(PlanOf(options, length), lengths[0]))];
        if (layouts.Skip(1).FirstOrDefault(layout => layout.Plan.Pieces == 1) is not null)
        {
            throw new ExperimentException(
                Outcome.Usage, $"--run-length {AmountText.Size(options.Size)} is the whole file, which is measured in any case: leave it out, or give a larger --size");
        }

        long runs = layouts.Sum(layout => (long)layout.Plan.Pieces);
        return runs <= MostRunsAtAll ? layouts : throw new ExperimentException(
            Outcome.Usage,
            $"the files have {AmountText.Count(runs)} runs in all, and at most {AmountText.Count(MostRunsAtAll)} are allowed, because removing them takes long: "
            + "give a smaller --size, longer runs, or fewer of --run-length");
    }

    private static FragmentPlan PlanOf(RunLengthsOptions options, long length)
    {
        long runs = options.Size / Math.Max(1, length);
        return runs <= FragmentOptions.UsualMostRuns
            ? FragmentPlan.OfNew(new FragmentOptions
            {
                Path = options.Directory, RunLength = length, Size = options.Size, Order = RunOrder.Shuffled, Seed = options.Seed,
            })
            : throw new ExperimentException(
                Outcome.Usage,
                $"{AmountText.Size(options.Size)} in runs of {AmountText.Size(length)} are {AmountText.Count(runs)} runs, and {AmountText.Count(FragmentOptions.UsualMostRuns)} "
                + "per file are allowed: give a smaller --size, or longer runs");
    }

    private static IEnumerable<long> Defaults(RunLengthsOptions options, long block)
    {
        (int factor, long most) = options.Full ? (2, 8L << 20) : (4, 1L << 20);
        for (long length = ShortestDefault; length <= Math.Min(most, options.Size / LeastRunsOfDefault); length *= factor)
        {
            if (length % block == 0 && options.Size / length <= FragmentOptions.UsualMostRuns)
            {
                yield return length;
            }
        }
    }

    private static string? Refusal(RunLengthCell cell, PlaceRecord place, string? direct) =>
        cell.Mode == IoMode.Direct && direct is not null ? $"direct I/O is not available here: {direct}"
        : cell.Operation == MeasuredOperation.Write && s_moving.Contains(place.FileSystem, StringComparer.Ordinal)
            ? $"{place.FileSystem} writes changed data elsewhere, so the file would not keep its runs: it is only read"
        : null;

    private long BytesOf(MeasuredOperation operation)
    {
        int cells = Measured.Count(cell => cell.Operation == operation);
        int ways = Measured.Where(cell => cell.Operation == operation).DistinctBy(cell => cell.Way).Count();
        return (long)Math.Min(long.MaxValue / 2, 2.0 * Options.Size * ((cells * (double)Options.Repetitions) + ways));
    }
}
