using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Host;

/// <summary>Describes the machine that numbers come from.</summary>
public static class HostProbe
{
    /// <summary>Examines the machine as it is now.</summary>
    /// <returns>What is known; the rest is null.</returns>
    /// <remarks>Reads about twenty small system files; takes some milliseconds.</remarks>
    public static HostRecord Capture()
    {
        MachineFacts machine = NativePlatform.Host.Machine();
        return new HostRecord
        {
            OperatingSystem = machine.OperatingSystem,
            Kernel = machine.Kernel,
            Architecture = machine.Architecture,
            ProcessorModel = machine.ProcessorModel,
            ProcessorCount = Environment.ProcessorCount,
            ClockHz = machine.Clock?.Hz,
            ClockMethod = machine.Clock?.Method ?? ProcessorClock.Unknown,
            FrequencyGovernor = machine.FrequencyGovernor,
            MemoryBytes = machine.MemoryBytes,
            Virtualization = machine.Virtualization,
            Runtime = Environment.Version.ToString(),
            LoadAverage = machine.LoadAverage,
        };
    }
}
