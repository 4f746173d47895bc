using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>
/// Copies the content of one large file, or of a range of it: each piece is read, processed and written.
/// </summary>
/// <param name="job">The file.</param>
/// <param name="setup">The run.</param>
/// <param name="whenWritten">Called at the end; must be quick.</param>
/// <param name="segment">The range, whose end is durable when that is called, or null for the whole file.</param>
internal sealed partial class CopyContent(
    FileCopyJob job, CopySetup setup, Action<FileCopyJob>? whenWritten = null, FileSegment? segment = null)
    : ContentWork(job, setup, whenWritten)
{
    private readonly InOrder _order = new();
    private readonly DonePrefix _prefix = new(segment?.Range.Offset ?? 0);
    private readonly List<CopiedChunk> _unnoted = [];
    private readonly List<SafeFileHandle> _stale = [];
    private StorageFile? _source;
    private StorageFile? _target;
    private CachedSource? _cached;
    private EngineFile _sourceFile;
    private EngineFile _targetFile;
    private DataChunks? _chunks;
    private WholeFileDigest? _digest;
    private bool _isCompressed;
    private Dictionary<long, CopiedChunk> _earlier = [];
    private IntervalSet _durable = new();
    private long _flushedEnd = segment?.Range.Offset ?? 0;
    private bool _isChecking;
    private long _digestEnd;
    private long _number;
    private long _flushingEnd = segment?.Range.Offset ?? 0;
    private int _flushingCount;
    private bool _isCondemned;
    private int? _again;
    private long _verified;

    private FilePath SourcePath => Job.Source.Path;

    private long Length => Job.SourceStatus.Length;

    private ByteRange Range => segment?.Range ?? new ByteRange(0, Length);

    /// <inheritdoc/>
    internal override bool TryBegin(CopySlot slot, out SlotStep step)
    {
        step = SlotStep.Queue;
        if (segment is { IsRevoked: true })
        {
            IsStopped = true;
            return false;
        }

        if (_again is { } next)
        {
            return TryReadTwice(slot, next);
        }

        while (_chunks is not null && _chunks.TryNext(out ByteRange chunk))
        {
            slot.Chunk = chunk;
            slot.Number = _number++;
            bool resumed = IsResumed(slot, out CopiedChunk known);
            slot.Stage = resumed ? CopyStage.ReadingAgain : CopyStage.Reading;
            if (resumed && Setup.Options is { Resume: ResumeRule.Continue, Digests.Count: 0 })
            {
                Resumed(slot, known);
                continue;
            }

            if (_isChecking && !resumed)
            {
                _isChecking = false;
                Setup.Reporter.Entered(CopyPhase.Copying, null);
            }

            step = ReadIntoSlot(slot);
            return true;
        }

        return false;
    }

    /// <inheritdoc/>
    internal override SlotStep Advance(CopySlot slot) => slot.Stage switch
    {
        CopyStage.Reading or CopyStage.ReadingAgain => AfterRead(slot),
        CopyStage.Comparing => AfterCompare(slot),
        CopyStage.ReadingTwice => AfterSecondRead(slot),
        _ => AfterWrite(slot),
    };

    /// <inheritdoc/>
    internal override bool TryRecover(CopySlot slot)
    {
        // Some file systems accept the mode on opening and refuse the first transfer. The file is downgraded once,
        // which is reported.
        NativeErrorKind error = slot.Transfer.Error.Kind;
        StorageFile file = slot.Stage is CopyStage.Writing or CopyStage.Comparing ? _target! : _source!;
        bool refused = slot.Transfer.State == TransferState.Failed
            && error is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported;
        if (!refused || (file.EffectiveMode == IoMode.Buffered && slot.IsDowngraded))
        {
            return false;
        }

        if (file.EffectiveMode != IoMode.Buffered)
        {
            file.UseMode(IoMode.Buffered, $"a transfer was refused ({slot.Transfer.Error.InParentheses})");
            string word = file.CanWrite ? "write" : "read";
            Decide($"a {word} past the cache was refused ({slot.Transfer.Error.InParentheses})");
            DropBeforeSecondRead();
        }

        slot.IsDowngraded = true;
        slot.Transfer = slot.Stage == CopyStage.Writing
            ? Writing(file, _targetFile, slot) : Reading(file, file == _target ? _targetFile : _sourceFile, slot);
        return true;
    }

    /// <inheritdoc/>
    internal override void Retry(CopySlot slot)
    {
        if (slot.Transfer.Error.IsStale && slot.Transfer.Next.File == _sourceFile)
        {
            _stale.Add(Job.SourceHandle);
            Job.SourceHandle = OpenSourceAgain();
            _source = AdoptSource();
            DropBeforeSecondRead();
            _sourceFile = Attach(_source);
            _chunks!.Use(Job.SourceHandle);
        }

        slot.Transfer = Reading(_source!, _sourceFile, slot);
    }

    /// <inheritdoc/>
    internal override Exception Describe(CopySlot slot)
    {
        if (slot.Stage is CopyStage.Writing or CopyStage.Comparing)
        {
            return Refusal(slot.Stage == CopyStage.Writing ? "write" : "read", Job.Unfinished!.Path, slot);
        }

        return DescribeRead(slot);
    }

    /// <inheritdoc/>
    internal override void Abandon() => _order.FreeAll(Loop);

    private bool TryReadCached(CachedSource source, CopySlot slot)
    {
        using var reading = new TrafficScope(Setup.Options.Traffic, TrafficKind.SourceRead);
        bool isRead = source.TryRead(slot.Address, slot.Chunk.Offset, (int)slot.Chunk.Length);
        reading.Moved(isRead ? slot.Chunk.Length : 0);
        return isRead;
    }

    private SlotStep ReadIntoSlot(CopySlot slot)
    {
        // A direct read of cached data would take two to three times as long as copying it from the cache.
        if (_cached is not null && TryReadCached(_cached, slot))
        {
            return AfterRead(slot);
        }

        slot.Transfer = Reading(_source!, _sourceFile, slot);
        return SlotStep.Queue;
    }

    private SlotStep AfterRead(CopySlot slot)
    {
        if (Setup.KeepsHashes || slot.Stage == CopyStage.ReadingAgain)
        {
            slot.Hash = Xxh3.Hash128(slot.Bytes);
        }

        return _digest is null || _order.TryPass(slot) ? AfterOrder(slot) : SlotStep.Wait;
    }

    private SlotStep AfterOrder(CopySlot slot)
    {
        SlotStep step = Digested(slot);
        while (_digest is not null && _order.TryTake(out CopySlot? next))
        {
            Loop.Release(next!, Digested(next!));
        }

        return step;
    }

    private SlotStep Digested(CopySlot slot)
    {
        if (_digest is not null)
        {
            _digest.AppendZeros(slot.Chunk.Offset - _digestEnd);
            _digest.Append(slot.Bytes);
            _digestEnd = slot.Chunk.End;
        }

        if (slot.Stage != CopyStage.ReadingAgain)
        {
            return WriteSlot(slot);
        }

        if (Setup.Options.Resume != ResumeRule.Paranoid)
        {
            Resumed(slot, new CopiedChunk(slot.Chunk.Offset, (int)slot.Chunk.Length, slot.Hash));
            return SlotStep.Free;
        }

        slot.Stage = CopyStage.Comparing;
        slot.Transfer = Reading(_target!, _targetFile, slot);
        return SlotStep.Queue;
    }

    private SlotStep AfterCompare(CopySlot slot)
    {
        if (Xxh3.Hash128(slot.Bytes) == slot.Hash)
        {
            Resumed(slot, new CopiedChunk(slot.Chunk.Offset, (int)slot.Chunk.Length, slot.Hash));
            return SlotStep.Free;
        }

        // The comparison overwrote the source's bytes: they are read once more, and written. The digest already
        // includes them.
        slot.Stage = CopyStage.ReadingToMend;
        slot.Transfer = Reading(_source!, _sourceFile, slot);
        return SlotStep.Queue;
    }

    private SlotStep WriteSlot(CopySlot slot)
    {
        slot.Stage = CopyStage.Writing;
        slot.Transfer = Writing(_target!, _targetFile, slot);
        ClearPadding(slot);
        return SlotStep.Queue;
    }

    private SlotStep AfterWrite(CopySlot slot)
    {
        if (slot.Stage == CopyStage.ReadingToMend)
        {
            return WriteSlot(slot);
        }

        Job.BytesCopied += slot.Chunk.Length;
        Setup.Reporter.Moved(slot.Chunk.Length);
        Reached(slot, new CopiedChunk(slot.Chunk.Offset, (int)slot.Chunk.Length, slot.Hash));
        return SlotStep.Free;
    }

    private void Resumed(CopySlot slot, in CopiedChunk chunk)
    {
        Job.BytesResumed += slot.Chunk.Length;
        Setup.Reporter.Moved(slot.Chunk.Length);
        Reached(slot, chunk);
    }

    private bool IsResumed(CopySlot slot, out CopiedChunk known)
    {
        known = new CopiedChunk(slot.Chunk.Offset, (int)slot.Chunk.Length, default);
        if (!_durable.Contains(slot.Chunk))
        {
            return false;
        }

        // Pieces that cannot be verified later because their expected content is unknown are copied again.
        return !Setup.KeepsHashes
            || (_earlier.TryGetValue(slot.Chunk.Offset, out known) && known.Length == slot.Chunk.Length);
    }
}
