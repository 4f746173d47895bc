using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>The content of one file on its way: gives out pieces, and says what comes after each step of one.</summary>
/// <remarks>Called by the loop's thread only. Whatever it throws ends this work, not the loop.</remarks>
/// <param name="job">The file.</param>
/// <param name="setup">The run.</param>
/// <param name="whenEnded">Called at the end, also after a failure; must be short. Null: nobody waits for it.</param>
internal abstract class ContentWork(FileCopyJob job, CopySetup setup, Action<FileCopyJob>? whenEnded = null)
{
    private readonly List<EngineFile> _attached = [];
    private CopyLoop? _loop;

    /// <summary>Slots that hold pieces of it.</summary>
    internal int SlotCount { get; set; }

    /// <summary>Whether it gives out no more pieces.</summary>
    internal bool IsExhausted { get; set; }

    /// <summary>What went wrong first; null as long as nothing did.</summary>
    internal Exception? Failure { get; private set; }

    /// <summary>Whether it was stopped before it was exhausted.</summary>
    internal bool IsStopped { get; set; }

    /// <summary>Whether it reads again what is durable, rather than copies.</summary>
    internal virtual bool IsVerification => false;

    /// <summary>The file.</summary>
    protected FileCopyJob Job { get; } = job;

    /// <summary>The run.</summary>
    protected CopySetup Setup { get; } = setup;

    /// <summary>Carries the requests, once the work was begun.</summary>
    protected CopyLoop Loop => _loop!;

    /// <summary>Opens what it needs.</summary>
    internal void Begin(CopyLoop loop)
    {
        _loop = loop;
        Begin();
    }

    /// <summary>Lets the engine forget its files; nothing of it is in a slot any more.</summary>
    internal void Detach()
    {
        _attached.ForEach(file => Loop.Engine.Detach(file));
        _attached.Clear();
    }

    /// <summary>Puts the next piece into a slot.</summary>
    /// <returns>False when there is none.</returns>
    internal abstract bool TryBegin(CopySlot slot, out SlotStep step);

    /// <summary>Says what comes after the slot's request was carried out whole.</summary>
    internal abstract SlotStep Advance(CopySlot slot);

    /// <summary>Describes a request that did not come to its end.</summary>
    internal abstract Exception Describe(CopySlot slot);

    /// <summary>What the slot's request counts as.</summary>
    internal virtual TrafficKind TrafficOf(CopySlot slot) => slot.Stage switch
    {
        CopyStage.Writing => TrafficKind.TargetWrite,
        CopyStage.Comparing => TrafficKind.TargetRead,
        _ => TrafficKind.SourceRead,
    };

    /// <summary>Tries to go on after a request that did not come to its end.</summary>
    /// <returns>Whether the slot's request, made anew, is to be queued.</returns>
    internal virtual bool TryRecover(CopySlot slot) => false;

    /// <summary>Lets go of slots that wait: something went wrong, and what they wait for will not come.</summary>
    internal virtual void Abandon()
    {
    }

    /// <summary>Ends it, once none of its pieces is in a slot, and tells who waits for it.</summary>
    internal void End()
    {
        try
        {
            EndContent();
        }
        finally
        {
            whenEnded?.Invoke(Job);
        }
    }

    /// <summary>Tells that a flush, asked for by <see cref="CopyLoop.Flush"/>, ended.</summary>
    internal virtual void Flushed(NativeResult result)
    {
    }

    /// <summary>Remembers the first failure.</summary>
    internal void Fail(Exception failure) => Failure ??= failure;

    /// <summary>Opens what it needs.</summary>
    protected abstract void Begin();

    /// <summary>Completes the content, or gives it up, and records in the job which.</summary>
    protected abstract void EndContent();

    /// <summary>Opens one side as the strategy asks: where it cannot pass the page cache, its pages are at least dropped.</summary>
    protected StorageFile Adopt(SafeFileHandle handle, FilePath path, FileAccessKind access)
    {
        IoMode mode = Setup.Options.Strategy switch
        {
            CopyStrategy.Automatic or CopyStrategy.Direct => IoMode.Direct,
            CopyStrategy.Uncached => IoMode.Uncached,
            CopyStrategy.Buffered => IoMode.Buffered,
            _ => throw new InvalidOperationException($"{Setup.Options.Strategy} is not a strategy"),
        };
        StorageFile file = StorageFile.Adopt(handle, path, new() { Access = access, Mode = mode });

        // Pieces begin at multiples of 4 KiB: a device that wants more is served through the cache.
        if (mode == IoMode.Direct
            && (file.EffectiveMode == IoMode.Buffered || file.Geometry.OffsetAlignment > DataChunks.Grain))
        {
            file.UseMode(IoMode.Uncached, file.ModeReason);
        }

        KeepToTheCache(file, IoMode.Uncached);
        return file;
    }

