using Landspeed.Files;

namespace Landspeed.Streams.Blocks;

/// <content>
/// Reading without an engine: cached data, short files, and the beginning of long ones. Cached data only needs to be
/// copied; for a short file, or the first bytes of a long one, the thread, ring and memory for reading ahead would cost
/// more than they gain. The reader's thread, or a pool thread for asynchronous calls, reads the next block when it is
/// requested; there are as many blocks as the reader holds. The first block that cannot be had without waiting ends the
/// cached reads for good. The other reads end when a file turns out to be long: from there on it is read ahead, as soon
/// as the process has an engine to spare.
/// </content>
internal sealed partial class ReadAhead
{
    private const long NotAlone = -1;

    // Enough for a program that reads only a header; the system reads about as much ahead.
    private const int FirstLength = 128 * 1024;

    // Copying from the cache gains nothing from more, and longer heap pieces take a fault per page.
    private const int CachedLength = 256 * 1024;

    private const int HalfOfHugePage = AlignedBufferPool.MappingAlignment / 2;

    private readonly List<IDisposable> _aloneMemory = [];
    private CachedReads? _cache;
    private long _aloneUntil;
    private int _aloneSize;
    private int _made;

    // Without an engine a short file, too, has as many as its reader holds: a read may return less than a block, and
    // the file may grow.
    private int MostHeld => HasEngine ? Depth : Options.QueueDepth;

    private bool HasFree => Free.Count > 0 || (!HasEngine && _made < MostHeld);

    private void BeginAlone()
    {
        _nextOffset = AlignDown(Position);
        bool isShort = _knownLength - Position <= Options.ShortLength;
        long most = isShort ? Options.ShortLength : FirstLength;
        _aloneSize = _cache is not null ? Math.Min(_requestSize, CachedLength)
            : isShort ? _requestSize
            : (int)Math.Min(_requestSize, Alignment.AlignUp(FirstLength, _alignment));
        _aloneUntil = Options is { EngineFactory: null, Engine: null }
            ? Math.Min(Position, long.MaxValue - most) + most
            : NotAlone;
    }

    // A caller that names an engine gets it.
    private bool NeedsEngine()
    {
        bool isLong = _nextOffset >= _aloneUntil && _nextOffset < File.Length;
        return _aloneUntil == NotAlone || (isLong && TryTakeBudget(Depth, _requestSize));
    }

    // True for a block or the end of the file.
    private bool TryTakeCached(out ReadBlock block)
    {
        block = default;
        if (!HasFree)
        {
            return EndsHere() ? true : throw AllAreHeld();
        }

        ReadSlot slot = PeekFree();
        int count = _cache!.Read(slot.Address, slot.Capacity, Position);
        if (count > 0)
        {
            Free.Pop();
            slot.Offset = Position;
            slot.Phase = ReadSlotState.Lent;
            _lent++;
            block = new ReadBlock(this, slot, 0, count);
            Position += count;
            return true;
        }

        if (count == 0)
        {
            return true;
        }

        _cache = null;
        _knownLength = File.Length;
        BeginAlone();
        return false;
    }

    private ReadSlot PeekFree()
    {
        if (Free.Count == 0)
        {
            if (File.EffectiveMode == IoMode.Direct)
            {
                MapAloneBlocks();
            }
            else
            {
                var memory = new HeapMemory(_aloneSize);
                _aloneMemory.Add(memory);
                AddAlone(memory.Address);
            }
        }

        return Free.Peek();
    }

    // A direct request is split if its memory is not contiguous: long blocks fill a huge page.
    private void MapAloneBlocks()
    {
        int count = _aloneSize < HalfOfHugePage ? 1 : Math.Max(1, 2 * HalfOfHugePage / _aloneSize);
        var memory = new AlignedBufferPool(count, _aloneSize, File.Geometry.MemoryAlignment);
        _aloneMemory.Add(memory);
        for (int index = Math.Min(count, Math.Max(1, Depth - _made)) - 1; index >= 0; index--)
        {
            AddAlone(memory.AddressOf(index));
        }
    }

    private void AddAlone(nint address)
    {
        Free.Push(new ReadSlot(this, address, _aloneSize, isAlone: true));
        _made++;
    }

    private void FreeAloneMemory()
    {
        foreach (IDisposable memory in _aloneMemory)
        {
            memory.Dispose();
        }
    }
}
