using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Landspeed.Reporting.Fio;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>
/// Made-up results of one made-up machine, of every kind: kept as JSON, so that what is reported here is what somebody stored.
/// </summary>
internal static class Samples
{
    private static readonly ConcurrentDictionary<string, ResultDocument> s_read = new(StringComparer.Ordinal);

    /// <summary>Their names, in order.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Directory.GetFiles(Folder(), "*.json.golden").Select(file => Path.GetFileName(file)[..^".json.golden".Length])
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The measurements among them.</summary>
    public static IReadOnlyList<string> Measurements { get; } =
        ["read-device", "write-cache", "write-durable", "read-hole", "mixed-partial", "repeat-5", "few-samples"];

    /// <summary>The sweeps among them.</summary>
    public static IReadOnlyList<string> Sweeps { get; } = ["sweep-quick", "sweep-partial", "sweep-hostile"];

    /// <summary>The copies among them.</summary>
    public static IReadOnlyList<string> Copies { get; } = [.. Names.Where(name => name.StartsWith("copy-", StringComparison.Ordinal))];

    public static ResultDocument Of(string name) =>
        s_read.GetOrAdd(name, one => ResultsJson.Read(File.ReadAllText(Path.Combine(Folder(), $"{one}.json.golden"))));

    public static string Text(string format, ResultDocument document, ReportStyle? style = null) =>
        Text(target => Reports.Create(format, style)(document, target));

    public static string Table(ResultDocument document, int width = 80) => Text("table", document, new ReportStyle { Width = width });

    public static string Grid(IReadOnlyList<CellRecord> cells, int width = 80) =>
        Text(target => Reports.WriteGrid(cells, new ReportStyle { Width = width }, target));

    public static string Commands(ResultDocument document) => Text(target => FioCommands.Write(document, target));

    public static string Text(Action<TextWriter> write)
    {
        using var target = new StringWriter { NewLine = "\r\n" };
        write(target);
        return target.ToString();
    }

    /// <summary>The same cell with another label.</summary>
    public static CellRecord With(this CellRecord cell, string label, string value) =>
        cell with { Labels = new Dictionary<string, string>(cell.Labels) { [label] = value } };

    /// <summary>The same cell of another request size.</summary>
    public static CellRecord WithSize(this CellRecord cell, long bytes) =>
        cell.With("request_size_bytes", FormattableString.Invariant($"{bytes}"));

    public static long Size(this CellRecord cell) =>
        long.Parse(cell.Labels["request_size_bytes"], System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>The same cell with a metric changed.</summary>
    public static CellRecord With(this CellRecord cell, Metric metric, Func<IntervalRecord, IntervalRecord> change) =>
        cell with { Metrics = new Dictionary<string, IntervalRecord>(cell.Metrics) { [metric.Name] = change(cell[metric]!) } };

    /// <summary>The same run with a metric changed; null: without it.</summary>
    public static RunRecord With(this RunRecord run, Metric metric, double? value)
    {
        var metrics = new Dictionary<string, double>(run.Metrics);
        metrics.Remove(metric.Name);
        if (value is { } known)
        {
            metrics[metric.Name] = known;
        }

        return run with { Metrics = metrics };
    }

    /// <summary>The same cell before its first run.</summary>
    public static CellRecord Emptied(this CellRecord cell) => cell with
    {
        State = cell.State == CellState.Skipped ? CellState.Skipped : CellState.Pending,
        Verdicts = new VerdictsRecord(),
        Metrics = new Dictionary<string, IntervalRecord>(),
        Runs = [],
    };

    /// <summary>The same options with others.</summary>
    public static SetupRecord With(this SetupRecord setup, params (string Name, string Value)[] options)
    {
        var all = new Dictionary<string, string>(setup.Options);
        foreach ((string name, string value) in options)
        {
            all[name] = value;
        }

        return setup with { Options = all };
    }

    private static string Folder([CallerFilePath] string caller = "") => Path.Combine(Path.GetDirectoryName(caller)!, "Golden");
}
