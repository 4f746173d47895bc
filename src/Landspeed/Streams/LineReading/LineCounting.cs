using Landspeed.Files;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>Counts the lines of a file without separating them.</summary>
internal static class LineCounting
{
    /// <summary>Opens the file, counts its lines and closes it.</summary>
    internal static long Count(FilePath path, LineOptions options, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        SequentialFileOptions how = options.File ?? new SequentialFileOptions();
        StorageFile file = FileOpening.ForReading(path, how);
        using var reader = new BlockReader(file, how, alwaysAhead: true);
        LineTally tally = default;
        bool isEnd = false;
        if (how.Mode is null && CachedReads.Suit(file, how))
        {
            // At most as many blocks as the caller allows.
            int workers = Math.Min(options.Workers, options.File?.QueueDepth ?? options.Workers);
            using var cached = new CachedCounting(file, how, workers, cancellation);
            tally = cached.Count(out isEnd);
            reader.Position = tally.Length;
            if (!isEnd)
            {
                FileOpening.ChooseModeForRest(file, tally.Length);
            }
        }

        while (!isEnd)
        {
            cancellation.ThrowIfCancellationRequested();
            using ReadBlock block = reader.Read();
            tally.Add(block.Span);
            isEnd = block.IsEnd;
        }

        return tally.Lines(options.KeepByteOrderMark);
    }
}

/// <summary>Line ends counted so far, and what decides whether the last bytes are another line.</summary>
internal struct LineTally
{
    private long _ends;
    private int _start;
    private byte _last;

    internal long Length { get; private set; }

    /// <summary>Counts the next bytes of the file.</summary>
    internal void Add(ReadOnlySpan<byte> bytes)
    {
        for (int index = 0; Length + index < LineEnds.ByteOrderMark.Length && index < bytes.Length; index++)
        {
            _start = (_start << 8) | bytes[index];
        }

        _ends += LineEnds.Count(bytes);
        Length += bytes.Length;
        _last = bytes.IsEmpty ? _last : bytes[^1];
    }

    /// <summary>
    /// Adds the tally of the bytes that follow; the current tally is empty, or longer than a byte order mark.
    /// </summary>
    internal void Add(in LineTally next)
    {
        _start = Length == 0 ? next._start : _start;
        _ends += next._ends;
        _last = next.Length == 0 ? _last : next._last;
        Length += next.Length;
    }

    /// <summary>
    /// Returns the number of lines, including an unfinished last one if it has bytes other than a byte order mark.
    /// </summary>
    internal readonly long Lines(bool keepsMark)
    {
        bool isOnlyMark = !keepsMark && Length == 3 && _start == 0xEFBBBF;
        return _ends + (Length > 0 && _last != LineEnds.Lf && !isOnlyMark ? 1 : 0);
    }
}
