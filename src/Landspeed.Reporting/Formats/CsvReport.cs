using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Formats;

/// <summary>
/// CSV after RFC 4180: a header always, then one row per cell if the result is a grid, otherwise one per run (or cell without runs). A column
/// is named by the path of its value in the JSON document, joined by dots; the document's own values are repeated in each row. Bins,
/// samples, problems, conclusions and, of a grid, runs are left out. A list of extents and a comparison have forms of their own.
/// </summary>
/// <remarks>
/// Lines end with a line feed, not with the carriage return and line feed of the RFC, because what reads it here is mostly awk, cut and
/// join. Lists are joined with semicolons. The columns of a result with one row per run are those of its kind, whatever was measured; a grid
/// has those of its options, axes and metrics. Texts that a spreadsheet would execute get an apostrophe; JSON has them as they are.
/// </remarks>
internal static class CsvReport
{
    private const string MetricsGroup = "metrics";
    private static readonly JsonTypeInfo s_interval = LayoutOf(typeof(IntervalRecord));

    /// <summary>Writes a result whole.</summary>
    /// <param name="document">The result.</param>
    /// <param name="target">Where to.</param>
    /// <param name="columns">The columns to write, by the names of <see cref="CsvNames"/>; null: all.</param>
    public static void Write(ResultDocument document, TextWriter target, IReadOnlyList<string>? columns = null)
    {
        CsvTable table = TableOf(document);
        (columns is null ? table : table.Only(columns)).Write(target);
    }

    /// <summary>Returns the columns by the names that choose them.</summary>
    /// <param name="document">A result, also one that is not measured yet, with every metric that it may have.</param>
    public static IReadOnlyDictionary<string, string> Names(ResultDocument document)
    {
        IEnumerable<string> metrics = document.Setup.Axes.Count == 0 ? []
            : Known(Metrics.All.Select(metric => metric.Name)).SelectMany(OfGrid)
                .Select(column => column.Below("cells").Name);
        return CsvNames.Of([.. TableOf(document).Header.Union(metrics, StringComparer.Ordinal)]);
    }

    private static CsvTable TableOf(ResultDocument document) =>
        ExtentListCsv.Of(document) ?? ComparisonCsv.Of(document)
        ?? (document is { Cells.Count: 0, Parts.Count: > 0 } ? OfParts(document.Parts) : Of(document));

    // A column a name, in the order in which they first occur; a part without it has nothing there.
    private static CsvTable OfParts(IReadOnlyList<ResultDocument> parts)
    {
        CsvTable[] tables = [.. parts.Select(Of)];
        string[] header = [.. tables.SelectMany(table => table.Header).Distinct(StringComparer.Ordinal)];
        return new CsvTable(header, tables.SelectMany(table => table.With(header).Rows));
    }

    private static CsvTable Of(ResultDocument document)
    {
        bool isGrid = document.Setup.Axes.Count > 0;
        CsvColumn[] ofDocument = [.. OfDocument(document)];
        CsvColumn[] ofCell = [.. OfCell(document, isGrid)];
        CsvColumn[] ofPart = isGrid ? [.. CsvColumn.Of(LayoutOf(typeof(CurveRecord)))] : [.. OfRun(document)];
        bool hasPart = !isGrid || document.Kind == ResultKinds.Sweep;
        IEnumerable<CsvColumn> header = ofDocument.Concat(ofCell.Select(column => column.Below("cells")));
        header = hasPart ? header.Concat(ofPart.Select(column => isGrid ? column.Below("curves") : column.Below("runs").Below("cells"))) : header;
        return new CsvTable([.. header.Select(column => column.Name)], Rows());

        IEnumerable<string[]> Rows()
        {
            JsonElement json = JsonSerializer.SerializeToElement(document, ResultsJson.Result);
            string[] shared = Texts(ofDocument, json);
            foreach (JsonElement cell in json.GetProperty("cells").EnumerateArray())
            {
                string[] start = [.. shared, .. Texts(ofCell, cell)];
                foreach (JsonElement? part in hasPart ? Parts(json, cell, isGrid) : [null])
                {
                    yield return hasPart ? [.. start, .. Texts(ofPart, part)] : start;
                }
            }
        }
    }

    private static IEnumerable<JsonElement?> Parts(JsonElement json, JsonElement cell, bool isGrid)
    {
        IEnumerable<JsonElement> parts = isGrid
            ? json.GetProperty("curves").EnumerateArray().Where(curve => curve.GetProperty("name").GetString() == cell.GetProperty("curve").GetString())
            : cell.GetProperty("runs").EnumerateArray();
        return parts.Select(part => (JsonElement?)part).DefaultIfEmpty();
    }

    private static string[] Texts(CsvColumn[] columns, JsonElement? root) =>
        [.. columns.Select(column => root is { } known ? column.Text(known) : string.Empty)];

    private static IEnumerable<CsvColumn> OfDocument(ResultDocument document) =>
    [
        .. CsvColumn.Of(ResultsJson.Result, ["cells", "setup", "curves", "conclusions", "parts", "histories", "comparing", .. document.Label is null ? ["label"] : Array.Empty<string>()]),
        .. CsvColumn.Of(LayoutOf(typeof(SetupRecord)), "axes", "options", "effective").Select(column => column.Below("setup")),
        .. CsvColumn.Named(document.Setup.Options.Keys, "setup", "options"),
        .. CsvColumn.Named(document.Setup.Effective.Keys, "setup", "effective"),
    ];

