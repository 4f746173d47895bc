namespace Landspeed.Experiments.Host;

/// <summary>One thing that fast and honest I/O wants from the machine.</summary>
/// <param name="Name">A stable name in snake_case, for example <c>io_uring</c>.</param>
/// <param name="State">How well it is provided.</param>
/// <param name="Found">What was found, without full stop.</param>
/// <param name="Remedy">What would help; null when it is there or nothing helps.</param>
public sealed record FactRecord(string Name, FactState State, string Found, string? Remedy = null);
