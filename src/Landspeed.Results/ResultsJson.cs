using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Results.Comparing;
using Landspeed.Results.Pairs;
using Landspeed.Results.Reading;
using Landspeed.Streams;

namespace Landspeed.Results;

/// <summary>
/// Result documents as JSON: names and enumerations in snake_case, integers for counts and nanoseconds, no NaN or
/// infinity (null is written instead), UTF-8 without byte order mark, the same in every culture.
/// </summary>
/// <remarks>Generated at compile time: no reflection, suitable for ahead-of-time compilation. Thread-safe.</remarks>
public static class ResultsJson
{
    private static readonly ResultsJsonContext Context = new(Options(indented: true));

    // One document per line, as in a journal.
    private static readonly ResultsJsonContext Lines = new(Options(indented: false));

    /// <summary>The layout of a result, for reports that enumerate its fields.</summary>
    public static JsonTypeInfo<ResultDocument> Result => Context.ResultDocument;

    /// <summary>Writes a result, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to write it; stays open.</param>
    /// <remarks>
    /// Written piece by piece: a list of a million extents is 130 MB of text, and is never in memory as a whole.
    /// </remarks>
    public static void Write(ResultDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        using var stream = new TextStream(target);
        JsonSerializer.Serialize(stream, document, Result);
        target.Write('\n');
    }

    /// <summary>Reads a result of any kind; fields that this version does not know are skipped.</summary>
    /// <param name="json">One document.</param>
    /// <returns>The document; a number that was not finite comes back as NaN where a number is required.</returns>
    /// <exception cref="InvalidDataException">Not JSON, another kind of document, or a field is missing; the message
    /// says which.</exception>
    public static ResultDocument Read(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(json));
        return Read(stream);
    }

    /// <summary>Reads a result of any kind; fields that this version does not know are skipped.</summary>
    /// <param name="source">One document in UTF-8, with or without byte order mark; read to its end, stays open.</param>
    /// <returns>The document; a number that was not finite comes back as NaN where a number is required.</returns>
    /// <exception cref="InvalidDataException">Not JSON, another kind of document, one of a later version, or a field is
    /// missing; the message says which.</exception>
    public static ResultDocument Read(Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        CheckBeginning(source);
        try
        {
            using JsonDocument json = JsonDocument.Parse(source);
            CheckHead(json.RootElement);
            return StoredFields.Wrong(json.RootElement, Result) is { } wrong ? throw Refused(wrong) : json.Deserialize(Result)!;
        }
        catch (JsonException error)
        {
            throw Refused(JsonRefusal.Of(error), error);
        }
        catch (OverflowException error)
        {
            throw Refused("it is larger than 2 GiB", error); // which the parser keeps in memory as a whole
        }
    }

    // A file of gigabytes named by mistake, or an endless device, would otherwise be read whole before it is rejected.
    private static void CheckBeginning(Stream source)
    {
        const int Most = 4096;
        if (!source.CanSeek)
        {
            return;
        }

        long start = source.Position;
        Span<byte> head = stackalloc byte[Most];
        head = head[..source.ReadAtLeast(head, Most, throwOnEndOfStream: false)];
        source.Position = start;
        ReadOnlySpan<byte> text = head.StartsWith(Encoding.UTF8.Preamble) ? head[Encoding.UTF8.Preamble.Length..] : head;
        text = text.TrimStart(" \t\r\n"u8);
        if ((text.Length == 0 && head.Length == Most) || (text.Length > 0 && text[0] != (byte)'{'))
        {
            throw Refused("it does not begin with {");
        }
    }

    // The kind of document is checked before missing fields: a document of another program lacks every field.
    private static void CheckHead(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("schema", out JsonElement schema))
        {
            throw Refused("it has no schema");
        }

        if (schema.ValueKind != JsonValueKind.String || schema.GetString() != ResultDocument.SchemaName)
        {
            throw Refused($"its schema is {schema.GetRawText()}, not \"{ResultDocument.SchemaName}\"");
        }

        if (root.TryGetProperty("schema_version", out JsonElement version)
            && version.ValueKind == JsonValueKind.Number && version.TryGetInt32(out int number) && number > ResultDocument.CurrentSchemaVersion)
        {
            throw new InvalidDataException(FormattableString.Invariant(
                $"a result of a later Landspeed: its schema version is {number}, this one reads {ResultDocument.CurrentSchemaVersion}; use the later one"));
        }
    }

    private static InvalidDataException Refused(string reason, Exception? cause = null) =>
        new($"not a result of Landspeed: {reason}; give a file that --json wrote", cause);

    /// <summary>Formats the first line of a journal.</summary>
    internal static string Line(ResultDocument preview) => JsonSerializer.Serialize(preview, Lines.ResultDocument);

    /// <summary>Formats a further line of a journal.</summary>
    internal static string Line(RunRecord run) => JsonSerializer.Serialize(run, Lines.RunRecord);

    /// <summary>Reads the first line of a journal, or returns null if the line is not one.</summary>
    internal static ResultDocument? ReadPreviewLine(string line)
    {
        ResultDocument? document = Read(line, Lines.ResultDocument);
        return document?.Schema == ResultDocument.SchemaName ? document : null;
    }

    /// <summary>
    /// Reads a further line of a journal, or returns null if the line is not one, for example because it was cut off.
    /// </summary>
    internal static RunRecord? ReadRunLine(string line) => Read(line, Lines.RunRecord);

    /// <summary>Formats what happened to one entry as JSON.</summary>
    /// <param name="happened">The event.</param>
    /// <returns>One line without a line feed.</returns>
    public static string Line(CopyEventRecord happened) => JsonSerializer.Serialize(happened, Lines.CopyEventRecord);

    private static T? Read<T>(string line, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(line, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static JsonSerializerOptions Options(bool indented) => new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = indented,
        NewLine = "\n",
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip,

        // Names of files stay readable. 'Unsafe' refers to pasting JSON into HTML; whoever does that must escape it
        // there.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters =
        {
            new FiniteDoubleConverter(), new MetricValuesConverter(), new SnakeCaseEnumConverter<Verdict>(), new SnakeCaseEnumConverter<CellState>(),
            new SnakeCaseEnumConverter<VerificationState>(), new SnakeCaseEnumConverter<CopyLimitKind>(),
            new SnakeCaseEnumConverter<PairState>(),
            new SnakeCaseEnumConverter<PairAspect>(), new SnakeCaseEnumConverter<ComparisonWord>(),
        },
    };
}

