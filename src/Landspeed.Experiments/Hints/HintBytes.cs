using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>States what the device delivered with each hint, in a sentence; a pure function.</summary>
internal static class HintBytes
{
    // Two hints that differ by less than this fetch the same: occasionally a block of the file system's own tables is
    // read, 5 %.
    private const double SamePct = 5;

    /// <summary>
    /// Returns the sentence: which of .NET's hints fetches least, what the others fetch, and which of all fetches
    /// least.
    /// </summary>
    internal static string Sentence(CellRecord[] measured, CellRecord plain, HintOptions options, HintAmounts files)
    {
        CellRecord[] framework = [plain, .. measured.Where(cell => cell != plain && HintConclusion.IsFramework(cell))];
        CellRecord lean = framework.MinBy(Times)!;
        CellRecord best = IsMore(plain, lean) ? lean : plain;
        string[] others = [.. framework.Where(cell => cell != best).Select(cell => $"{HintConclusion.With(cell)} {Amount(cell, files)}")];
        CellRecord least = measured.MinBy(Times)!;
        string beyond = IsMore(best, least) ? $"; the fewest {HintConclusion.With(least)}, {Amount(least, files)}" : string.Empty;
        string advice = best.Name == HintNames.Of(AccessHint.None) ? "Use no hint" : $"Use the hint {best.Name}";
        // If reading without a hint was not measured, naming one of those that fetch the same is not advice.
        bool isAdvice = framework.Length > 1
            && (best.Name == HintNames.Of(AccessHint.None) || framework.Any(cell => cell != best && IsMore(cell, best)));
        string start = !isAdvice
            ? $"{Capital(HintConclusion.With(best))}, {HintConclusion.What(options, files)}, the device delivers"
            : $"{advice} {HintConclusion.What(options, files)}: {HintConclusion.With(best)} the device delivers";
        return $"{start} {Bytes(best, files)} per file, {Factor(best)} × what is used{(others.Length == 0 ? string.Empty : $"; {string.Join("; ", others)}")}{beyond}.";
    }

    private static string Amount(CellRecord cell, HintAmounts files) => $"{Bytes(cell, files)}, {Factor(cell)} ×";

    private static string Bytes(CellRecord cell, HintAmounts files) =>
        AmountText.Count((long)Math.Round(Times(cell) * files.UsedBytes / files.Count), "byte");

    private static string Factor(CellRecord cell) => Times(cell) < 9.95 ? Invariant($"{Times(cell):F1}") : Invariant($"{Times(cell):N0}");

    private static double Times(CellRecord cell) => cell[Metrics.ReadAmplification]!.Median;

    private static bool IsMore(CellRecord one, CellRecord other) => Times(one) > Times(other) * (1 + (SamePct / 100));

    private static string Capital(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";
}
