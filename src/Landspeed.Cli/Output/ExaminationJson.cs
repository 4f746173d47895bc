using System.Text.Json;
using System.Text.Json.Serialization;
using Landspeed.Experiments.Host;

namespace Landspeed.Cli.Output;

/// <summary>What <c>doctor</c> found, as JSON.</summary>
internal static class ExaminationJson
{
    /// <summary>For people and programs: indented, without a line break at the end.</summary>
    internal static string ToText(ExaminationRecord record) => JsonSerializer.Serialize(record, ExaminationJsonContext.Default.ExaminationRecord);

    /// <summary>For another rank.</summary>
    internal static byte[] ToBytes(ExaminationRecord record) => JsonSerializer.SerializeToUtf8Bytes(record, ExaminationJsonContext.Default.ExaminationRecord);

    /// <summary>Reads what a rank of the same program wrote.</summary>
    internal static ExaminationRecord Of(byte[] bytes) => JsonSerializer.Deserialize(bytes, ExaminationJsonContext.Default.ExaminationRecord)!;
}

/// <summary>Serializer of <see cref="ExaminationRecord"/>, made at build time.</summary>
[JsonSourceGenerationOptions(
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(FactStateConverter)])]
[JsonSerializable(typeof(ExaminationRecord))]
internal sealed partial class ExaminationJsonContext : JsonSerializerContext;

/// <summary>Writes a state as <c>ok</c>, <c>limited</c> or <c>missing</c>.</summary>
internal sealed class FactStateConverter() : JsonStringEnumConverter<FactState>(JsonNamingPolicy.SnakeCaseLower);
