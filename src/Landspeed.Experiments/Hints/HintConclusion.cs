using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>Draws conclusions from the table; a pure function.</summary>
/// <remarks>
/// Bytes first: the process's own counter is exact, and one run is enough. Time only if the runs are conclusive.
/// </remarks>
internal static class HintConclusion
{
    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="options">What was read.</param>
    /// <param name="files">The files.</param>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, HintOptions options, HintAmounts files)
    {
        CellRecord[] measured = [.. cells.Where(IsMeasured)];
        int done = cells.Count(cell => cell.State == CellState.Done);
        if (measured.Length == 0)
        {
            return done == 0 ? [] : [ConclusionCodes.HintsNotRanked.Says(
                $"Do not choose a hint from these numbers. Hints are not ranked: {RateRanking.NotRanked(done, done == 1 ? "hint" : "hints", [])}.")];
        }

        CellRecord plain = measured.FirstOrDefault(cell => cell.Name == HintNames.Of(AccessHint.None)) ?? measured[0];
        return
        [
            ConclusionCodes.HintBytes.Says(HintBytes.Sentence(measured, plain, options, files)),
            .. measured.Length > 1 ? [ConclusionCodes.HintTime.Says(HintTimes.Sentence(measured, plain, options, files))] : Array.Empty<ConclusionRecord>(),
            .. NotJudged(cells, options.Repetitions),
        ];
    }

    /// <summary>Tells whether a hint is one of .NET's FileOptions.</summary>
    internal static bool IsFramework(CellRecord cell) => cell.Name is "none" or "sequential-scan" or "random-access";

    /// <summary>Names a cell's hint in words.</summary>
    internal static string With(CellRecord cell) => cell.Name == HintNames.Of(AccessHint.None) ? "without a hint" : $"with {cell.Name}";

    /// <summary>Describes the purpose in words.</summary>
    internal static string What(HintOptions options, HintAmounts files) => options.Pattern switch
    {
        AccessPattern.Whole when files.LengthOfEach is { } length => $"to read whole files of {AmountText.Count(length, "byte")}",
        AccessPattern.Whole => "to read these files whole",
        AccessPattern.Header when options.Bytes == 1 => "to read the first byte of each file",
        AccessPattern.Header => Invariant($"to read the first {options.Bytes:N0} bytes of each file"),
        _ => $"to read {AmountText.Count(options.Bytes, "byte")} spread over each file",
    };

    private static bool IsMeasured(CellRecord cell) => cell is { State: CellState.Done, Verdicts.Read: Verdict.Device }
        && cell[Metrics.Elapsed] is not null && cell[Metrics.ReadAmplification] is not null;

    // Hints that were cut, skipped or read from memory are not in the sentences above, or have fewer runs: this is
    // reported.
    private static IEnumerable<ConclusionRecord> NotJudged(IReadOnlyList<CellRecord> cells, int runs)
    {
        string[] missing = [.. cells.Select(cell => Missing(cell, runs)).OfType<string>()];
        return missing.Length == 0 ? [] :
            [ConclusionCodes.HintsIncomplete.Says($"Incomplete: {AmountText.List(missing)}.")];
    }

    // "None failed" would be read as good news.
    private static string Named(CellRecord cell) => cell.Name == HintNames.Of(AccessHint.None) ? "reading without a hint" : cell.Name;

    private static string? Missing(CellRecord cell, int runs) => cell switch
    {
        { State: CellState.Skipped } => $"{Named(cell)} was skipped",
        { State: CellState.Failed } => $"{Named(cell)} failed",
        { State: CellState.Pending } => $"{Named(cell)} was not measured",
        _ when !IsMeasured(cell) => $"{Named(cell)} is not judged, its verdict is {(cell.Verdicts.Read ?? Verdict.Unknown).ToWord()}",
        _ when cell[Metrics.Elapsed]!.Runs < runs => Invariant($"{Named(cell)} was cut after {cell[Metrics.Elapsed]!.Runs} of {AmountText.Count(runs, "run")}"),
        _ => null,
    };
}
