using System.Runtime.InteropServices;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Host;

/// <summary>Describes the machine that numbers come from.</summary>
public static class HostProbe
{
    /// <summary>Looks at the machine as it is now.</summary>
    /// <returns>What could be found out; the rest is null.</returns>
    /// <remarks>Reads about twenty small files below /proc, /sys and /etc; some milliseconds.</remarks>
    public static HostRecord Capture() => Capture(new SystemFiles(), ProcessorIdentity.Read());

    internal static HostRecord Capture(SystemFiles files, ProcessorIdentity identity)
    {
        Clock? clock = Clock.Find(files, identity);
        return new HostRecord
        {
            OperatingSystem = Distribution(files),
            Kernel = files.TryRead("/proc/sys/kernel/osrelease"),
            Architecture = RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant(),
            ProcessorModel = Model(files),
            ProcessorCount = Environment.ProcessorCount,
            ClockHz = clock?.Hz,
            ClockMethod = clock?.Method,
            FrequencyGovernor = files.TryRead("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            MemoryBytes = Memory.Find(files),
            Virtualization = Host.Virtualization.Find(files, identity),
            Runtime = Environment.Version.ToString(),
            LoadAverage = Numbers.ParseDecimal(files.TryRead("/proc/loadavg")?.Split(' ')[0]),
        };
    }

    // os-release(5): KEY=value, quoted as in a shell. The copy below /usr/lib serves where /etc has none.
    private static string? Distribution(SystemFiles files)
    {
        const string Key = "PRETTY_NAME=";
        return files.Lines("/etc/os-release").Concat(files.Lines("/usr/lib/os-release"))
            .FirstOrDefault(line => line.StartsWith(Key, StringComparison.Ordinal))
            ?[Key.Length..].Trim('"', '\'', '\r');
    }

    // x86 has "model name"; arm64 has it only on some kernels, its boards name themselves in the device tree.
    private static string? Model(SystemFiles files) =>
        files.Value("/proc/cpuinfo", "model name")
        ?? files.TryRead("/sys/firmware/devicetree/base/model")?.TrimEnd('\0')
        ?? files.Value("/proc/cpuinfo", "CPU implementer") switch
        {
            null => null,
            string implementer => $"implementer {implementer}, part {files.Value("/proc/cpuinfo", "CPU part")}",
        };
}
