using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Quantities;
using static System.FormattableString;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// How many bytes are filled and kept, and what is never touched. A pure function of options and volume.
/// </summary>
/// <param name="TargetBytes">Our bytes that fill the volume to the requested share.</param>
/// <param name="KeptBytes">Maximum number of our bytes that a deletion leaves.</param>
/// <param name="KeptPct">The corresponding share of the volume, including what others use.</param>
/// <param name="ReserveBytes">Bytes that always stay available.</param>
/// <param name="SmallestBytes">Smallest file.</param>
/// <param name="LargestBytes">Largest file.</param>
internal sealed record FillLimits(long TargetBytes, long KeptBytes, int KeptPct, long ReserveBytes, long SmallestBytes, long LargestBytes)
{
    // From here on a tenth remains available, which is at least 1 GiB; below, a share that lets a volume of 1 GiB be
    // filled to 95 %.
    private const long LargeVolume = 10L << 30;
    private const double LargeReserve = 0.10;
    private const double SmallReserve = 0.04;
    private const long LeastReserve = 2L << 20;

    // Btrfs allocates space to data in chunks of up to 1 GiB; if metadata then lacks space, every change fails,
    // including removal.
    private const double BtrfsReserve = 0.15;

    private const long UsualSmallest = 1L << 20;
    private const long UsualLargest = 256L << 20;

    // So that a size derived from the volume is one that a person would type.
    private const long SizeStep = 64L << 10;

    // With fewer files the results say nothing about a volume.
    private const int LeastFiles = 64;

    /// <summary>Computes the limits.</summary>
    /// <param name="options">The options.</param>
    /// <param name="use">The state of the volume before the fill.</param>
    /// <param name="fileSystem">Its file system.</param>
    /// <exception cref="ExperimentException">It is impossible, or would leave too little space.</exception>
    internal static FillLimits Of(FillOptions options, VolumeUse use, string fileSystem)
    {
        long reserve = Reserve(use.CapacityBytes, fileSystem);
        long target = Alignment.AlignDown(Share(use, options.FillPct) - use.UsedBytes, use.BlockBytes);
        if (target <= 0)
        {
            throw new ExperimentException(
                Outcome.Refused,
                Invariant($"{AmountText.Percent(use.UsedPct)} of the volume is used already, more than ")
                + Invariant($"--fill {options.FillPct}: give more, or another volume"));
        }

        if (use.CapacityBytes - use.UsedBytes - target < reserve)
        {
            throw new ExperimentException(
                Outcome.Refused,
                Invariant($"--fill {options.FillPct} would leave {new ByteCount(use.AvailableBytes - target).ToDisplay()} of the volume free, and {new ByteCount(reserve).ToDisplay()} must stay free on {fileSystem} of {new ByteCount(use.CapacityBytes).ToDisplay()}: ")
                + Invariant($"the maximum here is --fill {(int)(100.0 * (use.CapacityBytes - reserve) / use.CapacityBytes)}"));
        }

        (long smallest, long largest) = Sizes(options, use);
        if (options.HoleLength is { } hole)
        {
            CheckHole(hole, target, use.BlockBytes);
            long half = target / 2;
            return new FillLimits(target, target - half, (int)(100.0 * (use.UsedBytes + target - half) / use.CapacityBytes), reserve, smallest, largest);
        }

        int kept = Kept(options, use);
        return new FillLimits(target, Share(use, kept) - use.UsedBytes, kept, reserve, smallest, largest);
    }

    /// <summary>Returns the number of bytes of a volume that must stay available.</summary>
    internal static long Reserve(long capacity, string fileSystem)
    {
        double share = capacity >= LargeVolume ? LargeReserve : SmallReserve;
        return Math.Max((long)(capacity * (fileSystem == FileSystemNames.Btrfs ? Math.Max(share, BtrfsReserve) : share)), LeastReserve);
    }

    private static void CheckHole(long hole, long target, long block)
    {
        string? problem = hole % block != 0
            ? $"--hole-size {AmountText.Size(hole)} is not a multiple of the file system's blocks of {AmountText.Size(block)}; the nearest is {AmountText.Size(Math.Max(block, hole / block * block))}"
            : hole > target / 4
            ? $"--hole-size {AmountText.Size(hole)} does not fit several times into {new ByteCount(target).ToDisplay()}: give less"
            : target / (2 * hole) > HoledFiller.MostHoles
            ? $"{new ByteCount(target).ToDisplay()} in holes of {AmountText.Size(hole)} would be more than {AmountText.Count(HoledFiller.MostHoles)} holes: give a larger --hole-size"
            : null;
        if (problem is not null)
        {
            throw new ExperimentException(Outcome.Usage, problem);
        }
    }

    private static int Kept(FillOptions options, VolumeUse use)
    {
        int used = (int)Math.Ceiling(use.UsedPct);
        int kept = options.KeepPct ?? Math.Max(FillOptions.UsualKeepPct, used + FillOptions.UsualKeepPct);
        if (kept >= options.FillPct && options.KeepPct is null)
        {
            kept = (used + options.FillPct) / 2;
        }

        return kept >= options.FillPct
            ? throw new ExperimentException(
                Outcome.Usage,
                Invariant($"--delete-to {kept} is not less than --fill {options.FillPct}: ")
                + "nothing would be deleted; give less")
            : Share(use, kept) <= use.UsedBytes
            ? throw new ExperimentException(
                Outcome.Usage,
                Invariant($"--delete-to {kept} cannot be reached: others use ")
                + Invariant($"{AmountText.Percent(use.UsedPct)} of the volume; give {used + 1} or more"))
            : kept;
    }

    private static (long Smallest, long Largest) Sizes(FillOptions options, VolumeUse use)
    {
        long largest = options.Largest ?? Math.Max(Math.Min(UsualLargest, Alignment.AlignDown(use.CapacityBytes / LeastFiles, SizeStep)), options.Smallest ?? SizeStep);
        long smallest = options.Smallest ?? Math.Min(UsualSmallest, largest);
        return smallest <= largest
            ? (smallest, largest)
            : throw new ExperimentException(
                Outcome.Usage,
                $"the smallest file, {AmountText.Size(smallest)}, is larger than the largest, "
                + $"{AmountText.Size(largest)}: change --smallest or --largest");
    }

    private static long Share(VolumeUse use, int pct) => (long)((Int128)use.CapacityBytes * pct / 100);
}