    /// <summary>Opens the unfinished target as the strategy and the file system's compression ask.</summary>
    /// <param name="isCompressed">Whether the file system compresses it, so that no blocks may be reserved.</param>
    protected StorageFile AdoptTarget(out bool isCompressed)
    {
        StorageFile target = Adopt(Job.Unfinished!.Handle, Job.Unfinished.Path, FileAccessKind.ReadWrite);

        // The strategies direct and uncached override compression.
        isCompressed = Setup.Options.Strategy is CopyStrategy.Automatic or CopyStrategy.Buffered
            && Compression.IsOn(target);
        if (isCompressed && target.EffectiveMode != IoMode.Buffered)
        {
            target.UseMode(IoMode.Buffered, $"{target.FileSystemName} compresses it only through the page cache");
        }

        return target;
    }

    /// <summary>Takes a file out of direct mode whose last block ends behind the largest offset.</summary>
    /// <param name="file">The file.</param>
    /// <param name="mode">Its mode then.</param>
    protected void KeepToTheCache(StorageFile file, IoMode mode)
    {
        if (file.EffectiveMode == IoMode.Direct
            && Job.SourceStatus.Length > Alignment.AlignDown(long.MaxValue, DataChunks.Grain))
        {
            file.UseMode(mode, "its last block ends behind the largest offset of the system");
        }
    }

    /// <summary>Lets requests name a file.</summary>
    protected EngineFile Attach(StorageFile file)
    {
        EngineFile attached = Loop.Engine.Attach(file.Handle);
        _attached.Add(attached);
        return attached;
    }

    /// <summary>Records in the job how the work ended.</summary>
    /// <param name="path">What a failure is about that does not name it.</param>
    protected void NoteEnd(FilePath path)
    {
        Job.IsStopped = IsStopped && Failure is null;
        Job.Problem = Failure is null ? null : CopyProblems.Of(Failure, path);
    }

    /// <summary>Why a read of the source ended before its end.</summary>
    protected Exception DescribeRead(CopySlot slot) => slot.Transfer.State == TransferState.EndOfFile
        ? SourceChanges.Ended(Job.Source.Path, Job.SourceStatus.Length, slot.Chunk.Offset + slot.Transfer.Moved)
        : Refusal("read", Job.Source.Path, slot);

    /// <summary>The strategy that a mode belongs to.</summary>
    protected static CopyStrategy StrategyOf(IoMode mode) => mode switch
    {
        IoMode.Direct => CopyStrategy.Direct,
        IoMode.Uncached => CopyStrategy.Uncached,
        _ => CopyStrategy.Buffered,
    };

    /// <summary>Clears what a direct write is rounded up by: what was in the memory before must not get into the file.</summary>
    protected static unsafe void ClearPadding(CopySlot slot)
    {
        int length = (int)slot.Chunk.Length;
        int written = slot.Transfer.Next.Length;
        new Span<byte>((void*)(slot.Address + length), written - length).Clear();
    }

    /// <summary>The request that reads a piece, rounded up to what the file's mode needs.</summary>
    internal static Transfer Reading(StorageFile file, EngineFile attached, CopySlot slot) =>
        Moving(IoOperation.Read, file, file.Geometry.ReadOffsetAlignment, attached, slot);

    /// <summary>The request that writes a piece, rounded up to what the file's mode needs.</summary>
    internal static Transfer Writing(StorageFile file, EngineFile attached, CopySlot slot) =>
        Moving(IoOperation.Write, file, file.Geometry.OffsetAlignment, attached, slot);

    private static Transfer Moving(
        IoOperation operation, StorageFile file, int offsetAlignment, EngineFile attached, CopySlot slot)
    {
        bool direct = file.EffectiveMode == IoMode.Direct;
        int alignment = direct ? offsetAlignment : 1;
        var request = new IoRequest
        {
            Operation = operation,
            File = attached,
            Offset = slot.Chunk.Offset,
            Address = slot.Address,
            Length = (int)Alignment.AlignUp(slot.Chunk.Length, alignment),
            Flags = file.TransferFlags,
            Tag = (ulong)slot.Index,
        };
        return new Transfer(
            request, alignment, direct ? file.Geometry.MemoryAlignment : 1, operation == IoOperation.Write ? request.Length : (int)slot.Chunk.Length);
    }

    /// <summary>Why a request ended before its end.</summary>
    internal static NativeIOException Refusal(string operation, FilePath path, CopySlot slot)
    {
        Transfer transfer = slot.Transfer;
        return new NativeIOException(
            operation,
            path,
            transfer.Error,
            slot.Chunk.Offset + Math.Min(transfer.Moved, slot.Chunk.Length),
            slot.Chunk.Length - Math.Min(transfer.Moved, slot.Chunk.Length));
    }
}

/// <summary>Where a loop gets its work.</summary>
internal interface IWorkSource
{
    /// <summary>Takes the next work.</summary>
    /// <param name="waits">Whether to wait for one.</param>
    /// <returns>Null when there is none now; after waiting: when there will be none.</returns>
    ContentWork? Take(bool waits);
}
