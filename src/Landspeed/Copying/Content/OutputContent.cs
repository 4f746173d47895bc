using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Writes a file into a pipe, in order, while later pieces are read.</summary>
internal sealed class OutputContent : ContentWork
{
    private readonly StreamEnd _output;
    private readonly FilePath _outputPath;
    private readonly WholeFileDigest? _digest;
    private readonly InOrder _order = new();
    private StorageFile? _source;
    private EngineFile _file;
    private DataChunks? _chunks;
    private long _number;

    internal OutputContent(
        FileCopyJob job, CopySetup setup, SafeFileHandle output, FilePath outputPath, CancellationToken stop)
        : base(job, setup)
    {
        (_output, _outputPath) = (new StreamEnd(output, stop), outputPath);
        _digest = setup.Options.NewDigest();
    }

    /// <inheritdoc/>
    protected override void Begin()
    {
        Setup.Reporter.Entered(CopyPhase.Copying, Job.EventPath);
        _source = Adopt(Job.SourceHandle, Job.Source.Path, FileAccessKind.Read);
        if (Setup.Options.Strategy == CopyStrategy.Automatic
            && PageResidency.Measure(_source, 0, Job.SourceStatus.Length).ResidentBytes is > 0)
        {
            _source.UseMode(IoMode.Uncached, "the page cache holds some of the source");
        }

        _chunks = new DataChunks(
            _source.Handle,
            Job.Source.Path,
            new ByteRange(0, Job.SourceStatus.Length),
            Loop.PieceLimit,
            fillHoles: true);
        _file = Attach(_source);
        Job.Decision = new CopyDecision(
            StrategyOf(_source.EffectiveMode),
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
            Loop.Release(next!, SlotStep.Free);
        }

        return SlotStep.Free;
    }

    /// <inheritdoc/>
    internal override void Retry(CopySlot slot) => slot.Transfer = Reading(_source!, _file, slot);

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot) => DescribeRead(slot);

    /// <inheritdoc/>
    internal override void Abandon() => _order.FreeAll(Loop);

    /// <inheritdoc/>
    protected override void EndContent()
    {
        try
        {
            if (Failure is null && !IsStopped)
            {
                SourceChanges.Require(_source!, Job, Setup);
            }
        }
        catch (IOException failure)
        {
            Fail(failure);
        }

        NoteEnd(Job.Source.Path);
        if (Failure is null)
        {
            Job.TakeDigests(_digest);
        }

        _digest?.Dispose();
    }

    private void Write(CopySlot slot)
    {
        int length = (int)slot.Chunk.Length;
        using var writing = new TrafficScope(Setup.Options.Traffic, TrafficKind.TargetWrite);
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
            writing.Moved(written.Raw);
        }

        _digest?.Append(slot.Bytes);
        Job.BytesCopied += length;
        Setup.Reporter.Moved(length);
    }
}
