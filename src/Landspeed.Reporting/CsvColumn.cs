using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Landspeed.Reporting;

/// <summary>A column: the steps from the document, or from one of its runs, to a value.</summary>
/// <param name="Name">The steps joined by dots.</param>
/// <param name="Steps">Names of JSON properties.</param>
internal sealed record CsvColumn(string Name, IReadOnlyList<string> Steps)
{
    /// <summary>Lists that hold a distribution or a series; they do not fit into a cell.</summary>
    private static readonly string[] LeftOut = ["bins", "samples"];

    /// <summary>
    /// The columns of a type, in the order of its properties, whether or not a document has a value there.
    /// </summary>
    /// <param name="type">Layout of an object.</param>
    /// <param name="skip">Properties of the type itself to pass over.</param>
    public static IEnumerable<CsvColumn> Of(JsonTypeInfo type, params string[] skip) =>
        type.Properties.Where(property => !skip.Contains(property.Name) && !LeftOut.Contains(property.Name)).SelectMany(Of);

    /// <summary>The same column below a property.</summary>
    public CsvColumn Below(string step) => new($"{step}.{Name}", [step, .. Steps]);

    /// <summary>The value as text: empty for null and where there is none, lists joined with a semicolon.</summary>
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
        JsonValueKind.String => at.GetString()!,
        _ => at.GetRawText(),
    };
}
