using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using static System.FormattableString;

namespace Landspeed.Results.Reading;

/// <summary>
/// Checks that a document's values fit its fields, before it becomes records: finds what a person or another program
/// left out or reversed.
/// </summary>
internal static class StoredFields
{
    private const string SizeSuffix = "_bytes";

    /// <summary>Finds the first field with a value that no record can hold.</summary>
    /// <param name="value">A part of the document.</param>
    /// <param name="type">The layout of its record.</param>
    /// <returns>What is wrong and where, for example <c>hosts[0].memory_bytes is below 0</c>, or null if nothing is.
    /// Missing fields are not checked: reading reports them. Null in a field that may be missing counts as
    /// missing.</returns>
    /// <remarks>Pure and thread-safe. Fields that the record does not know are skipped.</remarks>
    internal static string? Wrong(JsonElement value, JsonTypeInfo type) => Wrong(value, type, string.Empty);

    private static string? Wrong(JsonElement value, JsonTypeInfo type, string path) => (value.ValueKind, type.Kind) switch
    {
        (JsonValueKind.Object, JsonTypeInfoKind.Object) => OfFields(value, type, path),
        (JsonValueKind.Object, JsonTypeInfoKind.Dictionary) => OfValues(value, type, path),
        (JsonValueKind.Array, JsonTypeInfoKind.Enumerable) => OfElements(value, type, path),
        _ => null,
    };

    private static string? OfFields(JsonElement value, JsonTypeInfo type, string path)
    {
        foreach (JsonProperty field in value.EnumerateObject())
        {
            bool isSimple = field.Value.ValueKind is JsonValueKind.String or JsonValueKind.True or JsonValueKind.False;
            if (isSimple || type.Properties.FirstOrDefault(property => field.NameEquals(property.Name)) is not { } known)
            {
                continue;
            }

            string name = path.Length == 0 ? known.Name : $"{path}.{known.Name}";
            string? wrong = field.Value.ValueKind switch
            {
                JsonValueKind.Null => known.IsRequired && !known.IsSetNullable && !known.PropertyType.IsValueType ? $"{name} is null" : null,
                JsonValueKind.Number => IsBelow0(field.Value) && known.Name.EndsWith(SizeSuffix, StringComparison.Ordinal) ? $"{name} is below 0" : null,
                _ => Wrong(field.Value, type.Options.GetTypeInfo(known.PropertyType), name),
            };
            if (wrong is not null)
            {
                return wrong;
            }
        }

        return null;
    }

    private static string? OfValues(JsonElement value, JsonTypeInfo type, string path)
    {
        JsonTypeInfo element = type.Options.GetTypeInfo(type.ElementType!);
        return value.EnumerateObject().Select(entry => OfElement(entry.Value, element, $"{path}.{entry.Name}")).FirstOrDefault(wrong => wrong is not null);
    }

    private static string? OfElements(JsonElement value, JsonTypeInfo type, string path)
    {
        JsonTypeInfo element = type.Options.GetTypeInfo(type.ElementType!);
        int index = 0;
        foreach (JsonElement one in value.EnumerateArray())
        {
            if (one.ValueKind is not (JsonValueKind.Number or JsonValueKind.String) && OfElement(one, element, Invariant($"{path}[{index}]")) is { } wrong)
            {
                return wrong;
            }

            index++;
        }

        return null;
    }

    private static string? OfElement(JsonElement value, JsonTypeInfo element, string path) =>
        value.ValueKind == JsonValueKind.Null && !element.Type.IsValueType ? $"{path} is null" : Wrong(value, element, path);

    private static bool IsBelow0(JsonElement number) => number.TryGetDouble(out double value) && value < 0;
}
