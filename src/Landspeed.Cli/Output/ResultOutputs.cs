using Landspeed.Cli.Arguments;
using Landspeed.Reporting;
using Landspeed.Reporting.Terminal;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Cli.Output;

/// <summary>Where a result goes and in which forms.</summary>
internal sealed record ResultOutputs
{
    internal const string Standard = "-";

    /// <summary>File for JSON, <c>-</c> for standard output, or null.</summary>
    internal string? Json { get; init; }

    /// <summary>File for CSV, <c>-</c> for standard output, or null.</summary>
    internal string? Csv { get; init; }

    /// <summary>File for a page, <c>-</c> for standard output, or null.</summary>
    internal string? Html { get; init; }

    /// <summary>File for a log of HdrHistogram, <c>-</c> for standard output, or null.</summary>
    internal string? Hdr { get; init; }

    /// <summary>Form on standard output; null: a table, unless another form goes there.</summary>
    internal ResultFormat? Format { get; init; }

    /// <summary>The unit of CPU cost in tables.</summary>
    internal CostUnit? Cost { get; init; }

    /// <summary>Whether the evidence behind the answer is shown, too.</summary>
    internal bool Details { get; init; }

    /// <summary>The columns of CSV, by name; null: all.</summary>
    internal IReadOnlyList<string>? Columns { get; init; }

    /// <summary>The columns on standard output if none are chosen; null: all.</summary>
    internal IReadOnlyList<string>? StandardColumns { get; init; }

    /// <summary>Returns a style with what was asked for.</summary>
    internal ReportStyle In(ReportStyle style) =>
        style with { Cost = Cost, IsDetailed = Details, Columns = Columns };

    /// <summary>Returns the style of standard output with what was asked for.</summary>
    internal ReportStyle InStandard(ReportStyle style) =>
        In(style) with { Columns = Columns ?? StandardColumns };

    /// <summary>The one form that standard output receives.</summary>
    internal ResultFormat StandardFormat => OnStandard.Select(target => (ResultFormat?)target.Format).FirstOrDefault()
        ?? Format ?? ResultFormat.Table;

    /// <summary>Files to write, with the option that named each.</summary>
    internal IEnumerable<(string Option, string Name, ResultFormat Format)> Files =>
        Targets.Where(target => target.Name != Standard);

    /// <summary>What wants standard output for itself, in the words of the options.</summary>
    internal IReadOnlyList<string> StandardUsers =>
    [
        .. OnStandard.Select(target => $"{target.Option} -"),
        .. Format is { } format ? [format == ResultFormat.QuietLine ? "-q" : $"--format {format.ToWord()}"] : Array.Empty<string>(),
    ];

    private IEnumerable<(string Option, string Name, ResultFormat Format)> OnStandard =>
        Targets.Where(target => target.Name == Standard);

    private IEnumerable<(string Option, string Name, ResultFormat Format)> Targets =>
        new[]
            {
                ("--json", Json, ResultFormat.Json), ("--csv", Csv, ResultFormat.Csv),
                ("--html", Html, ResultFormat.Html), ("--hdr", Hdr, ResultFormat.Hdr),
            }
            .Where(target => target.Item2 is not null)
            .Select(target => (target.Item1, target.Item2!, target.Item3));

    /// <summary>Refuses a column that a result does not have.</summary>
    /// <param name="document">The result, or what is known of it before it is measured.</param>
    internal void CheckColumns(ResultDocument document)
    {
        if (Columns is { } names && Reports.UnknownColumn(document, names) is { } unknown)
        {
            throw UsageError.Of(
                $"unknown column {Shown.Value(unknown)}"
                + (Suggestion.Question(unknown, Reports.Columns(document))
                    ?? "; without --columns the first line of CSV names all"));
        }
    }

    /// <summary>Refuses targets that exclude each other.</summary>
    internal void Check()
    {
        if (Columns is not null && Csv is null && Format != ResultFormat.Csv)
        {
            throw UsageError.Of("--columns is for CSV; add --csv FILE, or leave it out");
        }

        IReadOnlyList<string> standard = StandardUsers;
        (string Option, FilePath Path)[] files =
            [.. Files.Select(file => (file.Option, Values.Path(file.Option, file.Name)))];
        RefuseShared(standard, files, "name a file for one of them");
        for (int index = 1; index < files.Length; index++)
        {
            if (files.Take(index).FirstOrDefault(file => SameFile.Is(file.Path, files[index].Path)) is { Path: { } twice } first)
            {
                throw UsageError.Of($"{first.Option} and {files[index].Option} both name {twice.Display}; name two files");
            }
        }
    }

    /// <summary>
    /// Refuses to give standard output to one that wants it for itself and to others, whatever they call it.
    /// </summary>
    /// <param name="users">What wants it for itself, in the words of the options.</param>
    /// <param name="files">Files, which may be standard output by another name.</param>
    /// <param name="hint">What to do.</param>
    internal static void RefuseShared(
        IReadOnlyList<string> users, IEnumerable<(string Option, FilePath Path)> files, string hint)
    {
        if (users.Count == 0)
        {
            return;
        }

        string[] all =
        [
            .. users,
            .. files.Where(file => OwnDescriptor.IsStandardOutput(file.Path))
                .Select(file => $"{file.Option} {file.Path.Display}"),
        ];
        if (all.Length > 1)
        {
            string both = all.Length == 2 ? "both" : "all";
            throw UsageError.Of($"{string.Join(" and ", all)} {both} need standard output; {hint}");
        }
    }

    /// <summary>Refuses a target that the command needs for something else.</summary>
    /// <param name="used">A file.</param>
    /// <param name="purpose">What it is, for example <c>the file to be measured</c>.</param>
    internal void Refuse(FilePath used, string purpose)
    {
        foreach ((string option, string name, _) in Files)
        {
            if (Values.Path(option, name) is var path && SameFile.Is(path, used))
            {
                throw UsageError.Of($"{option} {path.Display} is {purpose}; name another file");
            }
        }
    }
}
