using System.Globalization;

namespace Landspeed.Experiments.Host;

/// <summary>The frequency by which processor time becomes cycles, and where it comes from.</summary>
/// <param name="Hz">Cycles per second.</param>
/// <param name="Method">Its source, in words.</param>
internal sealed record Clock(double Hz, string Method)
{
    private const string CpuInfo = "/proc/cpuinfo";
    private const string Frequencies = "/sys/devices/system/cpu/cpu0/cpufreq";

    /// <summary>
    /// Takes the best source: the time-stamp counter, then a nominal frequency, then whatever is shown now.
    /// </summary>
    /// <returns>The clock, or null when the machine tells none.</returns>
    internal static Clock? Find(SystemFiles files, ProcessorIdentity identity) =>
        TimeStamp(identity) ?? Base(files) ?? Model(files) ?? Shown(files) ?? Highest(files);

    private static Clock? TimeStamp(ProcessorIdentity identity) =>
        identity.TimeStampHz is { } hz ? new Clock(hz, "TSC (cpuid)") : null;

    private static Clock? Base(SystemFiles files) =>
        files.Number($"{Frequencies}/base_frequency") is { } kilohertz
            ? new Clock(kilohertz * 1000.0, "nominal (cpufreq base_frequency)")
            : null;

    // "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"
    private static Clock? Model(SystemFiles files)
    {
        string? model = files.Value(CpuInfo, "model name");
        int at = model?.LastIndexOf("@ ", StringComparison.Ordinal) ?? -1;
        bool ends = at >= 0 && model!.EndsWith("GHz", StringComparison.Ordinal);
        return ends && Numbers.ParseDecimal(model![(at + 2)..^3]) is { } gigahertz
            ? new Clock(gigahertz * 1e9, "nominal (model name)")
            : null;
    }

    // Without a frequency driver the kernel shows the frequency that it calibrated at boot, which is the time-stamp
    // counter's when that is constant. With one, it shows what the processor happens to run at.
    private static Clock? Shown(SystemFiles files)
    {
        if (Numbers.ParseDecimal(files.Value(CpuInfo, "cpu MHz")) is not { } megahertz)
        {
            return null;
        }

        string[] flags = files.Value(CpuInfo, "flags")?.Split(' ') ?? [];
        bool constant = flags.Contains("constant_tsc") && !files.Exists(Frequencies)
            && (flags.Contains("tsc_known_freq") || !flags.Contains("aperfmperf"));
        return new Clock(megahertz * 1e6, constant ? "TSC (/proc/cpuinfo)" : "momentary (/proc/cpuinfo)");
    }

    private static Clock? Highest(SystemFiles files) =>
        files.Number($"{Frequencies}/cpuinfo_max_freq") is { } kilohertz
            ? new Clock(kilohertz * 1000.0, "highest (cpufreq cpuinfo_max_freq)")
            : null;

    /// <summary>For example <c>2.800 GHz, TSC (cpuid)</c>.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Hz / 1e9:0.000} GHz, {Method}");
}
