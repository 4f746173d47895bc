using System.Text.Json;
using System.Text.Json.Serialization;

namespace Landspeed.Experiments.Results;

/// <summary>An enumeration as a word in snake_case; numbers are refused.</summary>
/// <typeparam name="T">The enumeration.</typeparam>
internal sealed class SnakeCaseEnumConverter<T>()
    : JsonStringEnumConverter<T>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false)
    where T : struct, Enum;
