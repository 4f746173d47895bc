using Landspeed.Experiments.Fragmenting;
using Landspeed.Files.Space;
using Landspeed.Results.RunLengths;

namespace Landspeed.Experiments.RunLengths;

/// <summary>The requested layout of a file, and what counts as having it.</summary>
/// <param name="Plan">The length of the file and of its runs.</param>
/// <param name="LongestTorn">Bytes of the longest runs requested for any of the fragmented files.</param>
internal sealed record RunLayout(FragmentPlan Plan, long LongestTorn)
{
    // A file whose runs are this many times as long as the longest of the fragmented files' runs represents one that is
    // not fragmented.
    private const long ContiguousFactor = 8;

    /// <summary>Whether it is the file in as few runs as the volume permits.</summary>
    internal bool IsContiguous => RunLength == Plan.Length;

    /// <summary>Bytes of one run, as requested; for the contiguous file its length.</summary>
    internal long RunLength => Plan.Options.RunLength;

    /// <summary>The layout as used in names: <c>contiguous</c>, <c>64KiB</c>.</summary>
    internal string Name => IsContiguous ? RunLengthLabels.Contiguous : AmountText.Size(RunLength).Replace(" ", string.Empty, StringComparison.Ordinal);

    private long MostContiguousRuns => Math.Max(1, Plan.Length / (ContiguousFactor * LongestTorn));

    /// <summary>
    /// Explains why a file does not have this layout, for the end of a sentence; returns null if it does.
    /// </summary>
    /// <param name="map">Its extents.</param>
    internal string? Miss(ExtentMap map)
    {
        if (!IsContiguous)
        {
            return Plan.Miss(map);
        }

        return map.FragmentCount <= MostContiguousRuns
            ? null
            : $"is stored in {AmountText.Count(map.FragmentCount, "run")}, and contiguous means at most {AmountText.Count(MostContiguousRuns)} here; the volume's free space "
                + "may itself be fragmented: try another volume, or a smaller --size";
    }
}
