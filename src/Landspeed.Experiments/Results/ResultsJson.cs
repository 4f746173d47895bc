using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Landspeed.Experiments.Results;

/// <summary>
/// Result documents as JSON: names and enumerations in snake_case, integers for counts and nanoseconds, no NaN or
/// infinity (null stands there), UTF-8 without byte order mark, the same in every culture.
/// </summary>
/// <remarks>Generated at compile time: no reflection, fit for ahead-of-time compilation. Thread-safe.</remarks>
public static class ResultsJson
{
    private static readonly ResultsJsonContext Context = new(Options(indented: true));

    // One document a line, as a journal has it.
    private static readonly ResultsJsonContext Lines = new(Options(indented: false));

    /// <summary>How a measurement is laid out, for reports that walk its fields.</summary>
    public static JsonTypeInfo<MeasurementDocument> Measurement => Context.MeasurementDocument;

    /// <summary>How a sweep is laid out, for reports that walk its fields.</summary>
    public static JsonTypeInfo<SweepDocument> Sweep => Context.SweepDocument;

    /// <summary>How an experiment is laid out, for reports that walk its fields.</summary>
    public static JsonTypeInfo<ExperimentDocument> Experiment => Context.ExperimentDocument;

    /// <summary>Writes an experiment, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to; stays open.</param>
    public static void Write(ExperimentDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        target.Write(JsonSerializer.Serialize(document, Experiment));
        target.Write('\n');
    }

    /// <summary>Writes what a copy did, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to; stays open.</param>
    public static void Write(CopyDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        target.Write(JsonSerializer.Serialize(document, Context.CopyDocument));
        target.Write('\n');
    }

    /// <summary>Writes what a verification found, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to; stays open.</param>
    public static void Write(VerificationDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        target.Write(JsonSerializer.Serialize(document, Context.VerificationDocument));
        target.Write('\n');
    }

    /// <summary>What happened to one entry, as JSON.</summary>
    /// <param name="happened">What happened.</param>
    /// <returns>One line without a line feed.</returns>
    public static string Line(CopyEventRecord happened) => JsonSerializer.Serialize(happened, Lines.CopyEventRecord);

    /// <summary>Writes a sweep, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to; stays open.</param>
    public static void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        target.Write(JsonSerializer.Serialize(document, Sweep));
        target.Write('\n');
    }

    /// <summary>Writes a measurement, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to; stays open.</param>
    public static void Write(MeasurementDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(target);
        target.Write(JsonSerializer.Serialize(document, Measurement));
        target.Write('\n');
    }

    /// <summary>Writes a measurement, indented, with a line feed at the end.</summary>
    /// <param name="document">What to write.</param>
    /// <param name="target">Where to, as UTF-8 without byte order mark; stays open.</param>
    public static void Write(MeasurementDocument document, Stream target)
    {
        ArgumentNullException.ThrowIfNull(target);
        JsonSerializer.Serialize(target, document, Measurement);
        target.WriteByte((byte)'\n');
    }

    /// <summary>Reads a measurement; fields that this version does not know are passed over.</summary>
    /// <param name="json">One document.</param>
    /// <returns>The document; a number that was not finite comes back as NaN where a number is required.</returns>
    /// <exception cref="InvalidDataException">
    /// Not JSON, another kind of document, or a field is missing: says which.
    /// </exception>
    public static MeasurementDocument ReadMeasurement(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(json));
        return ReadMeasurement(stream);
    }

    /// <summary>Reads a measurement; fields that this version does not know are passed over.</summary>
    /// <param name="source">
    /// One document in UTF-8, with or without byte order mark; read to its end, stays open.
    /// </param>
    /// <returns>The document; a number that was not finite comes back as NaN where a number is required.</returns>
    /// <exception cref="InvalidDataException">
    /// Not JSON, another kind of document, or a field is missing: says which.
    /// </exception>
    public static MeasurementDocument ReadMeasurement(Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        MeasurementDocument? document;
        try
        {
            document = JsonSerializer.Deserialize(source, Measurement);
        }
        catch (JsonException error)
        {
            throw new InvalidDataException(
                $"not a measurement of Landspeed: {error.Message}; give a file that --json wrote", error);
        }

        return document?.Schema == MeasurementDocument.SchemaName
            ? document
            : throw new InvalidDataException(
                $"not a measurement of Landspeed: its schema is '{document?.Schema}', "
                + $"not '{MeasurementDocument.SchemaName}'");
    }

    /// <summary>Writes the first line of a journal.</summary>
    /// <param name="preview">The sweep before its first run.</param>
    /// <returns>One line without a line feed.</returns>
    internal static string Line(SweepDocument preview) => JsonSerializer.Serialize(preview, Lines.SweepDocument);

    /// <summary>Writes a further line of a journal.</summary>
    /// <param name="run">A run that has ended.</param>
    /// <returns>One line without a line feed.</returns>
    internal static string Line(SweepRunRecord run) => JsonSerializer.Serialize(run, Lines.SweepRunRecord);

    /// <summary>Reads the first line of a journal.</summary>
    /// <param name="line">One line.</param>
    /// <returns>The sweep before its first run; null when the line is none.</returns>
    internal static SweepDocument? ReadSweepLine(string line)
    {
        SweepDocument? document = Read(line, Lines.SweepDocument);
        return document?.Schema == SweepDocument.SchemaName ? document : null;
    }

    /// <summary>Reads a further line of a journal.</summary>
    /// <param name="line">One line.</param>
    /// <returns>The run; null when the line is none, for example because it was cut off.</returns>
    internal static SweepRunRecord? ReadRunLine(string line) => Read(line, Lines.SweepRunRecord);

    /// <summary>Writes the first line of an experiment's journal.</summary>
    internal static string Line(ExperimentDocument preview) => JsonSerializer.Serialize(preview, Lines.ExperimentDocument);

    /// <summary>Writes a further line of an experiment's journal.</summary>
    internal static string Line(TrialRunRecord run) => JsonSerializer.Serialize(run, Lines.TrialRunRecord);

    /// <summary>Reads the first line of an experiment's journal; null when the line is none.</summary>
    internal static ExperimentDocument? ReadExperimentLine(string line)
    {
        ExperimentDocument? document = Read(line, Lines.ExperimentDocument);
        return document?.Schema == ExperimentDocument.SchemaName ? document : null;
    }

    /// <summary>Reads a further line of an experiment's journal; null when the line is none.</summary>
    internal static TrialRunRecord? ReadTrialLine(string line) => Read(line, Lines.TrialRunRecord);

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

        // Names of files stay readable. 'Unsafe' is about pasting JSON into HTML; who does that must escape it there.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters =
        {
            new FiniteDoubleConverter(), new SnakeCaseEnumConverter<Verdict>(), new SnakeCaseEnumConverter<CellState>(),
            new SnakeCaseEnumConverter<VerificationState>(),
        },
    };
}
