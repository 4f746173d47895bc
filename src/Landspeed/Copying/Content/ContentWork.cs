using System.Globalization;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Transfers;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>
/// The work on one file's content: supplies pieces, and determines what follows each step of a piece.
/// </summary>
/// <remarks>Called only on the loop's thread. An exception ends this work, but not the loop.</remarks>
/// <param name="job">The file.</param>
/// <param name="setup">The run.</param>
/// <param name="whenEnded">
/// Called at the end, even after a failure; must be quick. Null if nothing waits for it.
/// </param>
internal abstract class ContentWork(FileCopyJob job, CopySetup setup, Action<FileCopyJob>? whenEnded = null)
{
    private readonly List<EngineFile> _attached = [];
    private CopyLoop? _loop;

    /// <summary>Number of slots that hold its pieces.</summary>
    internal int SlotCount { get; set; }

    /// <summary>True if it supplies no more pieces.</summary>
    internal bool IsExhausted { get; set; }

    /// <summary>The first failure; null while there is none.</summary>
    internal Exception? Failure { get; private set; }

    /// <summary>True if it was stopped before it was exhausted.</summary>
    internal bool IsStopped { get; set; }

    /// <summary>True if it re-reads durable data rather than copies.</summary>
    internal virtual bool IsVerification => false;

    /// <summary>The file.</summary>
    protected FileCopyJob Job { get; } = job;

    /// <summary>The run.</summary>
    protected CopySetup Setup { get; } = setup;

    /// <summary>The loop that executes the requests, once the work has begun.</summary>
    protected CopyLoop Loop => _loop!;

    /// <summary>Begins the work in a loop.</summary>
    internal void Begin(CopyLoop loop)
    {
        _loop = loop;
        Begin();
    }

    /// <summary>Detaches its files from the engine; none of its pieces is in a slot any more.</summary>
    internal void Detach()
    {
        _attached.ForEach(file => Loop.Engine.Detach(file));
        _attached.Clear();
    }

    /// <summary>Begins again with pieces, if another pass follows the one that is done.</summary>
    /// <returns>False if the work is done.</returns>
    internal virtual bool TryGoOn() => false;

    /// <summary>Puts the next piece into a slot.</summary>
    /// <returns>False if there is none.</returns>
    internal abstract bool TryBegin(CopySlot slot, out SlotStep step);

    /// <summary>Returns the next step after the slot's request has completed.</summary>
    internal abstract SlotStep Advance(CopySlot slot);

    /// <summary>Describes a request that failed.</summary>
    internal abstract Exception Describe(CopySlot slot);

    /// <summary>Returns how the slot's request is counted.</summary>
    internal virtual TrafficKind TrafficOf(CopySlot slot) => slot.Stage switch
    {
        CopyStage.Writing => TrafficKind.TargetWrite,
        CopyStage.Comparing => TrafficKind.TargetRead,
        _ => TrafficKind.SourceRead,
    };

    /// <summary>Tries to continue after a request that failed.</summary>
    /// <returns>True if the slot's request, prepared again, is to be queued.</returns>
    internal virtual bool TryRecover(CopySlot slot) => false;

    /// <summary>Decides whether a failed read of the source is repeated later, and reports it.</summary>
    /// <returns>False if it is not repeated.</returns>
    internal bool MayRetry(CopySlot slot, out TimeSpan pause)
    {
        pause = default;
        return slot.Traffic == TrafficKind.SourceRead && slot.Transfer.State == TransferState.Failed
            && Failure is null && !IsStopped
            && Setup.Retries.TryBegin(
                Refusal("read", Job.Source.Path, slot), Job.Source.Path, slot.Retries++, out pause);
    }

    /// <summary>Prepares the slot's read of the source again.</summary>
    internal virtual void Retry(CopySlot slot) =>
        throw new InvalidOperationException($"{GetType().Name} reads no source");

    /// <summary>Releases waiting slots: after a failure, what they wait for will not come.</summary>
    internal virtual void Abandon()
    {
    }

    /// <summary>Ends the work once none of its pieces is in a slot, and notifies its owner.</summary>
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

    /// <summary>Receives the result of a flush requested by <see cref="CopyLoop.Flush"/>.</summary>
    internal virtual void Flushed(NativeResult result)
    {
    }

    /// <summary>Records the first failure.</summary>
    internal void Fail(Exception failure) => Failure ??= failure;

    /// <summary>Opens the files it needs.</summary>
    protected abstract void Begin();

    /// <summary>Completes or abandons the content, and records the outcome in the job.</summary>
    protected abstract void EndContent();

    /// <summary>
    /// Opens one side as the strategy requires: if it cannot bypass the page cache, its pages are at least dropped.
    /// </summary>
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

        // Pieces begin at multiples of 4 KiB: a device that needs a larger alignment is accessed through the cache.
        if (mode == IoMode.Direct
            && (file.EffectiveMode == IoMode.Buffered || file.Geometry.OffsetAlignment > DataChunks.Grain))
        {
            file.UseMode(IoMode.Uncached, file.ModeReason);
        }

