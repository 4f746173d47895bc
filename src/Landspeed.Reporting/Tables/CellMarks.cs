using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>One character each, behind a cell's number: best of its column, noisy, not from or to the device.</summary>
internal static class CellMarks
{
    /// <summary>Characters that the marks take.</summary>
    public const int Width = 3;

    private const double NoisySpreadPct = 25;
    private const int FewestRuns = 3;

    private static readonly (string Mark, string Meaning)[] Key =
    [
        ("*", "best of the column"),
        ("~", "spread over 25 % or under 3 runs"),
        ("c", "from or into the page cache"),
        ("h", "from holes"),
        ("m", "mixed: the device moved a part"),
        ("u", "unknown: no device counters"),
        ("-", "skipped"),
        ("·", "to come"),
    ];

    /// <summary>Whether the number deserves little trust.</summary>
    public static string Noise(IntervalRecord interval) =>
        interval.SpreadPct > NoisySpreadPct || interval.Runs < FewestRuns ? "~" : string.Empty;

    /// <summary>Nothing for the device, else the first letter.</summary>
    public static string Letter(Verdict? verdict) =>
        verdict is null or Verdict.Device ? string.Empty : VerdictWords.Name(verdict.Value)[..1];

    /// <summary>The meaning of those that occur.</summary>
    public static IEnumerable<(string Text, Mark Mark)> Meanings(IReadOnlySet<string> used) => Key
        .Where(entry => used.Contains(entry.Mark))
        .Select(entry => ($"{entry.Mark} {entry.Meaning}", Mark.Quiet));
}
