namespace Landspeed.Results.Changes;

/// <summary>The rate of a run went from one level to another.</summary>
public sealed record ChangeRecord
{
    /// <summary>When, from the start of the measured time.</summary>
    public required long AtNs { get; init; }

    /// <summary>Median of the rate since the change before, or the start; bytes/s.</summary>
    public required double BeforeBytesPerS { get; init; }

    /// <summary>Median of the rate until the next change, or the end; bytes/s.</summary>
    public required double AfterBytesPerS { get; init; }

    /// <summary>
    /// What else changed at that time, in the direction that explains it; the most direct one first. None if nothing
    /// that was observed explains it.
    /// </summary>
    public IReadOnlyList<ConditionRecord> Causes { get => field ?? []; init; }
}

/// <summary>What a machine did beside a run, before and after its rate changed.</summary>
/// <param name="Condition">
/// <c>stolen</c>, <c>processes</c>, <c>processors</c>, <c>memory</c> (percent of the time), <c>traffic</c>,
/// <c>discards</c>, <c>reclaim</c> (bytes/s), <c>writeback</c> (bytes), <c>dirty</c> (percent of its limit),
/// <c>clock</c> (Hz), <c>journal</c> (per second).
/// </param>
/// <param name="Before">Median between the change before, or the start, and this one.</param>
/// <param name="After">Median between this change and the next one, or the end.</param>
/// <param name="Text">Both in a sentence, without a full stop.</param>
public sealed record ConditionRecord(string Condition, double Before, double After, string Text);
