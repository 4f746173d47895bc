using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.LineReading;

/// <content>
/// The part of a file that is in the page cache. Copying from the cache is most of the work, so each worker copies
/// separate blocks: it claims the next block, copies it into its own memory while others copy theirs, and then waits
/// for its turn to join its block to the previous one, which passes on the line that crosses the boundary. So each byte
/// is read once, and each line begins where the previous one ended, even if the file changes at the same time. The
/// first incomplete block, whatever the reason, ends this for good. From the missing byte on the file is read ahead,
/// which follows, ends or fails; it goes past the page cache if less than half of the rest is cached.
/// </content>
internal sealed partial class LineCutter
{
    // Guards the following fields, and the rest of the class as far as TryJoin changes it; held at most while part of a
    // line is copied.
    private readonly object _gate = new();
    private CachedReads? _cached;
    private AlignedBufferPool? _memory;
    private long _claimed;
    private long _joined;
    private volatile bool _isCached;

    /// <summary>
    /// Fills a chunk with the next lines that are in the page cache. Any number of threads may call it.
    /// </summary>
    /// <returns>False if the rest comes from <see cref="TryTakeAhead"/>.</returns>
    internal bool TryTakeCached(LineChunk chunk)
    {
        try
        {
            while (TryClaim(out long index))
            {
                nint address = _memory!.AddressOf(chunk.Worker);
                long offset = index * _memory.BufferSize;
                int count = _cached!.Read(address, _memory.BufferSize, offset);
                if (TryJoin(chunk, index, new LineBytes(address, Math.Max(count, 0), offset, default), isCached: count >= 0))
                {
                    return true;
                }
            }

            return false;
        }
        catch
        {
            // Workers that wait for this block would wait for ever, and nothing can follow it.
            lock (_gate)
            {
                _ended = true;
                LeaveCache();
            }

            throw;
        }
    }

    private void UseCache(SequentialFileOptions how, int workers)
    {
        (int blockLength, int depth) = ReadAhead.Size(how, alignment: 1, _file.Length);
        _memory = new AlignedBufferPool(Math.Min(depth, workers), blockLength);
        _cached = new CachedReads(_file, how);
        _isCached = true;
    }

    private bool TryClaim(out long index)
    {
        index = 0;
        if (!_isCached)
        {
            return false;
        }

        lock (_gate)
        {
            index = _claimed++;
            return _isCached;
        }
    }

    // False if no line ends in the block, or the cached part ended before it.
    private bool TryJoin(LineChunk chunk, long index, in LineBytes bytes, bool isCached)
    {
        lock (_gate)
        {
            while (_isCached && _joined != index)
            {
                Monitor.Wait(_gate);
            }

            if (!_isCached)
            {
                return false;
            }

            bool isFilled = TryFill(chunk, bytes);
            _joined++;
            Monitor.PulseAll(_gate);
            if (bytes.Length < _memory!.BufferSize || _carry.Length >= _mostCarried)
            {
                _reader.Position = bytes.Offset + bytes.Length;
                _atEnd = isCached && IsEnd(bytes);
                if (!_atEnd)
                {
                    FileOpening.ChooseModeForRest(_file, _reader.Position);
                }

                LeaveCache();
            }

            return isFilled;
        }
    }

    // A short block means a gap or the end: one more read shows which, and avoids reading ahead at the end of an
    // ordinary file.
    private bool IsEnd(in LineBytes bytes)
    {
        int rest = _memory!.BufferSize - bytes.Length;
        return bytes.Length == 0
            || (rest > 0 && _cached!.Read(bytes.Address + bytes.Length, rest, bytes.Offset + bytes.Length) == 0);
    }

    private void LeaveCache()
    {
        _isCached = false;
        Monitor.PulseAll(_gate);
    }
}
