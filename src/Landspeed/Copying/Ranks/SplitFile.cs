using Landspeed.Copying.Content;
using Landspeed.Copying.Journal;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Ranks;

/// <summary>
/// A large file whose ranges several ranks copy; this one created its part, and publishes it when all are done.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class SplitFile
{
    private readonly Lock _turn = new();
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;
    private readonly Action<FileCopyJob> _whenWritten;
    private readonly List<WrittenRange> _written = [];
    private int _open;
    private bool _isAbandoned;
    private bool _isSomethingDurable;

    private SplitFile(FileCopyJob job, CopySetup setup, Action<FileCopyJob> whenWritten)
    {
        (_job, _setup, _whenWritten) = (job, setup, whenWritten);
    }

    /// <summary>The journal of the file, for the ranges that this rank copies itself.</summary>
    internal CopyJournal? Journal => _job.Journal;

    /// <summary>True if a range failed, so that the others need not be copied.</summary>
    internal bool HasFailed => _job.Problem is not null;

    /// <summary>The copied pieces, and which ranks wrote them.</summary>
    internal IReadOnlyList<WrittenRange> Written => _written;

    /// <summary>The split file that a job belongs to, or null when it was copied whole.</summary>
    internal static SplitFile? Of(FileCopyJob job) => job.Split as SplitFile;

    /// <summary>Creates the part, or takes over that of an interrupted run, and offers the missing ranges.</summary>
    internal static void Begin(FileCopyJob job, CopySetup setup, RankSettings settings, RankWork work, Action<FileCopyJob> whenWritten)
    {
        var file = new SplitFile(job, setup, whenWritten);
        job.Split = file;
        List<ByteRange> missing = [];
        try
        {
            missing = file.Open(settings, work.Share.Size);
        }
        catch (IOException failure)
        {
            file.Fail(CopyProblems.Of(failure, job.Source.Path));
        }

        // One more than the ranges, so that the first results do not end it.
        file._open = missing.Count + 1;
        foreach (ByteRange range in missing)
        {
            work.OfferSegment(file, file.Segment(range));
        }

        file.EndOne();
    }

    /// <summary>Takes the result of a range.</summary>
    internal void Take(SegmentOutcome outcome, Sharing.SharedResult result)
    {
        lock (_turn)
        {
            _job.BytesCopied += outcome.Copied;
            _job.HoleBytes += outcome.Holes;
            _job.Decision ??= outcome.Decision;
            _isSomethingDurable |= outcome.Problem is null;
            if (outcome.Chunks.Count > 0)
            {
                _written.Add(new WrittenRange(result.By, result.Also, outcome.Chunks));
            }
        }

        if (outcome.Problem is { } problem)
        {
            Fail(problem);
        }

        EndOne();
    }

    /// <summary>Records that a range will not come because all ranks are stopped.</summary>
    internal void Abandon()
    {
        lock (_turn)
        {
            _isAbandoned = true;
        }

        EndOne();
    }

    private void EndOne()
    {
        lock (_turn)
        {
            if (--_open > 0)
            {
                return;
            }
        }

        End();
    }

    private void Fail(CopyProblem problem)
    {
        lock (_turn)
        {
            _job.Problem ??= problem;
        }
    }

    private SegmentPayload Segment(ByteRange range) => new(Part(_job), CopyJournal.SourceRecord(_job.SourceStatus), range);

    /// <summary>Describes a job's unfinished file so that other ranks can find it.</summary>
    internal static PartPayload Part(FileCopyJob job)
    {
        UnpublishedFile unfinished = job.Unfinished!;
        FileIdentity identity = unfinished.FindIdentity();
        return new PartPayload(
            job.Target.Directory.PathBelowRoot, job.Source.Name, job.Target.Name, unfinished.Name, identity.Inode, identity.Born);
    }

    private List<ByteRange> Open(RankSettings settings, int ranks)
    {
        var part = new PartFile(_job, _setup);
        part.Open();
        _job.Ranks = ranks;
        _job.Journal!.NoteRanks(ranks);
        long length = _job.SourceStatus.Length;
        if (part.Earlier is null && TryShareBlocks())
        {
            return [];
        }

        IntervalSet durable = Usable(part.Earlier);
        Reserve(length);
        List<ByteRange> missing = [];
        for (long offset = 0; offset < length; offset += settings.SegmentSize)
        {
            missing.AddRange(durable.Missing(ByteRange.FromBounds(offset, Math.Min(length, offset + settings.SegmentSize))));
        }

        _job.BytesResumed = length - missing.Sum(range => range.Length);
        _isSomethingDurable = _job.BytesResumed > 0;
        _setup.Reporter.Moved(_job.BytesResumed);
        return missing;
    }

    // Pieces that cannot be verified later because their expected content is unknown are copied again.
    private IntervalSet Usable(JournalState? earlier)
    {
        var usable = new IntervalSet();
        if (earlier is null || _setup.Options.Resume == ResumeRule.Paranoid)
        {
            return usable;
        }

        if (!_setup.KeepsHashes)
        {
            usable.Add(earlier.Durable);
            return usable;
        }

        Dictionary<long, CopiedChunk> known = [];
        foreach (CopiedChunk chunk in earlier.Chunks)
        {
            var range = new ByteRange(chunk.Offset, chunk.Length);
            if (earlier.Durable.Contains(range) && chunk.Length <= _setup.Options.RequestSize)
            {
                known[chunk.Offset] = chunk;
                usable.Add(range);
            }
        }

        _written.Add(new WrittenRange(Sharing.SharedItem.Nobody, [], [.. known.Values]));
        return usable;
    }

    private bool TryShareBlocks()
    {
        CopyOptions options = _setup.Options;
        if (!BlockSharing.IsWanted(options)
            || BlockSharing.Share(_job.SourceHandle, _job.Source.Path, _job.Unfinished!.Handle, options.Reflink).IsError)
        {
            return false;
        }

        _job.Decision = new CopyDecision(
            CopyStrategy.Buffered, IoMode.Buffered, IoMode.Buffered, "both sides share blocks until one of them is written to")
        { IsReflink = true };
        _setup.Reporter.Moved(_job.SourceStatus.Length);
        return true;
    }

    private void Reserve(long length)
    {
        UnpublishedFile unfinished = _job.Unfinished!;
        StorageFile target = StorageFile.Adopt(
            unfinished.Handle, unfinished.Path, new() { Access = FileAccessKind.ReadWrite, Mode = IoMode.Buffered });
        var chunks = new DataChunks(
            _job.SourceHandle, _job.Source.Path, new ByteRange(0, length), _setup.Options.RequestSize, _setup.Options.FillHoles);
        TargetSpace.Reserve(target, _job, needsBlocks: !chunks.SkipsHoles && !Compression.IsOn(target));
    }

    private void End()
    {
        try
        {
            if (_job.Problem is null && !_isAbandoned)
            {
                Complete();
            }
        }
        catch (IOException failure)
        {
            Fail(CopyProblems.Of(failure, _job.Source.Path));
        }

        if (_job.Problem is not null || _isAbandoned)
        {
            GiveUp();
        }

        _job.SourceHandle.Dispose();
        _whenWritten(_job);
    }

    private void Complete()
    {
        _job.Unfinished!.SetLength(_job.SourceStatus.Length);
        StorageFile source = StorageFile.Adopt(
            _job.SourceHandle, _job.Source.Path, new() { Access = FileAccessKind.Read, Mode = IoMode.Buffered });
        SourceChanges.Require(source, _job, _setup);
        _job.Decision ??= new CopyDecision(
            CopyStrategy.Direct, IoMode.Direct, IoMode.Direct, "taken over from an interrupted copy");
        FileMetadata.Keep(_job.SourceHandle, _job.SourceStatus, _job.Unfinished.Handle, _job.Target, _setup.Preservation);
    }

    // After a full disk or a stop the copy can be continued later; after anything else it starts over.
    private void GiveUp()
    {
        bool canContinue = _isAbandoned || (_isSomethingDurable && _job.Problem?.Kind is CopyProblemKind.OutOfSpace or CopyProblemKind.Failed);
        if (canContinue && _job is { Journal: not null, Unfinished: not null })
        {
            _job.LeaveUnfinished();
        }
        else
        {
            _job.GiveUp();
        }
    }
}

/// <summary>Pieces of a file, and the rank that wrote them.</summary>
/// <param name="Writer">The rank, or -1 for an interrupted run.</param>
/// <param name="Also">Ranks that were late with it.</param>
/// <param name="Chunks">The pieces.</param>
internal sealed record WrittenRange(int Writer, IReadOnlyList<int> Also, IReadOnlyList<CopiedChunk> Chunks);
