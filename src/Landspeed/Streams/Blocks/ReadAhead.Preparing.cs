using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <content>Memory and thread: made for the first read, as large as the file needs.</content>
internal sealed partial class ReadAhead
{
    // Files that are written while they are read grow beyond what they had: 64 KiB are always read at once.
    private const int LeastBlock = 64 * 1024;

    private bool _isOneBlock;

    private void Prepare()
    {
        if (_thread is not null)
        {
            return;
        }

        _alignment = _file.EffectiveMode == IoMode.Direct ? _file.Geometry.ReadOffsetAlignment : 1;
        _knownLength = _file.Length;
        (_requestSize, _depth) = Size(_options, _alignment, _knownLength);
        _window = _depth;
        _isOneBlock = _depth == 1 && _options is { EngineFactory: null, Engine: null } && _knownLength <= _requestSize;
        _nextOffset = AlignDown(Position);
        _pool = new AlignedBufferPool(_depth, _requestSize, Math.Max(_file.Geometry.MemoryAlignment, 1));
        for (int index = _depth - 1; index >= 0; index--)
        {
            _free.Push(new BlockSlot(this, _pool.AddressOf(index), _requestSize));
        }

        _thread = new EngineThread(() => _options.CreateEngine(_depth), _file.Handle, _pool);
    }

    // 3 MB with requests of 1 MiB and a depth of 8: 3 blocks of 1 MiB. 10 bytes: one block of 64 KiB.
    private static (int RequestSize, int Depth) Size(SequentialFileOptions options, int alignment, long length)
    {
        long needed = Alignment.AlignUp(Math.Max(length, LeastBlock), Math.Max(alignment, AlignedBufferPool.LeastAlignment));
        long wanted = Alignment.AlignUp(options.RequestSize.Bytes, alignment);
        long requestSize = Math.Min(needed, wanted);
        return ((int)requestSize, (int)Math.Min(options.QueueDepth, (needed + requestSize - 1) / requestSize));
    }

    private void FreeMemoryWhenUnused()
    {
        if (_lent == 0 && !_memoryGone)
        {
            Volatile.Write(ref _memoryGone, true);
            if (_thread is not { IsMemoryLost: true })
            {
                _pool?.Dispose();
            }
        }
    }
}
