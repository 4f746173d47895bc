using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Reporting.Views.Comparing;

/// <summary>Results side by side: what differs, by how much, how sure.</summary>
internal static class CompareView
{
    /// <summary>Makes it: of two results one report, of more a section for each that is compared with the first.</summary>
    public static ReportView Of(ResultDocument document)
    {
        if (document.Comparing is not { } comparing)
        {
            return new ReportView { Headline = [["comparison", "of nothing"]] };
        }

        ComparedPair[] pairs = [.. comparing.Pairs.Select(pair => new ComparedPair(comparing, pair))];
        string baseline = comparing.Results[0].Name;
        ReportView whole = new()
        {
            Title = pairs.Length == 1 ? $"{pairs[0].Name} against {baseline}" : $"{Format.Count(pairs.Length, "result")} against {baseline}",
            Headline = pairs.Length == 1
                ? [["comparison", $"{pairs[0].Name} against {baseline}", comparing.Results[0].Kind], Counts(pairs[0])]
                : [["comparison", $"{Format.Count(pairs.Length, "result")} against {baseline}", comparing.Results[0].Kind]],
            ConclusionsTitle = "In short",
            Caveats = [.. pairs.SelectMany(pair => pair.Missing())],
            Facts = [.. comparing.Results.Select((result, index) => Fact(result, pairs.Length == 1 ? Letter(index) : Format.Count(index + 1)))],
        };
        return pairs.Length == 1
            ? whole with { Charts = [.. RatioCharts.Of(pairs[0])], Tables = [.. CompareTables.Of(pairs[0])] }
            : whole with { Sections = [.. pairs.Select(Section)] };
    }

    private static ReportView Section(ComparedPair pair) => new()
    {
        Title = $"{pair.Name} against {pair.Baseline}",
        Headline = [Counts(pair)],
        Charts = [.. RatioCharts.Of(pair)],
        Tables = [.. CompareTables.Of(pair)],
    };

    private static IReadOnlyList<MarkedText> Counts(ComparedPair pair)
    {
        if (pair.Leading(MetricGroup.Rate) is not { } metric)
        {
            return [$"{Format.Count(pair.Record.Cells, "cell")}"];
        }

        return
        [
            pair.Record.Cells == 1 ? metric.Heading : $"{metric.Heading} of {Format.Count(pair.Record.Cells, "cell")}",
            .. new[] { ComparisonWord.Worse, ComparisonWord.Better, ComparisonWord.Equal, ComparisonWord.CannotTell }
                .Select(word => (Word: word, Count: pair.Of(metric).Count(comparison => comparison.Word == word)))
                .Where(one => one.Count > 0)
                .Select(one => new MarkedText($"{(pair.Record.Cells == 1 ? string.Empty : $"{Format.Count(one.Count)} ")}{ComparedMetric.WordOf(metric, one.Word)}{(one.Word == ComparisonWord.Equal ? pair.WithinBand : string.Empty)}", CompareTables.Look(one.Word))),
        ];
    }

    private static string Letter(int index) => index == 0 ? "A" : "B";

    private static ReportFact Fact(ComparedResultRecord result, string label) => new(label, ReportFact.Joined(
    [
        result.Name,
        result.Variant is { } variant ? $"{result.Kind} {variant.Replace('_', ' ')}" : result.Kind,
        Format.Count(result.Cells, "cell"),
        PlaceFacts.When(result.StartedAt),
        $"landspeed {result.ToolVersion}",
        result.Partial ? "ended early" : null,
    ]));
}
