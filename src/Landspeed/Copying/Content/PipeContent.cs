using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Writes what comes out of a pipe, whose length nobody knows, to an unfinished file.</summary>
/// <remarks>The pipe is read on the loop's thread, which waits for it or for a stop, while earlier pieces are written.</remarks>
internal sealed class PipeContent : ContentWork
{
    // Blocks are taken ahead of the data, so that writes need not wait for each other: 64 MiB first, then as much again as
    // there is, up to 1 GiB at a time.
    private const long FirstStep = 64L << 20;
    private const long LargestStep = 1L << 30;

    private readonly StreamEnd _source;
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;
    private readonly CancellationToken _stop;
    private readonly WholeFileDigest? _digest;
    private CopyLoop? _loop;
    private StorageFile? _target;
    private EngineFile _file;
    private bool _isAttached;
    private bool _ended;
    private long _length;
    private long _reserved;
    private bool _reserves = true;

    internal PipeContent(SafeFileHandle source, FileCopyJob job, CopySetup setup, CancellationToken stop)
    {
        (_source, _job, _setup, _stop) = (new StreamEnd(source, stop), job, setup, stop);
        _digest = setup.Options.Digests.Count > 0 ? new WholeFileDigest([.. setup.Options.Digests]) : null;
    }

    /// <summary>Bytes that came.</summary>
    internal long Length => _length;

    /// <inheritdoc/>
    internal override void Begin(CopyLoop loop)
    {
        _loop = loop;
        _setup.Reporter.Entered(CopyPhase.Copying, _job.EventPath);
        _job.Unfinished = UnpublishedFile.Create(_job.Target, TemporaryNames.OfRun(_job.Target.Name, _setup.Run));
        IoMode mode = CopyContent.ModeOf(_setup.Options.Strategy);
        _target = StorageFile.Adopt(
            _job.Unfinished.Handle, _job.Unfinished.Path, new() { Access = FileAccessKind.ReadWrite, Mode = mode });
        if (mode == IoMode.Direct && (_target.EffectiveMode == IoMode.Buffered || _target.Geometry.OffsetAlignment > DataChunks.Grain))
        {
            _target.UseMode(IoMode.Uncached, _target.ModeReason);
        }

        _file = loop.Attach(_target.Handle);
        _isAttached = true;
        _job.Decision = new CopyDecision(
            _target.EffectiveMode == IoMode.Direct ? CopyStrategy.Direct : CopyStrategy.Uncached,
            IoMode.Buffered,
            _target.EffectiveMode,
            _target.ModeReason ?? "from a stream, past the page cache");
    }

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        int length = _ended ? 0 : Fill(slot, _loop!.PieceLimit);
        if (length == 0)
        {
            return false;
        }

        slot.Chunk = new ByteRange(_length, length);
        _length += length;
        Reserve();
        _digest?.Append(slot.Bytes);
        if (_setup.KeepsHashes)
        {
            _job.Chunks.Add(new CopiedChunk(slot.Chunk.Offset, length, Xxh3.Hash128(slot.Bytes)));
        }

        slot.Stage = CopyStage.Writing;
        slot.Transfer = Writing(_target!, _file, slot);
        CopyContent.ClearPadding(slot);
        return true;
    }

    /// <inheritdoc/>
    internal override SlotStep Advance(CopySlot slot)
    {
        _job.BytesCopied += slot.Chunk.Length;
        _setup.Reporter.Moved(slot.Chunk.Length);
        return SlotStep.Free;
    }

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot) => Refusal("write", _job.Unfinished!.Path, slot);

    /// <inheritdoc/>
    internal override void End()
    {
        if (_isAttached)
        {
            _loop!.Engine.Detach(_file);
        }

        IsStopped |= _stop.IsCancellationRequested && !_ended;
        if (Failure is null && !IsStopped)
        {
            NativeResult cut = Interruptions.Retry(() => NativePlatform.Files.SetLength(_target!.Handle, _length));
            if (cut.Failed)
            {
                Fail(new NativeIOException("set the length of", _target!.Path, cut.Error, length: _length));
            }
        }

        if (Failure is null && !IsStopped)
        {
            int permissions = FilePermissions.NewFile & ~_setup.Preservation.Identity.CreationMask;
            NativePlatform.Trees.SetPermissions(_target!.Handle, permissions);
            _job.Digests = _digest is null ? [] : [.. _digest.Finish().Select(digest => digest.Hex)];
            return;
        }

        _job.IsStopped = IsStopped && Failure is null;
        _job.Problem = Failure is null ? null : CopyProblems.Of(Failure, _job.Target.Path);
        _job.Unfinished?.Remove();
        _job.Unfinished = null;
    }

    // Whole pieces: a direct write in the middle of a file must not end anywhere.
    private int Fill(CopySlot slot, int wanted)
    {
        int filled = 0;
        while (filled < wanted && !_stop.IsCancellationRequested)
        {
            nint address = slot.Address + filled;
            int room = wanted - filled;
            NativeResult read = _source.Read(address, room);
            if (read.Error.Kind == NativeErrorKind.Cancelled)
            {
                break;
            }

            if (read.Failed)
            {
                throw new NativeIOException("read", _job.EventPath, read.Error, _length + filled);
            }

            if (read.Raw == 0)
            {
                _ended = true;
                break;
            }

            filled += (int)read.Raw;
        }

        return filled;
    }

    private void Reserve()
    {
        if (!_reserves || _length <= _reserved)
        {
            return;
        }

        long step = Math.Clamp(_length, FirstStep, LargestStep);
        NativeResult reserved = Interruptions.Retry(() => NativePlatform.Files.Reserve(
            _target!.Handle, _reserved, _length - _reserved + step, SpaceReservation.SetLength));

        // No room for the step may still be room for the data: the write that finds none says so.
        _reserves = reserved.Succeeded;
        _reserved = _length + step;
    }
}
