using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>States how long reading took with each hint compared with none, in a sentence; a pure function.</summary>
internal static class HintTimes
{
    /// <summary>Returns the sentence: the advice, then every hint by its outcome.</summary>
    internal static string Sentence(CellRecord[] measured, CellRecord plain, HintOptions options, HintAmounts files)
    {
        (CellRecord Cell, Difference Against)[] others =
        [
            .. measured.Where(cell => cell != plain)
                .Select(cell => (cell, Difference.Of(Time(cell), Time(plain)))).OrderBy(one => one.Item2.Ratio),
        ];
        string[] parts =
        [
            .. Part(others, DifferenceKind.Less, string.Empty, Timed),
            .. Part(others, DifferenceKind.Equal, $"within {Invariant($"{Difference.EqualPct}")} %: ", one => one.Cell.Name),
            .. Part(others, DifferenceKind.More, string.Empty, one => $"{one.Cell.Name} costs {AmountText.Times(one.Against.Ratio)} × the time"),
            .. Part(others, DifferenceKind.Inconclusive, string.Empty, one => $"{one.Cell.Name} ({AmountText.Times(one.Against.Ratio)} ×) is {one.Against.Inconclusive}"),
        ];
        return $"{Advice(others, plain, options, files)}. Against {Milliseconds(plain, files)} per file {HintConclusion.With(plain)}: {string.Join("; ", parts)}.";

        string Timed((CellRecord Cell, Difference Against) one) =>
            $"{one.Cell.Name} takes {AmountText.Times(one.Against.Ratio)} × the time, {Milliseconds(one.Cell, files)}";
    }

    private static string Advice((CellRecord Cell, Difference Against)[] others, CellRecord plain, HintOptions options, HintAmounts files)
    {
        // .NET's own hints first; if none of these is faster, all of them.
        (CellRecord Cell, Difference Against)[] faster = [.. others.Where(one => one.Against.Kind == DifferenceKind.Less)];
        if (faster.Length > 0)
        {
            (CellRecord Cell, Difference Against) first = faster.OrderByDescending(one => HintConclusion.IsFramework(one.Cell)).First();
            string[] best = [.. faster.Where(one => one == first || IsLike(one, first)).Select(one => one.Cell.Name)];
            return $"For time use the hint {AmountText.AnyOf(best)} {HintConclusion.What(options, files)}";
        }

        string[] dear = [.. others.Where(one => one.Against.Kind == DifferenceKind.More).Select(one => one.Cell.Name)];
        return dear.Length > 0 ? $"Do not use {AmountText.AnyOf(dear)} {HintConclusion.What(options, files)}"
            : others.All(one => one.Against.Kind == DifferenceKind.Equal) ? $"The hints take the same time {HintConclusion.What(options, files)}"
            : $"Timings do not separate the hints yet {HintConclusion.What(options, files)}";
    }

    private static bool IsLike((CellRecord Cell, Difference Against) one, (CellRecord Cell, Difference Against) other) =>
        HintConclusion.IsFramework(one.Cell) == HintConclusion.IsFramework(other.Cell)
        && Difference.Of(Time(one.Cell), Time(other.Cell)).Kind is DifferenceKind.Equal or DifferenceKind.Inconclusive;

    private static IEnumerable<string> Part(
        (CellRecord Cell, Difference Against)[] others, DifferenceKind kind, string start, Func<(CellRecord Cell, Difference Against), string> text)
    {
        string[] texts = [.. others.Where(one => one.Against.Kind == kind).Select(text)];
        return texts.Length == 0 ? [] : [$"{start}{string.Join(start.Length == 0 ? "; " : ", ", texts)}"];
    }

    private static IntervalRecord Time(CellRecord cell) => cell[Metrics.Elapsed]!;

    private static string Milliseconds(CellRecord cell, HintAmounts files) =>
        $"{Quantities.DisplayNumber.Of(Time(cell).Median / files.Count / 1e6, Time(cell).HalfWidth() / files.Count / 1e6)} ms";
}