        KeepToTheCache(file, IoMode.Uncached);
        return file;
    }

    /// <summary>Opens one side to read it from its medium, whatever the strategy.</summary>
    protected StorageFile AdoptPastCache(SafeFileHandle handle, FilePath path, FileAccessKind access)
    {
        StorageFile file = StorageFile.Adopt(handle, path, new() { Access = access, Mode = IoMode.Direct });
        KeepToTheCache(file, IoMode.Buffered);
        return file;
    }

    /// <summary>Opens the unfinished target as required by the strategy and the file system's compression.</summary>
    /// <param name="isCompressed">True if the file system compresses it, so that no blocks may be reserved.</param>
    protected StorageFile AdoptTarget(out bool isCompressed)
    {
        StorageFile target = Adopt(Job.Unfinished!.Handle, Job.Unfinished.Path, FileAccessKind.ReadWrite);

        // The direct and uncached strategies override compression.
        isCompressed = Setup.Options.Strategy is CopyStrategy.Automatic or CopyStrategy.Buffered
            && Compression.IsOn(target);
        if (isCompressed && target.EffectiveMode != IoMode.Buffered)
        {
            target.UseMode(IoMode.Buffered, $"{target.FileSystemName} compresses it only through the page cache");
        }

        return target;
    }

    /// <summary>Leaves direct mode for a file whose last block ends beyond the largest offset.</summary>
    /// <param name="file">The file.</param>
    /// <param name="mode">Its mode afterwards.</param>
    protected void KeepToTheCache(StorageFile file, IoMode mode)
    {
        if (file.EffectiveMode == IoMode.Direct
            && Job.SourceStatus.Length > Alignment.AlignDown(long.MaxValue, DataChunks.Grain))
        {
            file.UseMode(mode, "its last block ends behind the largest offset of the system");
        }
    }

    /// <summary>Opens the source once more, because its server no longer knows the open file.</summary>
    /// <exception cref="CopyException">Its name is another file by now, or it has changed.</exception>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    protected SafeFileHandle OpenSourceAgain()
    {
        DirectoryEntry source = Job.Source;
        SafeFileHandle handle = Setup.FollowsLinks ? Entries.OpenPath(source.Path) : Entries.OpenSource(source, out _);
        bool isUnchanged = false;
        try
        {
            isUnchanged = Entries.IsUnchanged(Job.SourceStatus, Entries.Status(handle, source));
            return isUnchanged ? handle : throw SourceChanges.WhileRead(source);
        }
        finally
        {
            if (!isUnchanged)
            {
                handle.Dispose();
            }
        }
    }

    /// <summary>Attaches a file to the engine, so that requests can use it.</summary>
    protected EngineFile Attach(StorageFile file)
    {
        EngineFile attached = Loop.Engine.Attach(file.Handle);
        _attached.Add(attached);
        return attached;
    }

    /// <summary>Records in the job how the work ended.</summary>
    /// <param name="path">The path for a failure that does not name one.</param>
    protected void NoteEnd(FilePath path)
    {
        Job.IsStopped = IsStopped && Failure is null;
        Job.Problem = Failure is null ? null : CopyProblems.Of(Failure, path);
    }

    /// <summary>Describes why a read of the source failed.</summary>
    protected Exception DescribeRead(CopySlot slot) => slot.Transfer.State == TransferState.EndOfFile
        ? SourceChanges.Ended(Job.Source.Path, Job.SourceStatus.Length, slot.Chunk.Offset + slot.Transfer.Moved)
        : Refusal("read", Job.Source.Path, slot, Tried(slot.Retries));

    private static string? Tried(int times) =>
        times > 1 ? string.Create(CultureInfo.InvariantCulture, $"It was tried {times} times.") : null;

    /// <summary>Returns the strategy of a mode.</summary>
    protected static CopyStrategy StrategyOf(IoMode mode) => mode switch
    {
        IoMode.Direct => CopyStrategy.Direct,
        IoMode.Uncached => CopyStrategy.Uncached,
        _ => CopyStrategy.Buffered,
    };

    /// <summary>
    /// Clears the padding of a direct write, so that earlier content of the memory does not get into the file.
    /// </summary>
    protected static unsafe void ClearPadding(CopySlot slot)
    {
        int length = (int)slot.Chunk.Length;
        int written = slot.Transfer.Next.Length;
        new Span<byte>((void*)(slot.Address + length), written - length).Clear();
    }

    /// <summary>Creates the request that reads a piece, rounded up to what the file's mode needs.</summary>
    internal static Transfer Reading(StorageFile file, EngineFile attached, CopySlot slot) =>
        FileTransfers.Read(file, attached, slot.Address, slot.Chunk.Offset, slot.Chunk.Length, slot.Index);

    /// <summary>Creates the request that writes a piece, rounded up to what the file's mode needs.</summary>
    internal static Transfer Writing(StorageFile file, EngineFile attached, CopySlot slot) =>
        FileTransfers.Write(file, attached, slot.Address, slot.Chunk.Offset, slot.Chunk.Length, slot.Index);

    /// <summary>Describes why a request failed.</summary>
    internal static NativeIOException Refusal(string operation, FilePath path, CopySlot slot, string? hint = null)
    {
        Transfer transfer = slot.Transfer;
        return new NativeIOException(
            operation,
            path,
            transfer.Error,
            slot.Chunk.Offset + Math.Min(transfer.Moved, slot.Chunk.Length),
            slot.Chunk.Length - Math.Min(transfer.Moved, slot.Chunk.Length),
            hint);
    }
}

/// <summary>Supplies a loop with work.</summary>
internal interface IWorkSource
{
    /// <summary>Takes the next work.</summary>
    /// <param name="waits">Whether to wait for it.</param>
    /// <returns>Null if there is none now, or after waiting, if there will be none.</returns>
    ContentWork? Take(bool waits);
}
