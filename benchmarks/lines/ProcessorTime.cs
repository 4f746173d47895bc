using System.Globalization;

namespace LinesBenchmark;

/// <summary>Processor time in steps of 10 ms: this process, and programs that it started and waited for.</summary>
internal static class ProcessorTime
{
    private const double TicksPerSecond = 100;

    /// <summary>User and system time together, in seconds. Source: proc_pid_stat(5), fields 14 to 17.</summary>
    internal static double OfThisAndChildren()
    {
        string stat = File.ReadAllText("/proc/self/stat");
        string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return fields[11..15].Sum(field => long.Parse(field, CultureInfo.InvariantCulture)) / TicksPerSecond;
    }
}
