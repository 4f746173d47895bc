using Landspeed;

namespace StreamSamples;

/// <summary>Lines of text in UTF-8.</summary>
internal static class TextLines
{
    public static async Task<string> RunAsync(string path)
    {
        await using (var writer = new StreamWriter(SequentialFile.Create(path)))
        {
            for (int number = 1; number <= 100_000; number++)
            {
                await writer.WriteLineAsync($"line {number}: grüße, 世界");
            }
        }

        int lines = 0;
        long characters = 0;
        using var reader = new StreamReader(SequentialFile.OpenRead(path));
        while (await reader.ReadLineAsync() is { } line)
        {
            lines++;
            characters += line.Length;
        }

        return $"wrote and read {lines} lines of {characters} characters";
    }
}
