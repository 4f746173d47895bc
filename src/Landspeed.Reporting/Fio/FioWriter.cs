using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Landspeed.Reporting.Fio;

/// <summary>Writes JSON as fio does: fractions with six decimals, so that they are fractions also when whole.</summary>
internal sealed class FioWriter(Utf8JsonWriter writer)
{
    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Writes a document as text, with a line feed at the end.</summary>
    public static void Write(TextWriter target, Action<FioWriter> document)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Options))
        {
            document(new FioWriter(json));
        }

        target.Write(Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length));
        target.Write('\n');
    }

    /// <summary>An object of its own or, with a name, below another.</summary>
    public void Object(string? name, Action members)
    {
        if (name is null)
        {
            writer.WriteStartObject();
        }
        else
        {
            writer.WriteStartObject(name);
        }

        members();
        writer.WriteEndObject();
    }

    /// <summary>A list of objects.</summary>
    public void List<T>(string name, IEnumerable<T> items, Action<T> item)
    {
        writer.WriteStartArray(name);
        foreach (T one in items)
        {
            Object(null, () => item(one));
        }

        writer.WriteEndArray();
    }

    /// <summary>A list of words.</summary>
    public void List(string name, IEnumerable<string> items)
    {
        writer.WriteStartArray(name);
        foreach (string item in items)
        {
            writer.WriteStringValue(item);
        }

        writer.WriteEndArray();
    }

    /// <summary>A word, or null.</summary>
    public void Word(string name, string? value) => writer.WriteString(name, value);

    /// <summary>Yes or no.</summary>
    public void Truth(string name, bool value) => writer.WriteBoolean(name, value);

    /// <summary>A whole number, or null.</summary>
    public void Whole(string name, long? value)
    {
        if (value is { } whole)
        {
            writer.WriteNumber(name, whole);
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    /// <summary>A whole number, rounded down, as fio does.</summary>
    public void WholeOf(string name, double value) =>
        Whole(name, double.IsFinite(value) ? (long)Math.Min(value, long.MaxValue / 2) : null);

    /// <summary>A fraction with six decimals; null when not finite.</summary>
    public void Fraction(string name, double? value)
    {
        if (value is { } fraction && double.IsFinite(fraction))
        {
            writer.WritePropertyName(name);
            writer.WriteRawValue(fraction.ToString("F6", CultureInfo.InvariantCulture));
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    /// <summary>What we do not measure.</summary>
    public void Missing(string name) => writer.WriteNull(name);
}
