using System.Text.Json;
using Landspeed;

namespace StreamSamples;

/// <summary>A Utf8JsonWriter that formats straight into the memory that the device reads from.</summary>
internal static class JsonWithoutCopy
{
    private const int Count = 50_000;

    public static async Task<string> RunAsync(string path)
    {
        await using BlockWriter file = BlockWriter.Create(path);
        await using (var json = new Utf8JsonWriter(file))
        {
            json.WriteStartArray();
            foreach (Measurement measurement in Measurement.Many(Count))
            {
                json.WriteStartObject();
                json.WriteNumber("Id", measurement.Id);
                json.WriteString("Sensor", measurement.Sensor);
                json.WriteNumber("Value", measurement.Value);
                json.WriteEndObject();

                // It grows its buffer until it is flushed: flush it often. This only hands the bytes to the BlockWriter.
                if (json.BytesPending > 16 * 1024)
                {
                    json.Flush();
                }
            }

            json.WriteEndArray();
        }

        return $"wrote {Count} objects in {file.Position} bytes";
    }
}
