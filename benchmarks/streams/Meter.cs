using System.Diagnostics;
using System.Globalization;
using Landspeed.Platform;

namespace StreamsBenchmark;

/// <summary>Measures one run: time, processor time of the process and of the machine, managed bytes.</summary>
internal static class Meter
{
    // USER_HZ: the unit of /proc/stat, on Linux always 1/100 s.
    private const double TickNs = 1e7;

    internal static Sample Run(Subject subject)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        double machine = MachineNs();
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes before);
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        long bytes = subject.Run();
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes after);
        double process = after.TotalNs - before.TotalNs;
        return new Sample(bytes / seconds / 1e6, process / bytes, (MachineNs() - machine) / bytes, allocated);
    }

    private static double MachineNs()
    {
        long[] fields = [.. File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1).Select(field => long.Parse(field, CultureInfo.InvariantCulture))];

        // user, nice, system, irq, softirq; not idle, not waiting, not stolen
        return (fields[0] + fields[1] + fields[2] + fields[5] + fields[6]) * TickNs;
    }
}
