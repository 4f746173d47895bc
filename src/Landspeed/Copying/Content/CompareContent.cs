using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>
/// Reads a durable, unfinished target from the medium and compares it with what was read from the source.
/// </summary>
internal sealed class CompareContent(FileCopyJob job, CopySetup setup, Action<FileCopyJob>? whenCompared = null)
    : ContentWork(job, setup, whenCompared)
{
    private StorageFile? _target;
    private EngineFile _file;
    private int _next;
    private long _compared;
    private ByteRange? _different;

    private FilePath Path => Job.Unfinished!.Path;

    /// <inheritdoc/>
    internal override bool IsVerification => true;

    /// <inheritdoc/>
    protected override void Begin()
    {
        Setup.Reporter.Entered(CopyPhase.Verifying, Job.Source.Path);
        _target = AdoptPastCache(Job.Unfinished!.Handle, Path, FileAccessKind.ReadWrite);

        // Also before a direct read: pages that a process has mapped, or that the final truncation touched, do not come
        // from the medium.
        PageCache.DropUnread(_target);
        _file = Attach(_target);
    }

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        if (_next >= Job.Chunks.Count)
        {
            return false;
        }

        CopiedChunk chunk = Job.Chunks[_next++];
        slot.Chunk = new ByteRange(chunk.Offset, chunk.Length);
        slot.Hash = chunk.Hash;
        slot.Transfer = Reading(_target!, _file, slot);
        return true;
    }

    /// <inheritdoc/>
    internal override SlotStep Advance(CopySlot slot)
    {
        if (Xxh3.Hash128(slot.Bytes) == slot.Hash)
        {
            _compared += slot.Chunk.Length;
        }
        else
        {
            _different = _different is { } other && other.Offset < slot.Chunk.Offset ? other : slot.Chunk;
        }

        return SlotStep.Free;
    }

    /// <inheritdoc/>
    internal override TrafficKind TrafficOf(CopySlot slot) => TrafficKind.TargetRead;

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot)
    {
        if (slot.Transfer.State != TransferState.EndOfFile)
        {
            return Refusal("read back", Path, slot);
        }

        return new CopyException(CopyOutcome.Mismatch, Mismatch(slot.Chunk));
    }

    /// <inheritdoc/>
    protected override void EndContent()
    {
        bool throughCache = _target is not null && _target.EffectiveMode != IoMode.Direct;
        Setup.Reporter.Verified(_compared, throughCache ? _compared : 0, throughCache ? 0 : _compared);
        NoteEnd(Job.Target.Path);
        Job.Problem ??= _different is { } range ? Mismatch(range) : null;
        if (Job.IsStopped && Job.Journal is { } journal)
        {
            journal.Dispose(); // what was copied is continued
            Job.Unfinished!.Handle.Dispose();
            (Job.Unfinished, Job.Journal) = (null, null);
        }
        else if (Job.Problem is not null || Job.IsStopped)
        {
            Job.GiveUp();
        }
    }

    private CopyProblem Mismatch(ByteRange range) => new(
        CopyProblemKind.Mismatch,
        Job.Target.Path,
        FormattableString.Invariant(
            $"the medium returned other bytes of {Job.Target.Path.Display} than were written, first between {range.Offset} and {range.End}; the copy was not put in place. Suspect memory, cable or device"),
        range);
}
