using Landspeed.Engine;
using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Orders;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// Keeps one queue of requests full: the hot loop of every measurement. It owns an engine and its buffers, and stays on
/// one thread from construction to disposal.
/// </summary>
internal sealed partial class EngineWorker : IWorker
{
    // 256 MiB (268,435,456): several times the cache that one CPU core can fill, and little of a machine's memory.
    private const int MostCopied = 256 << 20;

    private readonly WorkerSettings _settings;
    private readonly WorkerControl _control;
    private readonly IIoEngine _engine;
    private readonly AlignedBufferPool _buffers;
    private readonly EngineFile _file;
    private readonly IOffsetSequence _sequence;
    private readonly IOffsetSequence _writeSequence;
    private readonly ShareSequence? _mix;
    private readonly int _firstWriting;
    private readonly SizeSequence? _sizes;
    private readonly long _grain;
    private readonly RequestContent _content;
    private readonly WorkerBlocks? _blocks;
    private readonly TransferFlags _flags;
    private readonly TransferFlags _writeFlags;
    private readonly IoCompletion[] _completions;
    private readonly long[] _submitted;
    private readonly long[] _offset;
    private readonly int[] _expected;
    private readonly bool[] _writes;
    private readonly Transfer[] _transfers;
    private readonly bool[] _continued;
    private readonly int _alignment;

    internal EngineWorker(WorkerSettings settings, WorkerControl control)
    {
        _settings = settings;
        _control = control;
        int depth = settings.QueueDepth;
        _completions = new IoCompletion[depth];
        _submitted = new long[depth];
        _offset = new long[depth];
        _expected = new int[depth];
        _writes = new bool[depth];
        _transfers = new Transfer[depth];
        _continued = new bool[depth];
        _alignment = settings.File.EffectiveMode == IoMode.Direct ? settings.File.Geometry.OffsetAlignment : 1;
        ulong seed = settings.Seed;
        _sequence = settings.Sequence(seed);
        _writeSequence = settings.Options.Mixes ? settings.Sequence(settings.WriteSeed) : _sequence;
        Tally.Mix = settings.Options.Mixes ? new MixTally() : null;
        if (settings.Options is { HasShares: true, ReadPct: var readPct })
        {
            _mix = new ShareSequence([readPct, 100 - readPct], settings.SeedBeside(2));
        }

        _grain = settings.Options.Grain;
        if (settings.Options.Sizes is { } sizes)
        {
            _sizes = new SizeSequence(sizes, settings.SeedBeside(3));
            Tally.Sizes = new SizeTally(sizes);
        }

        _atRate = AtRate(settings, seed, Tally);
        _firstWriting = settings.Options switch
        {
            { Reads: false } => 0,
            { Load.WriteRate: not null } => LoadLoop.FirstSlot(1, 2, depth),
            _ => depth,
        };
        _thinking = Thinking(settings, seed, Tally);
        _flags = settings.File.TransferFlags;
        _writeFlags = _flags
            | (settings.Options.Flush == FlushPolicy.Each ? TransferFlags.DataDurable : TransferFlags.None);
        _buffers = new AlignedBufferPool(
            settings.Options.BuffersPerRequest * depth, settings.RequestSize, settings.File.Geometry.MemoryAlignment);
        try
        {
            _content = new RequestContent(settings, _buffers, settings.FirstWritten, seed);
            _blocks = settings.Blocks?.Of(settings.Index, depth);
            for (int buffer = settings.FirstWritten; _blocks is not null && buffer < _buffers.BufferCount; buffer++)
            {
                BlockStamp.Prepare(_buffers.SpanOf(buffer));
            }

            _engine = CreateEngine(settings, out string? fallbackReason);
            _file = _engine.Attach(settings.File.Handle);
            _engine.AttachMemory(_buffers.Address, _buffers.Length);
            EngineDescription engine = _engine.Description;
            Description = new WorkerDescription(
                MovesFile(settings.Options.Engine) ? engine.Name : settings.Options.Engine.ToWord(), engine.Features, engine.Missing, fallbackReason, _buffers.HugePages);
        }
        catch
        {
            _engine?.Dispose();
            _buffers.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public WorkerTally Tally { get; } = new();

    /// <inheritdoc/>
    public WorkerDescription Description { get; }

    /// <summary>Waits for requests in flight, then releases memory and descriptors.</summary>
    public void Dispose()
    {
        _engine.Dispose();
        _buffers.Dispose();
    }

    /// <summary>
    /// Returns the number of bytes that an engine of memory copies from: the length of the file, because a copy through
    /// the page cache walks through that, too.
    /// </summary>
    /// <param name="fileLength">Bytes of the file, at least one request.</param>
    /// <param name="requestSize">Bytes of a request.</param>
    internal static int CopiedBytes(long fileLength, int requestSize) =>
        Math.Max(requestSize, (int)Math.Min(fileLength, MostCopied));

    // Faulted in, and on huge pages if there are any, like the buffers.
    private static CopiedMemory Copied(int length)
    {
        var pool = new AlignedBufferPool(1, length);
        return new CopiedMemory(pool.Address, length, pool);
    }

    private static bool MovesFile(EngineChoice engine) => engine is not (EngineChoice.Null or EngineChoice.Memory);

    private static IIoEngine CreateEngine(WorkerSettings settings, out string? fallbackReason)
    {
        fallbackReason = null;
        return settings.Options.Engine switch
        {
            EngineChoice.Uring => IoEngines.Create(EngineKind.Uring, settings.QueueDepth),
            EngineChoice.Threads => IoEngines.Create(EngineKind.Threads, settings.QueueDepth),
            EngineChoice.Synchronous => IoEngines.Create(EngineKind.Synchronous, settings.QueueDepth),
            EngineChoice.Null => new NullEngine(settings.QueueDepth),
            EngineChoice.Memory => new NullEngine(settings.QueueDepth, Copied(CopiedBytes(settings.FileLength, settings.RequestSize))),
            _ => IoEngines.CreateBest(settings.QueueDepth, out fallbackReason),
        };
    }
}
