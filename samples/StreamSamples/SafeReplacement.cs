using Landspeed;

namespace StreamSamples;

/// <summary>A file that is there with its old content or its new one, whatever happens: write beside it, make durable, rename.</summary>
internal static class SafeReplacement
{
    public static async Task<string> RunAsync(string path)
    {
        for (int version = 1; version <= 3; version++)
        {
            string unfinished = path + ".new";
            await using (SequentialWriteStream target = SequentialFile.Create(unfinished))
            {
                await using (var writer = new StreamWriter(target, leaveOpen: true))
                {
                    await writer.WriteLineAsync($"version {version}");
                }

                // Without this the name could be durable before the bytes are.
                await target.FlushToDiskAsync();
            }

            File.Move(unfinished, path, overwrite: true);

            // And without this the old name could come back.
            Durability.FlushDirectory(FilePath.FromText(path).Parent);
        }

        return $"replaced {path} three times; it was whole and durable each time";
    }
}
