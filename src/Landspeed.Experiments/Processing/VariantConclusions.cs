using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// What a buffer size, a hint, a distribution of files, or another reader of lines changes: each value against the first one, in the
/// cells that differ in nothing else; a pure function.
/// </summary>
internal static class VariantConclusions
{
    private static readonly (string Axis, string Noun)[] s_axes =
        [(ProcessingValues.Buffer, "buffers of"), (ProcessingValues.Hint, "the hint"), (ProcessingValues.Distribution, "files distributed as")];

    /// <summary>The sentences, one for each strategy and axis that varies.</summary>
    internal static IEnumerable<ConclusionRecord> Of(ProcessCell[] cells)
    {
        foreach ((string axis, string noun) in s_axes)
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
                    yield return new ConclusionRecord(
                        axis, $"{Advice(strategy.Key, noun, values[0], against)}. Against {values[0]}: {string.Join("; ", against.Select(one => one.Text))}.");
                }
            }
        }

        Comparison reader = Compare(
            "by bytes", cells.Where(cell => cell.Strategy == "streamreader"), cells.Where(cell => cell.Strategy == "streaming"), axis: null);
        if (reader.Pairs.Length > 0)
        {
            yield return new ConclusionRecord(
                "line_reader",
                $"{(reader.Wins > reader.Losses ? "Read lines as bytes" : reader.Wins < reader.Losses ? "Read lines by StreamReader" : "How lines are read is not told to matter")}. "
                + $"Streaming against the same through StreamReader and StreamWriter: {reader.Text}.");
        }
    }

    // Pairs of cells that differ in nothing but the axis; null: but the strategy.
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

    private static string Advice(string strategy, string noun, string first, Comparison[] against)
    {
        Comparison best = against.MaxBy(one => one.Wins - one.Losses)!;
        return best.Wins > best.Losses ? $"Give {strategy} {noun} {best.Value}"
            : against.All(one => one.Pairs.All(pair => pair.Against.Kind == DifferenceKind.Equal)) ? $"For {strategy} it is all the same: {noun} {first} or others"
            : against.All(one => one.Losses > one.Wins) ? $"Keep {noun} {first} for {strategy}"
            : $"For {strategy} these runs do not choose {noun} one value or another";
    }

    /// <summary>A value against the first one.</summary>
    private sealed record Comparison(string Value, (ProcessCell Cell, Difference Against)[] Pairs)
    {
        internal int Wins => Pairs.Count(pair => pair.Against.Kind == DifferenceKind.Less);

        internal int Losses => Pairs.Count(pair => pair.Against.Kind == DifferenceKind.More);

        internal string Text => Pairs switch
        {
            [] => $"{Value} is not measured",
            [var only] => $"{Value} {One(only)}",
            _ => $"{Value} is {AmountText.List([.. Parts()])} of {Pairs.Length}",
        };

        private static string One((ProcessCell Cell, Difference Against) only) => only.Against.Kind switch
        {
            DifferenceKind.Equal => Invariant($"takes the same time within {Difference.EqualPct} %"),
            DifferenceKind.NotTold => $"is not told ({AmountText.Times(only.Against.Ratio)} ×; {only.Against.NotTold})",
            _ => $"takes {AmountText.Times(only.Against.Ratio)} × the time ({ProcessConclusions.Seconds(only.Cell.Elapsed)})",
        };

        private IEnumerable<string> Parts()
        {
            (DifferenceKind Kind, string Word)[] kinds =
            [
                (DifferenceKind.Less, "faster"), (DifferenceKind.Equal, Invariant($"equal within {Difference.EqualPct} %")),
                (DifferenceKind.More, "slower"), (DifferenceKind.NotTold, "not told"),
            ];
            foreach ((DifferenceKind kind, string word) in kinds)
            {
                Difference[] of = [.. Pairs.Where(pair => pair.Against.Kind == kind).Select(pair => pair.Against)];
                string range = of.Length == 0 ? string.Empty
                    : kind == DifferenceKind.NotTold ? $" ({ProcessConclusions.NotTold(of)})"
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
