using System.Text.Json.Serialization;
using Landspeed.Experiments.Host;

namespace Landspeed.Cli.Commands;

/// <summary>Serializer of <see cref="ExaminationRecord"/>, made at build time.</summary>
[JsonSourceGenerationOptions(
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(FactStateConverter)])]
[JsonSerializable(typeof(ExaminationRecord))]
internal sealed partial class ExaminationJsonContext : JsonSerializerContext;
