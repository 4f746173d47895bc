namespace Landspeed.Platform.Linux;

/// <summary>Finds the frequency by which CPU time is converted to cycles.</summary>
internal static class ClockSearch
{
    private const string CpuInfo = "/proc/cpuinfo";
    private const string Frequencies = "/sys/devices/system/cpu/cpu0/cpufreq";

    /// <summary>
    /// Takes the best source: the time-stamp counter, then a nominal frequency, then the current one.
    /// </summary>
    /// <returns>Null if the machine shows no frequency.</returns>
    internal static ProcessorClock? Find(SystemFiles files, ProcessorIdentity identity) =>
        TimeStamp(identity) ?? Base(files) ?? Model(files) ?? Shown(files) ?? Highest(files);

    private static ProcessorClock? TimeStamp(ProcessorIdentity identity) =>
        identity.TimeStampHz is { } hz ? new ProcessorClock(hz, "TSC (cpuid)") : null;

    private static ProcessorClock? Base(SystemFiles files) =>
        files.Number($"{Frequencies}/base_frequency") is { } kilohertz
            ? new ProcessorClock(kilohertz * 1000.0, "nominal (cpufreq base_frequency)")
            : null;

    // "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"
    private static ProcessorClock? Model(SystemFiles files)
    {
        string? model = files.Value(CpuInfo, "model name");
        int at = model?.LastIndexOf("@ ", StringComparison.Ordinal) ?? -1;
        bool ends = at >= 0 && model!.EndsWith("GHz", StringComparison.Ordinal);
        return ends && Numbers.ParseDecimal(model![(at + 2)..^3]) is { } gigahertz
            ? new ProcessorClock(gigahertz * 1e9, "nominal (model name)")
            : null;
    }

    // Without a frequency driver the kernel shows the frequency calibrated at boot, which is the time-stamp counter's
    // if that is constant. With a driver, it shows the CPU's current frequency.
    private static ProcessorClock? Shown(SystemFiles files)
    {
        if (Numbers.ParseDecimal(files.Value(CpuInfo, "cpu MHz")) is not { } megahertz)
        {
            return null;
        }

        string[] flags = files.Value(CpuInfo, "flags")?.Split(' ') ?? [];
        bool constant = flags.Contains("constant_tsc") && !files.Exists(Frequencies)
            && (flags.Contains("tsc_known_freq") || !flags.Contains("aperfmperf"));
        return new ProcessorClock(megahertz * 1e6, constant ? "TSC (/proc/cpuinfo)" : "momentary (/proc/cpuinfo)");
    }

    private static ProcessorClock? Highest(SystemFiles files) =>
        files.Number($"{Frequencies}/cpuinfo_max_freq") is { } kilohertz
            ? new ProcessorClock(kilohertz * 1000.0, "highest (cpufreq cpuinfo_max_freq)")
            : null;
}
