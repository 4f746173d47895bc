using System.Text.Json.Serialization;

namespace Landspeed.Experiments.Results;

/// <summary>Serialization code, generated at compile time.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MeasurementDocument))]
[JsonSerializable(typeof(SweepDocument))]
[JsonSerializable(typeof(SweepRunRecord))]
[JsonSerializable(typeof(ExperimentDocument))]
[JsonSerializable(typeof(TrialRunRecord))]
[JsonSerializable(typeof(CopyDocument))]
[JsonSerializable(typeof(CopyEventRecord))]
[JsonSerializable(typeof(VerificationDocument))]
internal sealed partial class ResultsJsonContext : JsonSerializerContext;
