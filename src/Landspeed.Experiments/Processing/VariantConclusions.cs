using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// States the effect of a buffer size, a hint, a distribution of files, or another line reader: each value compared
/// with the first one, in cells that differ in nothing else; a pure function.
/// </summary>
internal static class VariantConclusions
{
    private static readonly (string Axis, ConclusionCode Code, string Noun, string Kind)[] s_axes =
    [
        (ProcessingValues.Buffer, ConclusionCodes.Buffer, "buffers of", "buffer size"), (ProcessingValues.Hint, ConclusionCodes.Hint, "the hint", "hint"),
        (ProcessingValues.Distribution, ConclusionCodes.Distribution, "files distributed as", "distribution of files"),
    ];

    /// <summary>Returns the sentences, one for each strategy and axis that varies.</summary>
    internal static IEnumerable<ConclusionRecord> Of(ProcessCell[] cells)
    {
        foreach ((string axis, ConclusionCode code, string noun, string kind) in s_axes)
        {
            foreach (IGrouping<string, ProcessCell> strategy in cells.Where(cell => cell.Variant.ContainsKey(axis)).GroupBy(cell => cell.Strategy))
            {
                string[] values = [.. strategy.Select(cell => cell.Variant[axis]).Distinct(StringComparer.Ordinal)];
                Comparison[] against =
                [
                    .. values.Skip(1).Select(value => Compare(
                        value,
                        strategy.Where(cell => cell.Variant[axis] == values[0]),
                        strategy.Where(cell => cell.Variant[axis] == value),
                        axis)),
                ];
                if (against.Any(one => one.Pairs.Length > 0))
                {
                    yield return code.Says(
                        $"{Advice(strategy.Key, (noun, kind), values[0], against)}. Against {values[0]}: {string.Join("; ", against.Select(one => one.Text))}.");
                }
            }
        }

        Comparison reader = Compare(
            "by bytes", cells.Where(cell => cell.Strategy == "streamreader"), cells.Where(cell => cell.Strategy == "streaming"), axis: null);
        if (reader.Pairs.Length > 0)
        {
            yield return ConclusionCodes.LineReader.Says(
                $"{ReaderAdvice(reader)}. "
                + $"Streaming against the same through StreamReader and StreamWriter: {reader.Text}.");
        }
    }

    // Pairs of cells that differ only in the axis, or, if it is null, only in the strategy.
    private static Comparison Compare(string value, IEnumerable<ProcessCell> first, IEnumerable<ProcessCell> other, string? axis)
    {
        string Rest(ProcessCell cell) => Invariant($"{cell.Work} {cell.Threads} ")
            + string.Join(' ', cell.Variant.Where(label => label.Key != axis).OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => label.Value));

        var known = first.ToDictionary(Rest, StringComparer.Ordinal);
        return new Comparison(value,
        [
            .. other.Where(cell => known.ContainsKey(Rest(cell))).Select(cell => (cell, Difference.Of(cell.Elapsed, known[Rest(cell)].Elapsed))),
        ]);
    }

    // A value that wins with some threads and loses with others is not advice; of several that only win, the fastest
    // is.
    private static string Advice(string strategy, (string Noun, string Kind) words, string first, Comparison[] against)
    {
        Comparison? best = against.Where(one => one is { Wins: > 0, Losses: 0 }).MinBy(one => one.MeanRatio);
        return best is not null ? $"Use {words.Noun} {best.Value} for {strategy}"
            : against.All(one => one.IsEqual) ? $"For {strategy} it makes no difference: {words.Noun} {first} or others"
            : against.All(one => one is { Wins: 0, Losses: > 0 } || one.IsEqual) ? $"Keep {words.Noun} {first} for {strategy}"
            : $"For {strategy} these runs do not decide the {words.Kind}";
    }

    private static string ReaderAdvice(Comparison reader) => reader switch
    {
        { Wins: > 0, Losses: > 0 } => "How to read lines depends on threads and work",
        { Wins: > 0 } => "Read lines as bytes",
        { Losses: > 0 } => "Read lines by StreamReader",
        { IsEqual: true } => "How lines are read makes no difference",
        _ => "Whether it matters how lines are read is inconclusive",
    };

    /// <summary>A value compared with the first one.</summary>
    private sealed record Comparison(string Value, (ProcessCell Cell, Difference Against)[] Pairs)
    {
        internal int Wins => Pairs.Count(pair => pair.Against.Kind == DifferenceKind.Less);

        internal int Losses => Pairs.Count(pair => pair.Against.Kind == DifferenceKind.More);

        /// <summary>Whether there are pairs, and all of them are equal.</summary>
        internal bool IsEqual => Pairs.Length > 0 && Array.TrueForAll(Pairs, pair => pair.Against.Kind == DifferenceKind.Equal);

        /// <summary>Geometric mean of the ratios.</summary>
        internal double MeanRatio => Math.Exp(Pairs.Average(pair => Math.Log(pair.Against.Ratio)));

        internal string Text => Pairs switch
        {
            [] => $"{Value} has no comparable cell",
            [var only] => $"{Value} {One(only)}",
            _ => $"{Value} is {AmountText.List([.. Parts()])} of {Pairs.Length}",
        };

        private static string One((ProcessCell Cell, Difference Against) only) => only.Against.Kind switch
        {
            DifferenceKind.Equal => Invariant($"takes the same time within {Difference.EqualPct} %"),
            DifferenceKind.Inconclusive => $"is {only.Against.Inconclusive} ({AmountText.Times(only.Against.Ratio)} ×)",
            _ => $"takes {AmountText.Times(only.Against.Ratio)} × the time ({ProcessConclusions.Seconds(only.Cell.Elapsed)})",
        };

        private IEnumerable<string> Parts()
        {
            (DifferenceKind Kind, string Word)[] kinds =
            [
                (DifferenceKind.Less, "faster"), (DifferenceKind.Equal, Invariant($"equal within {Difference.EqualPct} %")),
                (DifferenceKind.More, "slower"), (DifferenceKind.Inconclusive, "inconclusive"),
            ];
            foreach ((DifferenceKind kind, string word) in kinds)
            {
                Difference[] of = [.. Pairs.Where(pair => pair.Against.Kind == kind).Select(pair => pair.Against)];
                string range = of.Length == 0 ? string.Empty
                    : kind == DifferenceKind.Inconclusive ? $" ({ProcessConclusions.Needed(of)})"
                    : kind == DifferenceKind.Equal ? string.Empty
                    : $" ({Range(of)} ×)";
                if (of.Length > 0)
                {
                    yield return Invariant($"{word} in {of.Length}{range}");
                }
            }
        }

        private static string Range(Difference[] of)
        {
            (string low, string high) = (AmountText.Times(of.Min(one => one.Ratio)), AmountText.Times(of.Max(one => one.Ratio)));
            return low == high ? low : $"{low} to {high}";
        }
    }
}
