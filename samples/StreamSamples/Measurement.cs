namespace StreamSamples;

/// <summary>What the JSON samples write.</summary>
internal sealed record Measurement(int Id, string Sensor, double Value)
{
    public static IEnumerable<Measurement> Many(int count) =>
        Enumerable.Range(1, count).Select(id => new Measurement(id, $"sensor {id % 7}", id / 8.0));
}
