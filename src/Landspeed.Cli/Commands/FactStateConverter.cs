using System.Text.Json;
using System.Text.Json.Serialization;
using Landspeed.Experiments.Host;

namespace Landspeed.Cli.Commands;

/// <summary>Writes a state as <c>ok</c>, <c>limited</c> or <c>missing</c>.</summary>
internal sealed class FactStateConverter() : JsonStringEnumConverter<FactState>(JsonNamingPolicy.SnakeCaseLower);
