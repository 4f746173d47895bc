using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>Reads a durable, unfinished target from the medium, and compares it with what was read from the source.</summary>
internal sealed class CompareContent : ContentWork
{
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;
    private readonly Action<FileCopyJob> _whenCompared;
    private CopyLoop? _loop;
    private StorageFile? _target;
    private EngineFile _file;
    private bool _isAttached;
    private int _next;
    private long _compared;
    private ByteRange? _different;

    internal CompareContent(FileCopyJob job, CopySetup setup, Action<FileCopyJob> whenCompared)
    {
        (_job, _setup, _whenCompared) = (job, setup, whenCompared);
    }

    private FilePath Path => _job.Unfinished!.Path;

    /// <inheritdoc/>
    internal override void Begin(CopyLoop loop)
    {
        _loop = loop;
        _setup.Reporter.Entered(CopyPhase.Verifying, _job.Source.Path);
        _target = StorageFile.Adopt(
            _job.Unfinished!.Handle, Path, new() { Access = FileAccessKind.ReadWrite, Mode = IoMode.Direct });

        // Also before a direct read: pages that somebody has mapped, or that the cut at the end touched, are not the medium.
        PageCache.Drop(_target);
        _file = loop.Attach(_target.Handle);
        _isAttached = true;
    }

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        if (_next >= _job.Chunks.Count)
        {
            return false;
        }

        CopiedChunk chunk = _job.Chunks[_next++];
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
    internal override Exception Describe(CopySlot slot)
    {
        if (slot.Transfer.State != TransferState.EndOfFile)
        {
            return Refusal("read back", Path, slot);
        }

        return new CopyException(CopyOutcome.Mismatch, Mismatch(slot.Chunk));
    }

    /// <inheritdoc/>
    internal override void End()
    {
        bool throughCache = _target is not null && _target.EffectiveMode != IoMode.Direct;
        _setup.Reporter.Verified(_compared, throughCache ? _compared : 0);
        if (_isAttached)
        {
            _loop!.Engine.Detach(_file);
        }

        _job.IsStopped = IsStopped && Failure is null;
        _job.Problem = Failure is not null ? CopyProblems.Of(Failure, _job.Target.Path)
            : _different is { } range ? Mismatch(range) : null;
        if (_job.IsStopped && _job.Journal is { } journal)
        {
            journal.Dispose(); // what was copied is continued
            _job.Unfinished!.Handle.Dispose();
            (_job.Unfinished, _job.Journal) = (null, null);
        }
        else if (_job.Problem is not null || _job.IsStopped)
        {
            _job.GiveUp();
        }

        _whenCompared(_job);
    }

    private CopyProblem Mismatch(ByteRange range) => new(
        CopyProblemKind.Mismatch,
        _job.Target.Path,
        FormattableString.Invariant(
            $"the medium returned other bytes of {_job.Target.Path.Display} than were written, first between {range.Offset} and {range.End}; the copy was not put in place. Suspect memory, cable or device"),
        range);
}
