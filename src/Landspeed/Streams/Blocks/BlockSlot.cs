using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>A block of memory and the transfer that fills or empties it. Guarded by the lock of its owner.</summary>
internal abstract class BlockSlot : EngineOperation, IThreadPoolWorkItem
{
    private readonly StorageFile _file;

    // 1 while the thread pool has to carry the transfer out.
    private int _isQueued;

    protected BlockSlot(StorageFile file, IMemoryOwnerState owner, nint address, int capacity)
    {
        _file = file;
        (Address, Capacity) = (address, capacity);
        Memory = new NativeBlock(address, capacity, owner);
    }

    internal nint Address { get; }

    /// <summary>Bytes of the block.</summary>
    internal int Capacity { get; }

    /// <summary>The whole block.</summary>
    internal NativeBlock Memory { get; }

    /// <summary>Offset in the file of the block's first byte.</summary>
    internal long Offset { get; set; }

    /// <summary>Carries the transfer out on the calling thread, without the call of <see cref="EngineOperation.OnCompleted"/>.</summary>
    internal void Run()
    {
        while (!Take(RequestExecution.Run(NativePlatform.Files, _file.Handle, Request)))
        {
        }
    }

    /// <summary>
    /// Has the thread pool carry the transfer out, or the calling thread where the system refuses the pool a thread.
    /// </summary>
    /// <param name="queue">Takes it in place of the pool; null: the pool.</param>
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
