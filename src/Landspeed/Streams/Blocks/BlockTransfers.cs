using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Platform.Observation;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// The common part of reading ahead and writing behind: blocks of native memory, the transfers that fill or empty them,
/// and one caller that waits for these, with or without a thread.
/// </summary>
/// <remarks>Guarded by <see cref="Gate"/>. Nothing is allocated per block.</remarks>
internal abstract class BlockTransfers<TSlot> : IMemoryOwnerState, IDisposable
    where TSlot : BlockSlot
{
    private readonly CallerWait _callers = new();
    private AlignedBufferPool? _pool;
    private EngineThread? _thread;
    private Keeping _keeping;
    private long _budget;
    private bool _lacksBudget;

    /// <summary>Takes over an open file without starting a transfer.</summary>
    protected BlockTransfers(StorageFile file, SequentialFileOptions options) => (File, Options) = (file, options);

    internal StorageFile File { get; }

    /// <summary>The engine in use, or null before its first request.</summary>
    internal EngineDescription? Engine => _thread?.Engine;

    protected object Gate => _callers.Gate;

    protected SequentialFileOptions Options { get; }

    /// <summary>Unused blocks.</summary>
    protected Stack<TSlot> Free { get; } = new();

    /// <summary>Transfers that have not completed.</summary>
    protected int InFlight { get; private set; }

    /// <summary>True if a transfer without an engine may run on the calling thread.</summary>
    protected bool MayBlock { get; set; }

    /// <summary>
    /// True if transfers go to an engine; otherwise each runs alone, on the caller's thread or on the thread pool.
    /// </summary>
    protected bool HasEngine => _thread is not null;

    /// <summary>
    /// Keeps it alive until disposed even if it is not referenced: its owner's finalizer disposes it.
    /// </summary>
    internal void Keep() => _keeping.Begin(this);

    /// <summary>Ends a transfer; called on the thread that executed it.</summary>
    internal void OnCompleted(TSlot slot)
    {
        lock (Gate)
        {
            InFlight--;
            if (Settle(slot))
            {
                WakeCallers();
            }
        }
    }

    /// <inheritdoc/>
    public abstract void ThrowIfMemoryGone();

    /// <inheritdoc/>
    public abstract void Dispose();

    /// <summary>Takes the result of a transfer.</summary>
    /// <returns>True if the caller may be waiting for it.</returns>
    protected abstract bool Settle(TSlot slot);

    /// <summary>Reserves room for an engine's blocks in the budget of the process, until the engine ends.</summary>
    /// <returns>False if there is none now.</returns>
    protected bool TryTakeBudget(int count, int length)
    {
        long bytes = (long)count * length;
        if (_budget == 0 && Options.Budget.TryTake(bytes))
        {
            _budget = bytes;
        }
        else if (_budget == 0 && !_lacksBudget)
        {
            _lacksBudget = true;
            IoMeter.FellBack("memory", File.Path, "the engines of the process have all the memory that they may take");
        }

        return _budget > 0;
    }

    /// <summary>Maps memory for blocks without starting a thread.</summary>
    protected AlignedBufferPool MapBlocks(int count, int length) =>
        _pool = new AlignedBufferPool(count, length, Math.Max(File.Geometry.MemoryAlignment, 1));

    /// <summary>Makes an engine execute all further transfers; it starts with the first one.</summary>
    protected void UseEngine(int queueDepth) =>
        _thread = new EngineThread(() => Options.CreateEngine(queueDepth), File.Handle, _pool);

    /// <summary>Posts a prepared transfer to the engine if there is one.</summary>
    /// <param name="slot">The prepared transfer; without an engine, only <see cref="RunAlone"/> starts it.</param>
    /// <param name="enough">With more than this many in flight, the device stays busy.</param>
    protected void Post(TSlot slot, int enough)
    {
        _thread?.Post(slot, InFlight > enough ? Urgency.WithNextCompletion : Urgency.AtOnce);
        InFlight++;
    }

    /// <summary>
    /// Executes a posted transfer if there is no engine: for one block, creating an engine costs more than it gains.
    /// </summary>
    protected void RunAlone(TSlot slot)
    {
        if (_thread is not null)
        {
            return;
        }

        if (MayBlock)
        {
            slot.Run();
            OnCompleted(slot);
        }
        else
        {
            slot.Queue(Options.Pool);
        }
    }

    /// <summary>Blocks the thread until a transfer has completed.</summary>
    protected void Wait() => _callers.Wait();

    /// <summary>Blocks the thread until all transfers have completed.</summary>
    protected void WaitForAll()
    {
        while (InFlight > 0)
        {
            Wait();
        }
    }

    /// <summary>Starts an asynchronous wait for a completed transfer; cancelling ends only the wait.</summary>
    protected ValueTask WaitAsync(CancellationToken cancellation) => _callers.WaitAsync(cancellation);

    /// <summary>Waits, without blocking a thread, until a condition holds, which is checked under the lock.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected async ValueTask WaitUntilAsync(Func<bool> condition, CancellationToken cancellation)
    {
        while (true)
        {
            ValueTask wait;
            lock (Gate)
            {
                if (condition())
                {
                    return;
                }

                wait = WaitAsync(cancellation);
            }

            await wait.ConfigureAwait(false);
        }
    }

    /// <summary>Makes waiting callers check their conditions again.</summary>
    protected void WakeCallers() => _callers.Wake();

    /// <summary>The last step of disposal.</summary>
    protected void EndKeeping() => _keeping.End();

    /// <summary>Waits for the engine's requests and ends its thread.</summary>
    protected void EndEngine()
    {
        _thread?.Dispose();
        if (_budget > 0)
        {
            Options.Budget.Return(_budget);
            _budget = 0;
        }
    }

    /// <summary>Unmaps the blocks, unless the kernel may still write to them.</summary>
    protected void FreeMemory()
    {
        if (_thread is not { IsMemoryLost: true })
        {
            _pool?.Dispose();
        }
    }
}
