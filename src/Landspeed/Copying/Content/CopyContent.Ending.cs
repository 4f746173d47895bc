using Landspeed.Copying.Journal;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Publication;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Content;

/// <summary>Checkpoints on the way; length, metadata and the look back at the source at the end.</summary>
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
            Fail(new NativeIOException("flush", _job.Unfinished!.Path, result.Error));
            return;
        }

        try
        {
            _job.Journal!.NoteDurable(
                _flushingEnd, _setup.KeepsHashes ? System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_unnoted)[.._flushingCount] : []);
            _unnoted.RemoveRange(0, _flushingCount);
            _durableEnd = Math.Max(_durableEnd, _flushingEnd);
        }
        catch (NativeIOException)
        {
            // The journal alone is full or broken: the copy goes on, and can no longer be continued from here.
            _job.Journal!.Remove();
            _job.Journal = null;
        }
    }

    /// <inheritdoc/>
    internal override void End()
    {
        try
        {
            if (Failure is null && !IsStopped)
            {
                Complete();
            }
        }
        catch (IOException failure)
        {
            Fail(failure);
        }

        Detach();
        if (Failure is not null || IsStopped)
        {
            GiveUp();
        }

        _cached?.Dispose();
        _job.SourceHandle.Dispose();
        _whenWritten(_job);
    }

    private void Complete()
    {
        HiddenContent.Refuse(_source!, _job.SourceStatus);

        if (_chunks is not null)
        {
            _job.HoleBytes = _chunks.HoleBytes;
            _setup.Reporter.Moved(_chunks.HoleBytes);
            CutPadding();
        }

        if (SourceChanges.Find(_job.SourceHandle, SourcePath, _job.SourceStatus) is { } change)
        {
            throw new CopyException(CopyOutcome.SourceChanged, change);
        }

        if (_digest is not null)
        {
            _digest.AppendZeros(Length - _digestEnd);
            _job.Digests = [.. _digest.Finish().Select(digest => digest.Hex)];
        }

        PartFile.Unmark(_job.Unfinished!);
        FileMetadata.Keep(
            _job.SourceHandle, _job.SourceStatus, _job.Unfinished!.Handle, _job.Target, _setup.Preservation);
    }

    private void CutPadding()
    {
        NativeResult cut = Interruptions.Retry(() => NativePlatform.Files.SetLength(_job.Unfinished!.Handle, Length));
        if (cut.Failed)
        {
            throw new NativeIOException("set the length of", _job.Unfinished!.Path, cut.Error, length: Length);
        }
    }

    private void Detach()
    {
        if (_isAttached)
        {
            _loop!.Engine.Detach(_sourceFile);
            _loop.Engine.Detach(_targetFile);
            _isAttached = false;
        }
    }

    // What was written since the last checkpoint is kept, too, where that still works. After an error only what a
    // checkpoint had made durable before: then it is much, and worth the space that it takes until the next run.
    private void CheckpointAtTheEnd()
    {
        if (!_job.IsStopped || _job.Journal is null || _prefix.End <= _durableEnd || !CanContinue())
        {
            return;
        }

        (_flushingEnd, _flushingCount) = (_prefix.End, _unnoted.Count);
        Flushed(Interruptions.Retry(() => NativePlatform.Files.FlushData(_job.Unfinished!.Handle)));
    }

    // A full disk or a stop can be carried on later, from the last checkpoint; anything else begins anew.
    private void GiveUp()
    {
        NoteEnd();
        if (_job.Unfinished is null)
        {
            _job.Journal?.Remove();
        }
        else
        {
            CheckpointAtTheEnd();
            NoteEnd();
            LeaveOrRemove(_job.Unfinished);
        }

        (_job.Unfinished, _job.Journal) = (null, null);
    }

    private void NoteEnd()
    {
        _job.IsStopped = IsStopped && Failure is null;
        _job.Problem = Failure is null ? null : CopyProblems.Of(Failure, SourcePath);
    }

    private void LeaveOrRemove(UnpublishedFile unfinished)
    {
        if (_job.Journal is { } journal && _durableEnd > 0 && CanContinue())
        {
            journal.Dispose();
            unfinished.Release();
            return;
        }

        unfinished.Remove();
        _job.Journal?.Remove();
    }

    private bool CanContinue() => !_isCondemned
        && (_job.IsStopped || _job.Problem?.Kind is CopyProblemKind.OutOfSpace or CopyProblemKind.Failed);

    private void Reached(CopySlot slot, in CopiedChunk chunk)
    {
        if (_job.Journal is null && !_setup.KeepsHashes)
        {
            return;
        }

        _reached.Clear();
        _prefix.Add(slot.Number, chunk, _reached);
        if (_setup.KeepsHashes)
        {
            _job.Chunks.AddRange(_reached);
        }

        if (_job.Journal is not null)
        {
            _unnoted.AddRange(_setup.KeepsHashes ? _reached : []);
            Checkpoint();
        }
    }

    private void Checkpoint()
    {
        if (_prefix.End - Math.Max(_durableEnd, _flushingEnd) < _setup.CheckpointInterval)
        {
            return;
        }

        (long end, int count) = (_prefix.End, _unnoted.Count);
        if (_loop!.Flush(this, _targetFile))
        {
            (_flushingEnd, _flushingCount) = (end, count);
        }
    }
}