    private static IEnumerable<CsvColumn> OfCell(ResultDocument document, bool isGrid)
    {
        IEnumerable<string> metrics = isGrid
            ? Known(document.Cells.SelectMany(cell => cell.Metrics.Keys))
            : [Metrics.Throughput.Name];
        IEnumerable<string> labels = document.Setup.Axes.Concat(document.Cells.SelectMany(cell => cell.Labels.Keys)).Distinct(StringComparer.Ordinal);
        return
        [
            .. CsvColumn.Of(LayoutOf(typeof(CellRecord)), "runs", "labels", MetricsGroup),
            .. CsvColumn.Named(labels, "labels"),
            .. metrics.SelectMany(OfGrid),
        ];
    }

    private static IEnumerable<CsvColumn> OfGrid(string metric) =>
        CsvColumn.Of(s_interval).Select(column => column.Below(metric).Below(MetricsGroup));

    private static IEnumerable<CsvColumn> OfRun(ResultDocument document)
    {
        IEnumerable<RunRecord> runs = document.Cells.SelectMany(cell => cell.Runs);
        bool isPair = runs.Any(run => run.Pair is not null);
        string[] others =
        [
            MetricsGroup, "facts", .. document.Kind == ResultKinds.Copy ? Array.Empty<string>() : ["copy"],
            .. document.Kind == ResultKinds.Verify && !isPair ? Array.Empty<string>() : ["verification"],
            .. isPair ? Array.Empty<string>() : ["pair", "reads_b"],
            .. document.Kind == ResultKinds.Extents ? Array.Empty<string>() : ["extents"],
        ];
        IEnumerable<string> always = Metrics.All.Where(metric => !metric.IsOfGrids).Select(metric => metric.Name);
        return
        [
            .. CsvColumn.Of(LayoutOf(typeof(RunRecord)), others),
            .. CsvColumn.Named(Known(always.Concat(runs.SelectMany(run => run.Metrics.Keys))), MetricsGroup),
            .. CsvColumn.Named(runs.SelectMany(run => run.Facts.Keys).Distinct(StringComparer.Ordinal), "facts"),
        ];
    }

    /// <summary>Metrics in the order of the catalogue, then those of a newer version.</summary>
    private static IEnumerable<string> Known(IEnumerable<string> names)
    {
        var all = names.ToHashSet(StringComparer.Ordinal);
        IEnumerable<Metric> known = Metrics.All.Where(metric => all.Remove(metric.Name));
        return [.. known.Where(metric => metric.Formats.HasFlag(MetricFormats.Csv)).Select(metric => metric.Name), .. all.Order(StringComparer.Ordinal)];
    }

    private static JsonTypeInfo LayoutOf(Type type) => ResultsJson.Result.Options.GetTypeInfo(type);
}

/// <summary>A column: the steps from an object to a value.</summary>
/// <param name="Name">The steps joined by dots.</param>
/// <param name="Steps">Names of JSON properties.</param>
internal sealed record CsvColumn(string Name, IReadOnlyList<string> Steps)
{
    /// <summary>Lists that hold a distribution, a series or sentences; they do not fit into a cell.</summary>
    private static readonly string[] s_leftOut =
        ["bins", "samples", "latency_samples", "rounds_bytes_per_s", "problems", "entries", "listed_files"];

    /// <summary>The columns of a type, in the order of its properties, whether or not a document has a value there.</summary>
    /// <param name="type">Layout of an object.</param>
    /// <param name="skip">Properties of the type itself to pass over.</param>
    public static IEnumerable<CsvColumn> Of(JsonTypeInfo type, params string[] skip) =>
        type.Properties.Where(property => !skip.Contains(property.Name) && !s_leftOut.Contains(property.Name)).SelectMany(Of);

    /// <summary>Columns for names below some steps.</summary>
    public static IEnumerable<CsvColumn> Named(IEnumerable<string> names, params string[] steps) =>
        names.Select(name => new CsvColumn(string.Join('.', [.. steps, name]), [.. steps, name]));

    /// <summary>The same column below a property.</summary>
    public CsvColumn Below(string step) => new($"{step}.{Name}", [step, .. Steps]);

    /// <summary>The value as text that no spreadsheet executes: empty for null and where there is none, lists joined with a semicolon.</summary>
    public string Text(JsonElement root) => Text(root, 0);

    private static IEnumerable<CsvColumn> Of(JsonPropertyInfo property)
    {
        JsonTypeInfo type = property.Options.GetTypeInfo(property.PropertyType);
        JsonTypeInfo item = type.ElementType is { } element ? property.Options.GetTypeInfo(element) : type;
        return item.Kind == JsonTypeInfoKind.Object
            ? Of(item).Select(column => column.Below(property.Name))
            : [new CsvColumn(property.Name, [property.Name])];
    }

    private string Text(JsonElement at, int step) => at.ValueKind switch
    {
        JsonValueKind.Null => string.Empty,
        JsonValueKind.Array => string.Join(';', at.EnumerateArray().Select(item => Text(item, step))),
        JsonValueKind.Object => at.TryGetProperty(Steps[step], out JsonElement inner) ? Text(inner, step + 1) : string.Empty,
        JsonValueKind.String => HarmlessText.ForSpreadsheet(at.GetString()!),
        _ => at.GetRawText(),
    };
}

/// <summary>One line of CSV.</summary>
internal static class CsvLine
{
    private static readonly SearchValues<char> s_special = SearchValues.Create(",\"\r\n");

    /// <summary>Joins values with commas; quotes only those that need it.</summary>
    public static string Join(IEnumerable<string> values) => string.Join(',', values.Select(Quote));

    /// <summary>Writes values as a line.</summary>
    public static void Write(TextWriter target, IEnumerable<string> values)
    {
        target.Write(Join(values));
        target.Write('\n');
    }

    private static string Quote(string value) => value.AsSpan().IndexOfAny(s_special) < 0
        ? value
        : $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
