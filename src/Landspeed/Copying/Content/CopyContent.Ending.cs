using Landspeed.Copying.Journal;
using Landspeed.Copying.Metadata;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>Checkpoints during the copy, and length, metadata and the final check of the source at the end.</summary>
internal sealed partial class CopyContent
{
    private readonly List<CopiedChunk> _reached = [];

    /// <inheritdoc/>
    internal override void Flushed(NativeResult result)
    {
        if (result.Failed)
        {
            // Never again: the system forgets what it could not write, and the next flush would prove nothing.
            _isCondemned = true;
            Fail(new NativeIOException("flush", Job.Unfinished!.Path, result.Error));
            return;
        }

        try
        {
            ByteRange flushed = ByteRange.FromBounds(_flushedEnd, _flushingEnd);
            Job.Journal!.NoteDurable(
                flushed, Setup.KeepsHashes ? System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_unnoted)[.._flushingCount] : []);
            _unnoted.RemoveRange(0, _flushingCount);
            _durable.Add(flushed);
            _flushedEnd = _flushingEnd;
        }
        catch (NativeIOException)
        {
            // Only the journal is full or broken: the copy goes on, but can no longer be continued from here. This also
            // applies to other ranges.
            if (segment is null)
            {
                Job.Journal!.Remove();
                Job.Journal = null;
            }
        }
    }

    /// <inheritdoc/>
    protected override void EndContent()
    {
        try
        {
            if (Failure is null && !IsStopped)
            {
                Complete();
            }
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            Fail(failure);
        }

        if (Failure is not null || IsStopped)
        {
            GiveUp();
        }

        if (_verified > 0)
        {
            bool throughCache = _source!.EffectiveMode != IoMode.Direct;
            Setup.Reporter.VerifiedSource(_verified, throughCache ? _verified : 0, throughCache ? 0 : _verified);
        }

        segment?.Close(Job);
        _cached?.Dispose();
        _digest?.Dispose();
        Job.SourceHandle.Dispose();
        _stale.ForEach(handle => handle.Dispose());
    }

    private void Complete()
    {
        if (_chunks is not null)
        {
            Job.HoleBytes = _chunks.HoleBytes;
            Setup.Reporter.Moved(_chunks.HoleBytes);
        }

        RequireUnchanged();
        if (segment is not null)
        {
            FlushTo(segment.Range.End);
            return;
        }

        if (_chunks is not null)
        {
            Job.Unfinished!.SetLength(Length);
        }

        if (_digest is not null)
        {
            _digest.AppendZeros(Length - _digestEnd);
            Job.TakeDigests(_digest);
        }

        FileMetadata.Keep(
            Job.SourceHandle, Job.SourceStatus, Job.Unfinished!.Handle, Job.Target, Setup.Preservation);
    }

    private void RequireUnchanged() => Setup.Retries.Repeat(
        () =>
        {
            SourceChanges.Require(_source!, Job, Setup);
            return true;
        },
        SourcePath,
        Loop.Stop);

    // What was written since the last checkpoint is also kept if that still works. After an error, only what a
    // checkpoint had made durable is kept: it is then large enough to be worth its space until the next run.
    private void CheckpointAtTheEnd()
    {
        if (!Job.IsStopped || Job.Journal is null || _prefix.End <= _durable.EndFrom(_flushedEnd) || !CanContinue())
        {
            return;
        }

        FlushTo(_prefix.End);
    }

    // Another rank may also have copied the range, and succeeded: the file gets its name as soon as this one releases
    // it. What this one wrote behind a gap, or before it failed, must not reach the medium later. A failure has already
    // been reported, or the range is no longer needed.
    private void FlushTheRest()
    {
        if (Job.Unfinished is { } part)
        {
            _ = Interruptions.Retry(() => NativePlatform.Files.FlushData(part.Handle));
        }
    }

    private void FlushTo(long end)
    {
        if (end > _flushedEnd)
        {
            (_flushingEnd, _flushingCount) = (end, _unnoted.Count);
            Flushed(Interruptions.Retry(() => NativePlatform.Files.FlushData(Job.Unfinished!.Handle)));
        }
    }

    // After a full disk or a stop the copy can be continued later, from the last checkpoint; after anything else it
    // starts over.
    private void GiveUp()
    {
        NoteEnd(SourcePath);
        if (segment is not null)
        {
            CheckpointAtTheEnd();
            FlushTheRest();
            NoteEnd(SourcePath);
            return; // who made the part decides what becomes of it
        }

        if (Job.Unfinished is null)
        {
            Job.Journal?.Remove();
        }
        else
        {
            CheckpointAtTheEnd();
            NoteEnd(SourcePath);
            LeaveOrRemove(Job.Unfinished);
        }

        (Job.Unfinished, Job.Journal) = (null, null);
    }

    private void LeaveOrRemove(UnpublishedFile unfinished)
    {
        if (Job.Journal is { } journal && !_durable.IsEmpty && CanContinue())
        {
            journal.Dispose();
            unfinished.Release();
            return;
        }

        unfinished.Remove();
        Job.Journal?.Remove();
    }

    private bool CanContinue() => !_isCondemned
        && (Job.IsStopped || Job.Problem?.Kind is CopyProblemKind.OutOfSpace or CopyProblemKind.Failed);

    private void Reached(CopySlot slot, in CopiedChunk chunk)
    {
        if (Job.Journal is null && !Setup.KeepsHashes)
        {
            return;
        }

        _reached.Clear();
        _prefix.Add(slot.Number, chunk, _reached);
        if (Setup.KeepsHashes)
        {
            Job.Chunks.AddRange(_reached);
        }

        if (Job.Journal is not null)
        {
            _unnoted.AddRange(Setup.KeepsHashes ? _reached : []);
            Checkpoint();
        }
    }

    private void Checkpoint()
    {
        if (_prefix.End - _durable.EndFrom(_flushingEnd) < Setup.CheckpointInterval)
        {
            return;
        }

        (long end, int count) = (_prefix.End, _unnoted.Count);
        if (Loop.Flush(this, _targetFile))
        {
            (_flushingEnd, _flushingCount) = (end, count);
        }
    }
}
