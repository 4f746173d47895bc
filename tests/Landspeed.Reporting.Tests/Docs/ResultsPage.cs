using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Docs;

/// <summary>The generated part of <c>docs/results.md</c>: every field of a result and every metric, from the records themselves.</summary>
internal sealed partial class ResultsPage
{
    private readonly Dictionary<string, XElement> _comments = XDocument
        .Load(Path.ChangeExtension(typeof(ResultDocument).Assembly.Location, "xml"))
        .Descendants("member").ToDictionary(member => member.Attribute("name")!.Value, StringComparer.Ordinal);

    private readonly StringBuilder _text = new();
    private readonly List<Type> _records = [];
    private readonly List<Type> _enumerations = [];

    public static string Make()
    {
        var page = new ResultsPage();
        page.Records();
        page.Words();
        page.Catalogue();
        page.Conclusions();
        return page._text.ToString();
    }

    private void Records()
    {
        _records.Add(typeof(ResultDocument));
        for (int index = 0; index < _records.Count; index++)
        {
            Type record = _records[index];
            Heading(Title(record), record);
            _text.Append("| Field | Type | Meaning |\n|---|---|---|\n");
            foreach (JsonPropertyInfo field in ResultsJson.Result.Options.GetTypeInfo(record).Properties)
            {
                var property = (PropertyInfo)field.AttributeProvider!;
                _text.Append($"| `{field.Name}` | {TypeOf(field.PropertyType)} | {Meaning(property)} |\n");
            }
        }
    }

    private void Words()
    {
        foreach (Type words in _enumerations)
        {
            Heading(Title(words), words);
            _text.Append("| Word | Meaning |\n|---|---|\n");
            foreach (string name in Enum.GetNames(words))
            {
                string comment = Summary($"F:{words.FullName}.{name}");
                _text.Append($"| `{JsonNamingPolicy.SnakeCaseLower.ConvertName(name)}` | {comment} |\n");
            }
        }
    }

    private void Catalogue()
    {
        _text.Append("\n### Metrics\n\nThe names below `metrics` of a run (a number) and of a cell (an interval over its runs).\n\n");
        _text.Append("| Metric | Better | In tables | Meaning |\n|---|---|---|---|\n");
        foreach (Metric metric in Metrics.All)
        {
            string better = metric.Better == Better.Neither ? "–" : metric.Better.ToString().ToLowerInvariant();
            string shown = metric.Formats.HasFlag(MetricFormats.Table) ? metric.Heading : "–";
            _text.Append($"| `{metric.Name}` | {better} | {shown} | {metric.Meaning} |\n");
        }
    }

    private void Conclusions()
    {
        _text.Append("\n### Conclusions\n\nThe values of `code` of a conclusion.\n\n| Code | Answers |\n|---|---|\n");
        foreach (ConclusionCode code in ConclusionCodes.All)
        {
            _text.Append($"| `{code.Name}` | {code.Meaning} |\n");
        }
    }

    private void Heading(string title, Type type) => _text.Append($"\n### {title}\n\n{Summary($"T:{type.FullName}")}\n\n");

    private static string Title(Type type) => type == typeof(ResultDocument)
        ? "Document" : $"`{JsonNamingPolicy.SnakeCaseLower.ConvertName(Suffix().Replace(type.Name, string.Empty))}`";

    private string TypeOf(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return TypeOf(inner);
        }

        if (type.IsGenericType)
        {
            Type[] arguments = type.GetGenericArguments();
            return arguments.Length == 1 ? $"list of {TypeOf(arguments[0])}" : $"object of {TypeOf(arguments[1])}";
        }

        if (type.IsEnum)
        {
            Remember(_enumerations, type);
            return Title(type);
        }

        if (type.Namespace?.StartsWith(typeof(ResultDocument).Namespace!, StringComparison.Ordinal) == true)
        {
            Remember(_records, type);
            return Title(type);
        }

        return type == typeof(string) ? "text"
            : type == typeof(bool) ? "yes or no"
            : type == typeof(DateTimeOffset) ? "ISO 8601"
            : type == typeof(double) ? "number" : "whole number";
    }

    private static void Remember(List<Type> types, Type type)
    {
        if (!types.Contains(type))
        {
            types.Add(type);
        }
    }

    // A positional record documents its properties as parameters.
    private string Meaning(PropertyInfo property)
    {
        Type type = property.DeclaringType!;
        return _comments.ContainsKey($"P:{type.FullName}.{property.Name}") ? Summary($"P:{type.FullName}.{property.Name}")
            : _comments[$"T:{type.FullName}"].Elements("param").Where(param => param.Attribute("name")?.Value == property.Name)
                .Select(Flat).Single();
    }

    private string Summary(string member) => _comments.TryGetValue(member, out XElement? comment)
        ? Flat(comment.Element("summary")!)
        : throw new InvalidOperationException($"{member} has no comment");

    internal static string Flat(XElement comment)
    {
        IEnumerable<string> parts = comment.Nodes().Select(node => node switch
        {
            XElement { Name.LocalName: "c" } code => $"`{code.Value}`",
            XElement { Name.LocalName: "see" } see => Reference(see.Attribute("cref")!.Value),
            XElement other => other.Value,
            _ => node.ToString(),
        });
        return Spaces().Replace(string.Concat(parts), " ").Trim().Replace("|", "\\|", StringComparison.Ordinal)
            .Replace("&gt;", ">", StringComparison.Ordinal).Replace("&lt;", "<", StringComparison.Ordinal);
    }

    private static string Reference(string cref) => Limit(cref) ?? $"`{Field(cref)}`";

    // A reader of results does not see the name of a constant, and needs its number.
    private static string? Limit(string cref)
    {
        int dot = cref.LastIndexOf('.');
        FieldInfo? field = cref.StartsWith("F:", StringComparison.Ordinal)
            ? typeof(ResultDocument).Assembly.GetType(cref[2..dot])?.GetField(cref[(dot + 1)..])
            : null;
        return field is { IsLiteral: true, DeclaringType.IsEnum: false }
            ? FormattableString.Invariant($"{field.GetRawConstantValue():N0}")
            : null;
    }

    private static string Field(string cref)
    {
        string name = cref[(cref.LastIndexOf('.') + 1)..];
        return cref.StartsWith("T:", StringComparison.Ordinal) && name is not nameof(Metrics)
            ? JsonNamingPolicy.SnakeCaseLower.ConvertName(Suffix().Replace(name, string.Empty))
            : JsonNamingPolicy.SnakeCaseLower.ConvertName(name);
    }

    [GeneratedRegex("(Record|Section|Document)$")]
    private static partial Regex Suffix();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
