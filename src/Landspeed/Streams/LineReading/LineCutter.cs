using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>
/// Cuts a file into chunks of whole lines: first what is in the page cache, from where several threads read at the same
/// time, then the rest, which is read ahead.
/// </summary>
internal sealed partial class LineCutter : IDisposable
{
    // A line of the greatest length may have a byte order mark before it and CR LF after it.
    private const int MostAroundLine = 5;

    private readonly StorageFile _file;
    private readonly BlockReader _reader;
    private readonly long _mostCarried;
    private LineCarry _carry = new();
    private long _sequence;
    private bool _atEnd;
    private bool _ended;

    private LineCutter(StorageFile file, SequentialFileOptions how, LineOptions options)
    {
        _file = file;
        _mostCarried = options.MaximumLineLength.Bytes + MostAroundLine;
        _reader = new BlockReader(file, how, alwaysAhead: true);

        // One worker alone has its blocks copied by the thread that reads ahead, and cuts meanwhile.
        if (options.MostAtOnce > 1 && how.Mode is null && CachedReads.Suit(file, how))
        {
            UseCache(how, options.MostAtOnce);
        }
    }

    /// <summary>The file.</summary>
    internal FilePath Path => _file.Path;

    /// <summary>Blocks that may be held at once; 0 before the first chunk.</summary>
    internal int Depth => _isCached ? _memory!.BufferCount : _reader.Depth;

    /// <summary>Bytes of the file that were cut; when all of it is.</summary>
    internal long Position => _reader.Position;

    /// <summary>Opens a file.</summary>
    internal static LineCutter Open(FilePath path, LineOptions options)
    {
        StorageFile file = FileOpening.ForReading(path, options.File ?? new SequentialFileOptions());
        try
        {
            return new LineCutter(file, options.FileOptions(), options);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Fills a chunk with the next lines, waiting for them. One thread at a time, and no <see cref="TryTakeCached"/> any more.</summary>
    /// <returns>False at the end of the file, and when other chunks hold all blocks.</returns>
    /// <exception cref="NativeIOException">The read failed; the next call reads there again.</exception>
    internal bool TryTakeAhead(LineChunk chunk)
    {
        while (!_ended)
        {
            if (_atEnd || _carry.Length >= _mostCarried)
            {
                return TakeLast(chunk);
            }

            // The file has become shorter than it was when the workers were counted: those that hold blocks go on.
            if (_reader.HoldsAllBlocks)
            {
                return false;
            }

            ReadBlock block = _reader.Read();
            _atEnd = block.IsEnd;
            if (TryFill(chunk, new LineBytes(block.Address, block.Length, block.Offset, block)))
            {
                return true;
            }

            block.Dispose();
        }

        return false;
    }

    /// <summary>Closes the file; chunks give their blocks back first.</summary>
    public void Dispose()
    {
        _memory?.Dispose();
        _reader.Dispose();
    }

    // What follows in the file. False: no line ends in it.
    private bool TryFill(LineChunk chunk, in LineBytes bytes)
    {
        int body = bytes.Span.LastIndexOf(LineEnds.Lf) + 1;
        if (body > 0)
        {
            _carry = chunk.Fill(_sequence++, _carry, bytes, body);
        }

        _carry.Append(bytes.Span[body..]);
        return body > 0;
    }

    // What is carried has no line end: the file ended, or the line is too long whatever follows.
    private bool TakeLast(LineChunk chunk)
    {
        _ended = true;
        if (_carry.Length == 0)
        {
            return false;
        }

        _carry = chunk.Fill(_sequence++, _carry, new LineBytes(0, 0, _reader.Position, default), bodyLength: 0);
        return true;
    }
}
