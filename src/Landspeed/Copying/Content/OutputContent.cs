using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Writes a file into a pipe, in order, while later pieces are read.</summary>
internal sealed class OutputContent : ContentWork
{
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;
    private readonly StreamEnd _output;
    private readonly FilePath _outputPath;
    private readonly WholeFileDigest? _digest;
    private readonly InOrder _order = new();
    private CopyLoop? _loop;
    private StorageFile? _source;
    private EngineFile _file;
    private DataChunks? _chunks;
    private bool _isAttached;
    private long _number;

    internal OutputContent(
        FileCopyJob job, CopySetup setup, SafeFileHandle output, FilePath outputPath, CancellationToken stop)
    {
        (_job, _setup, _output, _outputPath) = (job, setup, new StreamEnd(output, stop), outputPath);
        _digest = setup.Options.Digests.Count > 0 ? new WholeFileDigest([.. setup.Options.Digests]) : null;
    }

    /// <inheritdoc/>
    internal override void Begin(CopyLoop loop)
    {
        _loop = loop;
        _setup.Reporter.Entered(CopyPhase.Copying, _job.EventPath);
        _source = StorageFile.Adopt(
            _job.SourceHandle, _job.Source.Path, new() { Access = FileAccessKind.Read, Mode = CopyContent.ModeOf(_setup.Options.Strategy) });
        if (_setup.Options.Strategy == CopyStrategy.Automatic
            && PageResidency.Measure(_source, 0, _job.SourceStatus.Length).ResidentBytes is > 0)
        {
            _source.UseMode(IoMode.Uncached, "the page cache holds some of the source");
        }

        _chunks = new DataChunks(
            _source.Handle, _job.Source.Path, _job.SourceStatus.Length, loop.PieceLimit, HoleRule.Fill);
        _file = loop.Attach(_source.Handle);
        _isAttached = true;
        _job.Decision = new CopyDecision(
            _source.EffectiveMode == IoMode.Direct ? CopyStrategy.Direct : CopyStrategy.Uncached,
            _source.EffectiveMode,
            IoMode.Buffered,
            _source.ModeReason ?? "past the page cache, into a stream");
    }

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        if (_chunks is null || !_chunks.TryNext(out Quantities.ByteRange chunk))
        {
            return false;
        }

        (slot.Chunk, slot.Number) = (chunk, _number++);
        slot.Transfer = Reading(_source!, _file, slot);
        return true;
    }

    /// <inheritdoc/>
    internal override SlotStep Advance(CopySlot slot)
    {
        if (!_order.TryPass(slot))
        {
            return SlotStep.Wait;
        }

        Write(slot);
        while (_order.TryTake(out CopySlot? next))
        {
            Write(next!);
            _loop!.Release(next!, SlotStep.Free);
        }

        return SlotStep.Free;
    }

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot) => slot.Transfer.State == TransferState.EndOfFile
        ? new CopyException(CopyOutcome.SourceChanged, SourceChanges.Ended(
            _job.Source.Path, _job.SourceStatus.Length, slot.Chunk.Offset + slot.Transfer.Moved))
        : Refusal("read", _job.Source.Path, slot);

    /// <inheritdoc/>
    internal override void Abandon(CopyLoop loop)
    {
        foreach (CopySlot slot in _order.Drain())
        {
            loop.Release(slot, SlotStep.Free);
        }
    }

    /// <inheritdoc/>
    internal override void End()
    {
        if (_isAttached)
        {
            _loop!.Engine.Detach(_file);
        }

        try
        {
            if (Failure is null && !IsStopped)
            {
                HiddenContent.Refuse(_source!, _job.SourceStatus);
            }

            if (Failure is null && !IsStopped
                && SourceChanges.Find(_job.SourceHandle, _job.Source.Path, _job.SourceStatus) is { } change)
            {
                Fail(new CopyException(CopyOutcome.SourceChanged, change));
            }
        }
        catch (IOException failure)
        {
            Fail(failure);
        }

        _job.IsStopped = IsStopped && Failure is null;
        _job.Problem = Failure is null ? null : CopyProblems.Of(Failure, _job.Source.Path);
        _job.Digests = _digest is null || Failure is not null ? [] : [.. _digest.Finish().Select(digest => digest.Hex)];
    }

    private void Write(CopySlot slot)
    {
        int length = (int)slot.Chunk.Length;
        for (int done = 0; done < length;)
        {
            NativeResult written = _output.Write(slot.Address + done, length - done);
            if (written.Error.Kind == NativeErrorKind.Cancelled)
            {
                IsStopped = true; // part of a piece is sent: nothing more must follow
                return;
            }

            if (written.Failed)
            {
                throw new NativeIOException("write to", _outputPath, written.Error, slot.Chunk.Offset + done);
            }

            done += (int)written.Raw;
        }

        _digest?.Append(slot.Bytes);
        _job.BytesCopied += length;
        _setup.Reporter.Moved(length);
    }
}
