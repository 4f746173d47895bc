using Landspeed.Quantities;

namespace Landspeed.Results;

/// <summary>The machine that the numbers come from. Fields are null if they cannot be determined.</summary>
public sealed record HostRecord
{
    /// <summary>Its name if there are several machines; otherwise null.</summary>
    public string? Name { get; init; }

    /// <summary>Operating system and distribution, for example <c>Debian GNU/Linux 12</c>.</summary>
    public string? OperatingSystem { get; init; }

    /// <summary>Kernel release.</summary>
    public string? Kernel { get; init; }

    /// <summary>CPU architecture as .NET names it, lower case: <c>x64</c>, <c>arm64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>CPU model.</summary>
    public string? ProcessorModel { get; init; }

    /// <summary>CPUs that this process may use.</summary>
    public required int ProcessorCount { get; init; }

    /// <summary>Frequency used for cycles per byte.</summary>
    public double? ClockHz { get; init; }

    /// <summary>
    /// Where that frequency comes from, for example <c>nominal (/proc/cpuinfo)</c>; without one, the reason.
    /// </summary>
    public string? ClockMethod { get; init; }

    /// <summary>Frequency governor, for example <c>performance</c>.</summary>
    public string? FrequencyGovernor { get; init; }

    /// <summary>Memory of the machine, or of the container if that is less.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>Name of the hypervisor or container, for example <c>kvm</c>; null on bare metal.</summary>
    public string? Virtualization { get; init; }

    /// <summary>Version of the .NET runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>Load average over one minute, at the start of the run.</summary>
    public double? LoadAverage { get; init; }

    /// <summary>
    /// Converts CPU time to cycles of the clock. Cycles are not counted anywhere; every number of cycles is computed
    /// here.
    /// </summary>
    /// <param name="nsPerByte">CPU time per byte, nanoseconds, or null if unknown.</param>
    /// <returns>Cycles per byte, or null if the time or the clock is unknown.</returns>
    public double? CyclesPerByte(double? nsPerByte) =>
        nsPerByte is { } ns && ClockHz is > 0 and < double.PositiveInfinity and var hz ? new CpuCost(ns).CyclesPerByte(hz) : null;
}
