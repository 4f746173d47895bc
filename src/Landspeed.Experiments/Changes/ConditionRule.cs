using Landspeed.Experiments.Statistics;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Changes;

namespace Landspeed.Experiments.Changes;

/// <summary>When a condition explains that a rate changed, and how that is said.</summary>
/// <param name="Condition">The condition.</param>
/// <param name="Least">
/// By how much it must change, of the difference of the rates in bytes/s; less is always there.
/// </param>
/// <param name="Amount">How a value is said.</param>
/// <param name="Text">Makes a sentence of the value before, the one after, and the device.</param>
internal sealed record ConditionRule(
    Condition Condition, Func<double, double> Least, Func<double, string> Amount,
    Func<string, string, string, string> Text)
{
    // With three before and three after, chance alone puts all on one side once in ten times.
    private const int FewestValues = 4;
    private const double Chance = 0.05;

    private const double LeastShare = 0.05; // of the difference of the rates
    private const double LeastWriteback = 16 << 20;
    private const double LeastHz = 100e6;

    /// <summary>Whether more of it makes a run faster.</summary>
    internal bool IsGood => Condition == Condition.Clock;

    /// <summary>All rules, the most direct cause first.</summary>
    internal static IReadOnlyList<ConditionRule> All { get; } =
    [
        new(
            Condition.Traffic, Share, Rate,
            (before, after, device) => $"others moved {before} on {device}, then {after}"),
        new(
            Condition.Stolen, Points(5), AmountText.Percent,
            (before, after, _) => $"the host of this machine took {before} of the CPU time, then {after}"),
        new(
            Condition.Clock, _ => LeastHz, Clock,
            (before, after, _) => $"the CPUs ran at {before}, then at {after}"),
        new(
            Condition.Processes, Points(10), AmountText.Percent,
            (before, after, _) => $"other processes used {before} of the CPU time, then {after}"),
        new(
            Condition.Discards, Share, Rate,
            (before, after, device) => $"{before} were discarded on {device}, then {after}"),
        new(
            Condition.Dirty, Points(20), AmountText.Percent,
            (before, after, _) => $"the page cache held {before} of the unwritten data that it may hold, then {after}"),
        new(
            Condition.Writeback, _ => LeastWriteback, Bytes,
            (before, after, _) => $"{before} of the page cache were being written, then {after}"),
        new(
            Condition.Reclaim, Share, Rate,
            (before, after, _) => $"the page cache lost {before}, then {after}"),
        new(
            Condition.Journal, Points(1), value => DisplayNumber.Of(value, 0),
            (before, after, _) => $"the journal was committed {before} times a second, then {after} times"),
        new(
            Condition.Memory, Points(5), AmountText.Percent,
            (before, after, _) => $"threads waited for memory {before} of the time, then {after}"),
        new(
            Condition.Processors, Points(20), AmountText.Percent,
            (before, after, _) => $"threads waited for a CPU {before} of the time, then {after}"),
    ];

    /// <summary>Returns the condition if it explains a change, otherwise null.</summary>
    /// <param name="before">Its values before, at the old rate.</param>
    /// <param name="after">Its values after, at the new rate.</param>
    /// <param name="change">The new rate less the old one, bytes/s, not 0.</param>
    /// <param name="device">Name of the device.</param>
    internal ConditionRecord? Explain(double[] before, double[] after, double change, string device)
    {
        if (Math.Min(before.Length, after.Length) < FewestValues)
        {
            return null;
        }

        (double old, double now) = (Median.Of(before), Median.Of(after));
        bool isForward = (now > old) == (change > 0) == IsGood;
        return !isForward || Math.Abs(now - old) < Least(Math.Abs(change))
            || RatioInterval.Of(before, after).PValue > Chance
            ? null
            : new ConditionRecord(Condition.ToWord(), old, now, Text(Amount(old), Amount(now), device));
    }

    private static double Share(double change) => LeastShare * change;

    private static Func<double, double> Points(double least) => _ => least;

    private static string Rate(double bytesPerS) => AmountText.Rate(bytesPerS);

    private static string Bytes(double bytes) => DisplayNumber.Bytes((long)bytes);

    private static string Clock(double hz) => $"{DisplayNumber.Of(hz / 1e9, halfWidth: 0)} GHz";
}
