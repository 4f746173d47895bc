namespace Landspeed.Files;

/// <summary>What came of a preallocation.</summary>
/// <param name="Outcome">What the file system really did.</param>
/// <param name="Length">Bytes in the file afterwards.</param>
/// <param name="AllocatedBytes">Bytes allocated to the file afterwards, as far as the file system has
/// decided.</param>
/// <param name="Reason">Why it is not what was asked for; null when it is.</param>
public readonly record struct PreallocationResult(
    PreallocationOutcome Outcome, long Length, long AllocatedBytes, string? Reason);