/// <summary>Serialization code, generated at compile time.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ResultDocument))]
[JsonSerializable(typeof(RunRecord))]
[JsonSerializable(typeof(CopyEventRecord))]
internal sealed partial class ResultsJsonContext : JsonSerializerContext;

/// <summary>Converts an enumeration to and from a word in snake_case; numbers are refused.</summary>
/// <typeparam name="T">The enumeration.</typeparam>
internal sealed class SnakeCaseEnumConverter<T>()
    : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;

/// <summary>Writes null for values that JSON cannot represent: NaN and the infinities. Reads null as NaN.</summary>
internal sealed class FiniteDoubleConverter : JsonConverter<double>
{
    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Null ? double.NaN : reader.GetDouble();

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
    {
        if (double.IsFinite(value))
        {
            writer.WriteNumberValue(value);
        }
        else
        {
            writer.WriteNullValue();
        }
    }
}

/// <summary>Converts values by metric to and from an object; null for values that JSON cannot represent.</summary>
/// <remarks>
/// Names are the catalogue's own strings, not copies: fifty results contain half a million of them, which were most of
/// the memory used by a report of all of them.
/// </remarks>
internal sealed class MetricValuesConverter : JsonConverter<IReadOnlyDictionary<string, double>>
{
    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, double> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("values by metric are an object");
        }

        var values = new Dictionary<string, double>(StringComparer.Ordinal);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = reader.GetString()!;
            reader.Read();
            values[Metrics.Find(name)?.Name ?? name] = reader.TokenType == JsonTokenType.Null ? double.NaN : reader.GetDouble();
        }

        values.TrimExcess();
        return values;
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<string, double> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach ((string name, double number) in value)
        {
            writer.WritePropertyName(name);
            if (double.IsFinite(number))
            {
                writer.WriteNumberValue(number);
            }
            else
            {
                writer.WriteNullValue();
            }
        }

        writer.WriteEndObject();
    }
}

/// <summary>Writes UTF-8 to a text writer, which stays open.</summary>
/// <param name="target">The text writer.</param>
internal sealed class TextStream(TextWriter target) : WriteOnlyStream
{
    // A character may be split at the end of a piece.
    private readonly Decoder _decoder = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetDecoder();
    private char[] _characters = [];

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (_characters.Length < buffer.Length + 1)
        {
            _characters = new char[buffer.Length + 1];
        }

        target.Write(_characters, 0, _decoder.GetChars(buffer, _characters, flush: false));
    }
}
