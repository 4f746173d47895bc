using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Writes the content of a pipe, whose length is unknown, to an unfinished file.</summary>
/// <remarks>
/// The pipe is read on the loop's thread, which waits for data or a stop, while earlier pieces are written.
/// </remarks>
internal sealed class PipeContent : ContentWork
{
    // Blocks are reserved ahead of the data, so that writes need not wait for each other: first 64 MiB, then as much
    // again as the file has, up to 1 GiB at a time.
    private const long FirstStep = 64L << 20;
    private const long LargestStep = 1L << 30;

    private readonly StreamEnd _source;
    private readonly CancellationToken _stop;
    private readonly WholeFileDigest? _digest;
    private StorageFile? _target;
    private EngineFile _file;
    private bool _ended;
    private long _length;
    private long _reserved;
    private bool _reserves = true;

    internal PipeContent(SafeFileHandle source, FileCopyJob job, CopySetup setup, CancellationToken stop)
        : base(job, setup)
    {
        (_source, _stop) = (new StreamEnd(source, stop), stop);
        _digest = setup.Options.NewDigest();
    }

    /// <summary>Bytes received.</summary>
    internal long Length => _length;

    /// <inheritdoc/>
    protected override void Begin()
    {
        Setup.Reporter.Entered(CopyPhase.Copying, Job.EventPath);
        Job.Unfinished = Setup.Names.Create(Job.Target);
        _target = AdoptTarget(out bool isCompressed);
        _reserves = !isCompressed;
        _file = Attach(_target);
        Job.Decision = new CopyDecision(
            StrategyOf(_target.EffectiveMode),
            IoMode.Buffered,
            _target.EffectiveMode,
            _target.ModeReason ?? "from a stream, past the page cache");
    }

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        int length = _ended ? 0 : Fill(slot, Loop.PieceLimit);
        if (length == 0)
        {
            return false;
        }

        slot.Chunk = new ByteRange(_length, length);
        _length += length;
        Reserve();
        _digest?.Append(slot.Bytes);
        if (Setup.KeepsHashes)
        {
            Job.Chunks.Add(new CopiedChunk(slot.Chunk.Offset, length, Xxh3.Hash128(slot.Bytes)));
        }

        slot.Stage = CopyStage.Writing;
        slot.Transfer = Writing(_target!, _file, slot);
        ClearPadding(slot);
        return true;
    }

    /// <inheritdoc/>
    internal override SlotStep Advance(CopySlot slot)
    {
        Job.BytesCopied += slot.Chunk.Length;
        Setup.Reporter.Moved(slot.Chunk.Length);
        return SlotStep.Free;
    }

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot) => Refusal("write", Job.Unfinished!.Path, slot);

    /// <inheritdoc/>
    protected override void EndContent()
    {
        IsStopped |= _stop.IsCancellationRequested && !_ended;
        if (Failure is null && !IsStopped)
        {
            try
            {
                Job.Unfinished!.SetLength(_length);
            }
            catch (NativeIOException failure)
            {
                Fail(failure);
            }
        }

        if (Failure is null && !IsStopped)
        {
            int permissions = FilePermissions.NewFile & ~Setup.Preservation.Identity.CreationMask;
            NativePlatform.Trees.SetPermissions(_target!.Handle, permissions);
            Job.TakeDigests(_digest);
        }
        else
        {
            NoteEnd(Job.Target.Path);
            Job.Unfinished?.Remove();
            Job.Unfinished = null;
        }

        _digest?.Dispose();
    }

    // Whole pieces: a direct write in the middle of a file must end at a multiple of the alignment.
    private int Fill(CopySlot slot, int wanted)
    {
        int filled = 0;
        using var reading = new TrafficScope(Setup.Options.Traffic, TrafficKind.SourceRead);
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
                throw new NativeIOException("read", Job.EventPath, read.Error, _length + filled);
            }

            if (read.Raw == 0)
            {
                _ended = true;
                break;
            }

            filled += (int)read.Raw;
            reading.Moved(read.Raw);
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

        // If there is no room for the step, there may still be room for the data: the write that finds none reports it.
        _reserves = reserved.Succeeded;
        _reserved = _length + step;
    }
}
