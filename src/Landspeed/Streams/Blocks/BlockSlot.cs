using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>A block of memory and the transfer that fills or empties it. Guarded by its owner's lock.</summary>
internal abstract class BlockSlot : EngineOperation, IThreadPoolWorkItem
{
    private readonly StorageFile _file;

    // 1 while the thread pool has to execute the transfer.
    private int _isQueued;

    protected BlockSlot(StorageFile file, IMemoryOwnerState owner, nint address, int capacity)
    {
        _file = file;
        (Address, Capacity) = (address, capacity);
        Memory = new NativeBlock(address, capacity, owner);
    }

    internal nint Address { get; }

    /// <summary>Length of the block in bytes.</summary>
    internal int Capacity { get; }

    /// <summary>The whole block.</summary>
    internal NativeBlock Memory { get; }

    /// <summary>File offset of the block's first byte.</summary>
    internal long Offset { get; set; }

    /// <summary>
    /// Executes the transfer on the calling thread, without calling <see cref="EngineOperation.OnCompleted"/>.
    /// </summary>
    internal void Run()
    {
        while (!Take(RequestExecution.Run(NativePlatform.Files, _file.Handle, Request)))
        {
        }
    }

    /// <summary>
    /// Executes the transfer on the thread pool, or on the calling thread if the system refuses the pool a thread.
    /// </summary>
    /// <param name="queue">Receives it in place of the pool, or null for the pool.</param>
    internal void Queue(Action<IThreadPoolWorkItem>? queue)
    {
        Volatile.Write(ref _isQueued, 1);
        try
        {
            if (queue is not null)
            {
                queue(this);
            }
            else
            {
                ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            }
        }
        catch (OutOfMemoryException)
        {
            Execute(); // the pool may have kept it: whoever comes second finds nothing to do
        }
    }

    void IThreadPoolWorkItem.Execute() => Execute();

    private void Execute()
    {
        if (Interlocked.Exchange(ref _isQueued, 0) == 0)
        {
            return;
        }

        try
        {
            Run();
        }
        catch (ObjectDisposedException)
        {
            Fail(NativeError.Of(NativeErrorKind.Cancelled));
        }

        OnCompleted();
    }
}
