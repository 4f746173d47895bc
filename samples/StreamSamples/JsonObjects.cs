using System.Text.Json;
using Landspeed;

namespace StreamSamples;

/// <summary>A JSON array, written as a whole and read back object by object.</summary>
internal static class JsonObjects
{
    public static async Task<string> RunAsync(string path)
    {
        await using (SequentialWriteStream target = SequentialFile.Create(path))
        {
            await JsonSerializer.SerializeAsync(
                target, Measurement.Many(50_000), MeasurementJson.Default.IEnumerableMeasurement);
        }

        int count = 0;
        double sum = 0;
        await using SequentialReadStream source = SequentialFile.OpenRead(path);
        await foreach (Measurement? measurement in JsonSerializer.DeserializeAsyncEnumerable(
            source, MeasurementJson.Default.Measurement))
        {
            count++;
            sum += measurement!.Value;
        }

        return FormattableString.Invariant($"wrote and read {count} objects in {source.Length} bytes; the values sum up to {sum}");
    }
}
