using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <summary>Cuts a file that is read ahead into chunks of whole lines. One thread at a time.</summary>
internal sealed class LineCutter : IDisposable
{
    // A line of the greatest length may have a byte order mark before it and CR LF after it.
    private const int MostAroundLine = 5;

    private readonly BlockReader _reader;
    private readonly long _mostCarried;
    private LineCarry _carry = new();
    private long _sequence;
    private bool _ended;

    private LineCutter(FilePath path, BlockReader reader, LineOptions options)
    {
        Path = path;
        _reader = reader;
        _mostCarried = options.MaximumLineLength.Bytes + MostAroundLine;
    }

    /// <summary>The file.</summary>
    internal FilePath Path { get; }

    /// <summary>Blocks that may be held at once; 0 before the first chunk.</summary>
    internal int Depth => _reader.Depth;

    /// <summary>Bytes of the file that were cut.</summary>
    internal long Position => _reader.Position;

    /// <summary>Opens a file.</summary>
    internal static LineCutter Open(FilePath path, LineOptions options, int workers)
    {
        StorageFile file = FileOpening.ForReading(path, options.File ?? new SequentialFileOptions());
        return new LineCutter(path, new BlockReader(file, options.FileOptions(file.EffectiveMode, workers)), options);
    }

    /// <summary>Fills a chunk with the next lines, waiting for them.</summary>
    /// <returns>False at the end of the file.</returns>
    /// <exception cref="NativeIOException">The read failed; the next call reads there again.</exception>
    internal bool TryTake(LineChunk chunk)
    {
        while (!_ended)
        {
            ReadBlock block = _reader.Read();
            ReadOnlySpan<byte> bytes = block.Span;
            int body = bytes.LastIndexOf(LineEnds.Lf) + 1;
            if (body > 0)
            {
                FillFrom(chunk, block, block.Offset, body);
                _carry.Append(bytes[body..]);
                return true;
            }

            _carry.Append(bytes);
            bool isEnd = block.IsEnd;
            block.Dispose();
            if (isEnd || _carry.Length >= _mostCarried)
            {
                return TakeLast(chunk);
            }
        }

        return false;
    }

    /// <summary>Closes the file; chunks give their blocks back first.</summary>
    public void Dispose() => _reader.Dispose();

    // What is carried has no line end: the file ended, or the line is too long whatever follows.
    private bool TakeLast(LineChunk chunk)
    {
        _ended = true;
        if (_carry.Length == 0)
        {
            return false;
        }

        FillFrom(chunk, default, _reader.Position, body: 0);
        return true;
    }

    private void FillFrom(LineChunk chunk, ReadBlock block, long offset, int body) =>
        _carry = chunk.Fill(_sequence++, _carry, block, offset, body);
}
