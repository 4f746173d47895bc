using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Streams;

/// <summary>Counts the lines of a file without cutting them.</summary>
internal static class LineCounting
{
    /// <summary>Opens, counts, closes.</summary>
    internal static long Count(string path, LineOptions options)
    {
        FilePath name = FilePath.FromText(path);
        StorageFile file = FileOpening.ForReading(name, options.File ?? new SequentialFileOptions());
        using var reader = new BlockReader(file, options.FileOptions(file.EffectiveMode, workers: 1));
        var tally = default(LineTally);
        while (true)
        {
            using ReadBlock block = reader.Read();
            if (block.IsEnd)
            {
                return tally.Lines(options.KeepByteOrderMark);
            }

            tally.Add(block.Span);
        }
    }
}
