using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results.RunLengths;
using Landspeed.Files.Space;

namespace Landspeed.Experiments.RunLengths;

/// <summary>How a file is to lie, and what counts as lying so.</summary>
/// <param name="Plan">Its length and that of its runs.</param>
/// <param name="LongestTorn">Bytes of the longest runs that any of the torn files is to have.</param>
internal sealed record RunLayout(FragmentPlan Plan, long LongestTorn)
{
    // A file whose runs are so many times as long as the longest of the torn ones stands for one that is not torn.
    private const long ContiguousFactor = 8;

    /// <summary>Whether it is the file in as few runs as the volume gives.</summary>
    internal bool IsContiguous => RunLength == Plan.Length;

    /// <summary>Bytes of one run, as asked; of the contiguous file its length.</summary>
    internal long RunLength => Plan.Options.RunLength;

    /// <summary>For names: <c>contiguous</c>, <c>64KiB</c>.</summary>
    internal string Name => IsContiguous ? RunLengthLabels.Contiguous : AmountText.Size(RunLength).Replace(" ", string.Empty, StringComparison.Ordinal);

    private long MostContiguousRuns => Math.Max(1, Plan.Length / (ContiguousFactor * LongestTorn));

    /// <summary>Why a file does not lie so, for the end of a sentence; null: it does.</summary>
    /// <param name="map">Where it lies.</param>
    internal string? Miss(ExtentMap map)
    {
        if (!IsContiguous)
        {
            return Plan.Miss(map);
        }

        return map.FragmentCount <= MostContiguousRuns
            ? null
            : $"lies in {AmountText.Count(map.FragmentCount, "run")}, and contiguous means {AmountText.Count(MostContiguousRuns)} at most here; the volume's free space "
                + "may be torn itself: try another volume, or a smaller --size";
    }
}
