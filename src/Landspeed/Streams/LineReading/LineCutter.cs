using Landspeed.Files;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>
/// Divides a file into chunks of whole lines: first the part in the page cache, which several threads read at the same
/// time, then the rest, which is read ahead.
/// </summary>
internal sealed partial class LineCutter : IDisposable
{
    // A line of maximum length may have a byte order mark before it and CR LF after it.
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
        _mostCarried = options.MaxLineLength + MostAroundLine;
        _reader = new BlockReader(file, how, alwaysAhead: true);

        // For a single worker, the read-ahead thread copies the blocks while the worker separates lines.
        if (options.MostAtOnce > 1 && how.Mode is null && CachedReads.Suit(file, how))
        {
            UseCache(how, options.MostAtOnce);
        }
    }

    internal FilePath Path => _file.Path;

    /// <summary>Number of blocks that may be held at once; 0 before the first chunk.</summary>
    internal int Depth => _isCached ? _memory!.BufferCount : _reader.Depth;

    /// <summary>Bytes processed, once the whole file has been.</summary>
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

    /// <summary>
    /// Waits for the next lines and fills a chunk with them. Call from one thread at a time, and no longer together
    /// with <see cref="TryTakeCached"/>.
    /// </summary>
    /// <returns>False at the end of the file, or if other chunks hold all blocks.</returns>
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

    /// <summary>Closes the file; chunks must have returned their blocks.</summary>
    public void Dispose()
    {
        _memory?.Dispose();
        _reader.Dispose();
    }

    // The next bytes of the file. False if no line ends in them.
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

    // The carried bytes have no line end: the file ended, or the line is too long whatever follows.
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
