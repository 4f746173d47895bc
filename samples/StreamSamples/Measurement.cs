using System.Text.Json.Serialization;

namespace StreamSamples;

/// <summary>What the JSON samples write.</summary>
internal sealed record Measurement(int Id, string Sensor, double Value)
{
    public static IEnumerable<Measurement> Many(int count) =>
        Enumerable.Range(1, count).Select(id => new Measurement(id, $"sensor {id % 7}", id / 8.0));
}

/// <summary>How they look as JSON, known to the compiler: native programs have no reflection for it.</summary>
[JsonSerializable(typeof(IEnumerable<Measurement>))]
internal sealed partial class MeasurementJson : JsonSerializerContext;
