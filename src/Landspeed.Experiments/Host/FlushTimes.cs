using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>The duration of small durable writes.</summary>
/// <param name="Ns">Time of each write with its flush, nanoseconds; one or more.</param>
/// <param name="FlushesOfDevice">Flushes that the disks completed during the writes, for all processes, or null if they
/// are not counted.</param>
internal sealed record FlushTimes(IReadOnlyList<double> Ns, long? FlushesOfDevice)
{
    private const int Writes = 16;

    // 2 s: memory cards take a tenth of a second for each write, and a quick check must remain quick.
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(2);

    /// <summary>Writes 4 KiB in place and flushes them, repeatedly, to a file that has no name.</summary>
    /// <param name="directory">The directory for the file.</param>
    /// <param name="disks">The disks below it, whose flushes are counted.</param>
    /// <param name="clock">The clock.</param>
    /// <param name="times">The times, or null on failure.</param>
    /// <returns>0, or the first error.</returns>
    internal static NativeResult Measure(
        FilePath directory, IReadOnlyList<DiskCache> disks, TimeProvider clock, out FlushTimes? times)
    {
        times = null;
        NativeResult result = ProbeFile.Create(directory, out ProbeFile? probe);
        using (probe)
        {
            // The first write allocates, unlike later ones.
            result = probe is null ? result : probe.WriteDurably();
            if (result.Failed)
            {
                return result;
            }

            long? before = Flushes(disks);
            List<double> all = [];
            long start = clock.GetTimestamp();
            while (all.Count == 0 || (all.Count < Writes && clock.GetElapsedTime(start) < s_longest))
            {
                long begun = clock.GetTimestamp();
                result = probe!.WriteDurably();
                all.Add(clock.GetElapsedTime(begun).TotalNanoseconds);
                if (result.Failed)
                {
                    return result;
                }
            }

            times = new FlushTimes(all, Flushes(disks) - before);
            return result;
        }
    }

    private static long? Flushes(IReadOnlyList<DiskCache> disks)
    {
        long? all = 0;
        foreach (DiskCache disk in disks)
        {
            all += disk.Device is { } device && NativePlatform.Counters.Flushes(device, out long count).Succeeded
                ? count : null;
        }

        return all;
    }
}
