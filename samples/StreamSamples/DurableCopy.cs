using Landspeed;

namespace StreamSamples;

/// <summary>A copy from stream to stream, through memory that goes neither through the page cache nor the managed heap.</summary>
internal static class DurableCopy
{
    public static async Task<string> RunAsync(string path)
    {
        await using SequentialReadStream source = SequentialFile.OpenRead(path);
        await using SequentialWriteStream target = SequentialFile.Create(
            path + ".copy", new SequentialFileOptions { PreallocationSize = source.Length });

        await source.CopyToAsync(target);
        await target.FlushToDiskAsync();

        return $"copied {target.Length} bytes to {path}.copy: read {source.EffectiveMode}, written {target.EffectiveMode}, durable";
    }
}
