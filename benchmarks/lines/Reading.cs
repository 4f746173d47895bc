namespace LinesBenchmark;

/// <summary>What one run cost.</summary>
/// <param name="Seconds">Elapsed.</param>
/// <param name="CpuSeconds">User and system time of this process and of programs that it started.</param>
/// <param name="Allocated">Managed bytes allocated.</param>
internal sealed record Reading(double Seconds, double CpuSeconds, long Allocated);
