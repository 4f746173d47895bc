using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>Counts the lines of a file without cutting them.</summary>
internal static class LineCounting
{
    /// <summary>Opens, counts, closes.</summary>
    internal static long Count(FilePath path, LineOptions options)
    {
        StorageFile file = FileOpening.ForReading(path, options.File ?? new SequentialFileOptions());
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

/// <summary>Line ends counted so far, and what decides whether the last bytes are one more line.</summary>
internal struct LineTally
{
    private long _ends;
    private long _length;
    private int _start;
    private byte _last;

    /// <summary>Counts the next bytes of the file.</summary>
    internal void Add(ReadOnlySpan<byte> bytes)
    {
        for (int index = 0; _length + index < LineEnds.ByteOrderMark.Length && index < bytes.Length; index++)
        {
            _start = (_start << 8) | bytes[index];
        }

        _ends += LineEnds.Count(bytes);
        _length += bytes.Length;
        _last = bytes.IsEmpty ? _last : bytes[^1];
    }

    /// <summary>Lines: those that end, and one that does not if it has bytes besides a byte order mark.</summary>
    internal readonly long Lines(bool keepsMark)
    {
        bool isOnlyMark = !keepsMark && _length == 3 && _start == 0xEFBBBF;
        return _ends + (_length > 0 && _last != LineEnds.Lf && !isOnlyMark ? 1 : 0);
    }
}
