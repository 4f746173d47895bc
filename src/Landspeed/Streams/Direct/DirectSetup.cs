using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>What a <see cref="DirectFile"/> needs for requests that the page cache does not answer.</summary>
internal sealed class DirectSetup : IDisposable
{
    // A request that needs part of a sector and is at most this long is made in one piece: copying 16 KiB takes 2 us, a
    // second request to the fastest device 10 us.
    private const int SmallLength = 16 * 1024;

    // For long requests with unaligned memory: four blocks, so that the device has more than one request at a time.
    private const int LargeLength = 512 * 1024;
    private const int LargeCount = 4;

    private readonly BounceMemory _small;
    private readonly BounceMemory _large;
    private readonly DirectPlan _readRules;
    private readonly DirectPlan _writeRules;

    /// <summary>Prepares the setup without mapping memory or starting a thread.</summary>
    /// <param name="file">The file in the mode of the requests; owned by the caller.</param>
    /// <param name="options">The settings.</param>
    internal DirectSetup(StorageFile file, SequentialFileOptions options)
    {
        File = file;
        bool isDirect = file.EffectiveMode == IoMode.Direct;
        FileGeometry geometry = file.Geometry;
        int alignment = isDirect ? Math.Max(geometry.OffsetAlignment, geometry.ReadOffsetAlignment) : 1;
        int memoryAlignment = isDirect ? geometry.MemoryAlignment : 1;
        int block = Math.Max(alignment, memoryAlignment);
        _small = new BounceMemory(Math.Clamp(options.QueueDepth, 4, 64), Math.Max(SmallLength, block), block);
        _large = new BounceMemory(LargeCount, Math.Max(LargeLength, block), block);
        _writeRules = new DirectPlan
        {
            Alignment = alignment,
            MemoryAlignment = memoryAlignment,
            OnePieceLength = _small.BlockLength,
            BounceLength = _large.BlockLength,
            IsWrite = true,
        };
        _readRules = _writeRules with { Alignment = isDirect ? geometry.ReadOffsetAlignment : 1, IsWrite = false };
        Thread = new EngineThread(
            () => options.CreateEngine(options.QueueDepth), file.Handle, memory: null, rest: options.EngineRest);
    }

    /// <summary>The file, in the mode of the requests.</summary>
    internal StorageFile File { get; }

    /// <summary>Executes asynchronous and batched requests.</summary>
    internal EngineThread Thread { get; }

    /// <summary>Returns the rules for splitting requests.</summary>
    internal DirectPlan Rules(bool writes) => writes ? _writeRules : _readRules;

    /// <summary>Returns the memory for a bounced request.</summary>
    internal BounceMemory BounceFor(int length) => length <= _small.BlockLength ? _small : _large;

    /// <summary>
    /// Ends the engine and frees the memory, unless the kernel may still use it. No request may be running.
    /// </summary>
    public void Dispose()
    {
        Thread.Dispose();
        if (Thread.IsMemoryLost)
        {
            GCHandle.Alloc(_small);
            GCHandle.Alloc(_large);
            return;
        }

        _small.Dispose();
        _large.Dispose();
    }
}
