using Landspeed;

namespace StreamSamples;

/// <summary>A file that has its old content or its new one, whatever happens.</summary>
internal static class SafeReplacement
{
    public static async Task<string> RunAsync(string path)
    {
        for (int version = 1; version <= 3; version++)
        {
            await AtomicFile.ReplaceAsync(path, async (stream, _) =>
            {
                await using var writer = new StreamWriter(stream);
                await writer.WriteLineAsync($"version {version}");
            });
        }

        return $"replaced {path} three times; it was whole and durable each time";
    }
}
