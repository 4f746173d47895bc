using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Collecting;

/// <summary>Several results on one page: an index, what those of one kind have in common side by side, then each by itself.</summary>
internal static class CollectionView
{
    /// <summary>Makes it.</summary>
    /// <param name="document">Holds the results.</param>
    /// <param name="viewOf">Shows a result alone.</param>
    public static ReportView Of(ResultDocument document, Func<ResultDocument, ReportView> viewOf)
    {
        PartView[] parts = [.. document.Parts.Select((part, look) => new PartView(part, look, viewOf))];
        PartGroup[] groups = [.. parts.GroupBy(part => (part.Document.Kind, part.Document.Variant)).Select(group => new PartGroup([.. group]))];
        return new ReportView
        {
            Title = $"{Format.Count(parts.Length, "result")}: {Names(parts)}",
            Headline = [["report", Format.Count(parts.Length, "result"), .. groups.Select(group => (MarkedText)$"{Format.Count(group.Parts.Count)} of {group.Kind}")]],
            Tables = [Index(parts)],
            Sections =
            [
                .. groups.Where(group => group.Parts.Count > 1).Select(SideBySide),
                .. parts.Select(part => Section(part, groups.First(group => group.Parts.Contains(part)), document)),
            ],
        };
    }

    /// <summary>What a part is called: its label, otherwise its kind and start.</summary>
    public static string Name(ResultDocument part) =>
        part.Label ?? $"{part.Kind} {part.StartedAt.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)}";

    /// <summary>One row per result: what, where, when.</summary>
    public static ReportTable Index(IReadOnlyList<PartView> parts) => new()
    {
        Title = "Results",
        IsWords = true,
        Columns = ["result", "kind", "cells", new ReportColumn("place") { IsForPages = true }, "device", "begun", new ReportColumn("machine") { IsForPages = true }],
        Rows = [.. parts.Select(part => (IReadOnlyList<ReportCell>)
        [
            new ReportCell(part.Name) { Look = parts.Count(other => other.Document.Kind == part.Document.Kind) > 1 ? part.Look : null },
            $"{part.Document.Kind} {part.Document.Variant}".TrimEnd(),
            Cells.Count(part.Document),
            part.Document.Places.Count > 0 ? part.Document.Places[0].Path : string.Empty,
            part.Document.Places.Count > 0 ? ReportFact.Joined([part.Document.Places[0].Device, part.Document.Places[0].FileSystem]) : string.Empty,
            part.Document.StartedAt.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
            part.Document.Hosts.Count > 0 ? ReportFact.Joined([part.Document.Hosts[0].ProcessorModel, part.Document.Hosts[0].Kernel]) : string.Empty,
        ])],
    };

    private static ReportView SideBySide(PartGroup group) => new()
    {
        Title = $"{Cells.Capital(group.Kind)}, side by side: {Names(group.Parts)}",
        Headline = [[Format.Count(group.Parts.Count, "result"), Format.Count(group.Charts.Count, "curve") + " over each other"]],
        Charts = group.Charts,
        Tables = group.Tables,
    };

    private static string Names(IReadOnlyList<PartView> parts)
    {
        const int MostNames = 4;
        string names = string.Join(", ", parts.Take(MostNames).Select(part => part.Name));
        return parts.Count > MostNames ? $"{names} and {Format.Count(parts.Count - MostNames)} more" : names;
    }

    // What stands side by side above is not shown a second time, nor are facts that all have in common.
    private static ReportView Section(PartView part, PartGroup group, ResultDocument whole)
    {
        HashSet<(string, string)> shared = [.. PlaceFacts.Of(whole, isBrief: false).Select(fact => (fact.Label, fact.Page))];
        bool isAlone = group.Parts.Count == 1;
        ReportView view = part.View;
        return view with
        {
            Title = $"{part.Name}: {view.Title}",
            IsFolded = true,
            Charts = [.. view.Charts.Where(chart => isAlone || !group.Shows(chart)).Select(chart => chart with { Name = $"{chart.Name}-{Format.Count(part.Look + 1)}" })],
            Tables = isAlone ? view.Tables : [],
            Facts = [.. view.Facts.Where(fact => !shared.Contains((fact.Label, fact.Page)))],
        };
    }
}

/// <summary>A result among others: its view, its name and its colour.</summary>
internal sealed class PartView(ResultDocument document, int look, Func<ResultDocument, ReportView> viewOf)
{
    /// <summary>The result.</summary>
    public ResultDocument Document => document;

    /// <summary>Colour and dash pattern of its curves.</summary>
    public int Look => look;

    /// <summary>What it is called.</summary>
    public string Name { get; } = CollectionView.Name(document);

    /// <summary>What a report of it alone shows.</summary>
    public ReportView View { get; } = viewOf(document);
}
