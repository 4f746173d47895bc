using Landspeed.Experiments.Statistics;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Host;

/// <summary>Reports the write caches below a directory, and whether flushing them takes a plausible time.</summary>
internal static class FlushFacts
{
    /// <summary>
    /// Median time of a write and a flush, 20 µs, below which the device probably ignores flushes. Each is a command of
    /// its own, one after the other: sending one, being interrupted and waking up takes 5 to 10 µs with the fastest
    /// devices, and more in a virtual machine. The flush then had no time to do anything. Memory with a battery is as
    /// fast but durable; it reports no volatile cache and is not judged.
    /// </summary>
    internal const double SuspiciousBelowNs = 20_000;

    /// <summary>
    /// Median from which there was time to reach a medium, 100 µs: about the time that the fastest flash takes to
    /// program a page. A cache that survives power failures, and one that ignores flushes, both answer earlier.
    /// </summary>
    internal const double PlausibleFromNs = 100_000;

    private const int NamedDisks = 8;

    // File systems whose flush is known to send one to each device, unless the mount options forbid it.
    private static readonly string[] s_judged = ["ext4", "xfs", "btrfs"];

    // ext4 and Btrfs show the first, ext3 of old kernels the second.
    private static readonly string[] s_withoutFlushes = ["nobarrier", "barrier=0"];

    internal static IEnumerable<FactRecord> Find(FilePath directory, PlaceRecord place, TimeProvider clock)
    {
        if (NativePlatform.Files.StatusOf(directory, out FileStatus status).Failed)
        {
            yield break;
        }

        BlockDeviceLocation location = BlockDeviceLocator.Find(status);
        IReadOnlyList<DiskCache> disks = NativePlatform.Host.WriteCaches(status);
        if (disks.Count == 0 || location.IsInMemory)
        {
            string reason = location.Reason ?? (location.IsInMemory ? "files are kept in memory" : "no block device");
            yield return new FactRecord("write_cache", FactState.Ok, $"not applicable: {reason}");
            yield return new FactRecord("flush", FactState.Ok, $"not applicable: {reason}");
            yield break;
        }

        yield return Cache(disks);
        NativeResult result = FlushTimes.Measure(directory, disks, clock, out FlushTimes? times);
        yield return times is null ? NotMeasured(result.Error) : Judge(place, disks, times);
    }

    /// <summary>Describes the disks' reports about their caches.</summary>
    internal static FactRecord Cache(IReadOnlyList<DiskCache> disks)
    {
        IEnumerable<string> named = disks.Take(NamedDisks).Select(Describe);
        string more = disks.Count > NamedDisks ? $"; {AmountText.Count(disks.Count - NamedDisks)} more" : string.Empty;
        return new FactRecord("write_cache", FactState.Ok, string.Join("; ", named) + more);
    }

    /// <summary>Judges the time of flushes.</summary>
    internal static FactRecord Judge(PlaceRecord place, IReadOnlyList<DiskCache> disks, FlushTimes times)
    {
        double median = Median.Of(times.Ns);
        string measured = $"{AmountText.Count(times.Ns.Count, "write")} of 4 KiB with fdatasync: "
            + $"median {AmountText.Duration(median)}, {AmountText.Duration(times.Ns.Min())} to "
            + AmountText.Duration(times.Ns.Max());
        if (place.MountOptions?.Split(',').FirstOrDefault(s_withoutFlushes.Contains) is { } option)
        {
            return new FactRecord(
                "flush", FactState.Limited, $"{measured}; mounted with {option}: no flush reaches the device",
                $"mount without {option}, unless the write cache survives power cuts");
        }

        return WhyInconclusive(place, disks, times) is { } reason
            ? new FactRecord("flush", FactState.Ok, $"{measured}; {reason}")
            : median < SuspiciousBelowNs
            ? new FactRecord(
                "flush",
                FactState.Limited,
                $"{measured}; flushes return in {AmountText.Duration(median)}: the device or the virtual disk probably "
                    + "ignores them",
                "check the cache mode of the virtual disk, or that the drive keeps its cache in a power cut; until "
                    + "then do not trust durable times")
            : new FactRecord("flush", FactState.Ok, $"{measured}; {Conclusion(median)}");
    }

    private static string Conclusion(double medianNs) => medianNs < PlausibleFromNs
        ? "inconclusive: a cache that survives power cuts is as fast, and so are ignored flushes"
        : "plausible: there was time to reach the medium, which is not proof";

    // The kernel sends no flush to a disk whose cache is not volatile: its time says nothing about flushes.
    private static string? WhyInconclusive(PlaceRecord place, IReadOnlyList<DiskCache> disks, FlushTimes times) =>
        disks.All(disk => disk.IsVolatile == false) ? "no flush is needed: no volatile write cache is reported"
        : !disks.Any(disk => disk.IsVolatile == true) ? "inconclusive: the write cache is not reported"
        : disks.Any(disk => disk.IsPersistentMemory) ? "inconclusive: persistent memory needs no flush command"
        : !s_judged.Contains(place.FileSystem) ? $"inconclusive: not judged on {place.FileSystem ?? "this file system"}"
        : times.FlushesOfDevice == 0 ? "inconclusive: the disk counted no flush during these writes"
        : null;

    private static FactRecord NotMeasured(NativeError error) => new(
        "flush",
        FactState.Limited,
        $"not measured: {error}",
        "name a directory that you can write to, with 64 KiB of space");

    private static string Describe(DiskCache disk)
    {
        string cache = disk.IsVolatile switch
        {
            true => "write back, volatile until flushed",
            false => "write through, no flush needed",
            null => "not reported",
        };
        string forced = disk.HasForcedAccess switch
        {
            true => ", forced unit access (FUA)",
            false => ", no forced unit access (FUA)",
            null => string.Empty,
        };
        return $"{disk.Name}: {cache}{forced}";
    }
}
