using Landspeed.Copying.Content;
using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.Single;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Ranks;

/// <summary>Copies ranges of large files, and compares what others wrote.</summary>
/// <remarks>One thread copies ranges, another compares.</remarks>
internal sealed class RankContent : IDisposable
{
    // The end of one range overlaps with the beginning of the next.
    private const int SegmentsAtATime = 2;

    private readonly TreeRun _run;
    private readonly RankWork _work;
    private readonly LargeFileThread _large;
    private readonly OwnJournals _journals;
    private readonly SemaphoreSlim _free = new(SegmentsAtATime);
    private readonly SmallFileVerification? _small;

    /// <summary>Creates the object.</summary>
    /// <param name="run">This rank's part of the copy.</param>
    /// <param name="work">The work handed out.</param>
    /// <param name="large">Executes the requests.</param>
    internal RankContent(TreeRun run, RankWork work, LargeFileThread large)
    {
        (_run, _work, _large) = (run, work, large);
        _journals = new OwnJournals(work.Share.Rank);
        _small = run.Options.Verify ? new SmallFileVerification(run) : null;
    }

    /// <summary>The source of a single-file copy, whose links are followed, or null for entries of a tree.</summary>
    internal FilePath? Single { get; init; }

    /// <summary>Copies ranges until the work of all ranks is done.</summary>
    internal void CopySegments()
    {
        WorkShare share = _work.Share;

        // A range that is taken cannot go to another rank any more, so none is taken before it can begin.
        _free.Wait();
        while (share.Take(WorkKinds.Segment) is SharedWork.Todo work)
        {
            Copy(share, work.Item);
            _free.Wait();
        }

        for (int segment = 1; segment < SegmentsAtATime; segment++)
        {
            _free.Wait();
        }

        _free.Release(SegmentsAtATime);
    }

    /// <summary>Takes results and compares until the work of all ranks is done.</summary>
    internal void Answer()
    {
        WorkShare share = _work.Share;
        while (share.Take(WorkKinds.Results | WorkKinds.Verification) is { } work)
        {
            switch (work)
            {
                case SharedWork.Came came:
                    try
                    {
                        _work.Came(came.Result);
                    }
                    finally
                    {
                        share.Handled(came.Result);
                    }

                    break;
                case SharedWork.Todo todo:
                    Compare(share, todo.Item);
                    break;
                default:
                    break;
            }
        }
    }

    public void Dispose()
    {
        _small?.Dispose();
        _free.Dispose();
    }

    private void Copy(WorkShare share, SharedItem item)
    {
        SegmentPayload payload = SegmentPayload.Read(item.Payload);
        OpenDirectory? source = null;
        OpenDirectory? target = null;
        SafeFileHandle? handle = null;
        try
        {
            source = RankPaths.Open(_run.Source, payload.Part.Directory);
            target = RankPaths.Open(_run.Target, payload.Part.Directory);
            var entry = new DirectoryEntry(source, payload.Part.Source);
            handle = Single is null ? Entries.OpenSource(entry, out _) : CopyEnds.OpenSource(Single, out _);
            FileStatus status = Entries.Status(handle, entry);
            if (!CopyJournal.SourceRecord(status).AsSpan().SequenceEqual(payload.Record))
            {
                throw SourceChanges.WhileRead(entry);
            }

            FileCopyJob job = Job(entry, new DirectoryEntry(target, payload.Part.Target), handle, status);
            var segment = new SharedSegment(payload, _work.Find(item.Id), _journals, () => share.IsRevoked(item.Id));
            _large.Copy(job, done => End(share, item, done, segment), segment);
        }
        catch (IOException failure)
        {
            FilePath path = _run.Source.PathOf(RankPaths.Below(payload.Part.Directory, payload.Part.Source));
            handle?.Dispose();
            source?.Dispose();
            target?.Dispose();
            Done(share, item, new SegmentOutcome(CopyProblems.Of(failure, path), 0, 0, null, []));
        }
    }

    // A range stopped together with all others has no result; one that is no longer needed ends as if it were done.
    private void End(WorkShare share, SharedItem item, FileCopyJob job, SharedSegment segment)
    {
        job.Source.Directory.Dispose();
        job.Target.Directory.Dispose();
        Done(share, item, job.IsStopped && !segment.IsRevoked ? null : new SegmentOutcome(job.Problem, job.BytesCopied, job.HoleBytes, job.Decision, job.Chunks));
    }

    private void Done(WorkShare share, SharedItem item, SegmentOutcome? outcome)
    {
        share.Done(item, outcome?.ToBytes());
        _free.Release();
    }

    private void Compare(WorkShare share, SharedItem item)
    {
        VerificationPayload payload = VerificationPayload.Read(item.Payload);
        if (payload.Part is { } part)
        {
            CompareLarge(share, item, part, payload.Chunks);
            return;
        }

        List<(int Index, CopyProblem Problem)> problems = [];
        try
        {
            using OpenDirectory directory = RankPaths.Open(_run.Target, payload.Directory);
            SmallFileCheck[] checks = [.. payload.Files.Select(file => new SmallFileCheck(
                new DirectoryEntry(directory, file.Name), directory.PathOf(file.Target), file.Length, file.Hash))];
            _small!.Compare(checks);
            problems.AddRange(checks.Index().Where(check => check.Item.Problem is not null).Select(check => (check.Index, check.Item.Problem!)));
        }
        catch (IOException failure)
        {
            FilePath path = _run.Target.PathOf(payload.Directory);
            problems.AddRange(Enumerable.Range(0, payload.Files.Count).Select(index => (index, CopyProblems.Of(failure, path))));
        }

        share.Done(item, Problems(problems));
    }

    private void CompareLarge(WorkShare share, SharedItem item, PartPayload part, IReadOnlyList<CopiedChunk> chunks)
    {
        OpenDirectory? directory = null;
        try
        {
            directory = RankPaths.Open(_run.Target, part.Directory);
            var target = new DirectoryEntry(directory, part.Target);
            FileCopyJob job = Job(target, target, new SafeFileHandle(), default);
            job.Unfinished = UnpublishedFile.Join(target, part.Name, part.Inode, part.Born);
            job.Chunks.AddRange(chunks);
            _large.Verify(job, done =>
            {
                done.Unfinished?.Release();
                done.Target.Directory.Dispose();
                share.Done(item, done.IsStopped ? null : Problems(done.Problem is { } problem ? [(0, problem)] : []));
            });
        }
        catch (IOException failure)
        {
            FilePath path = _run.Target.PathOf(RankPaths.Below(part.Directory, part.Target));
            directory?.Dispose();
            share.Done(item, Problems([(0, CopyProblems.Of(failure, path))]));
        }
    }

    private static byte[] Problems(List<(int Index, CopyProblem Problem)> problems)
    {
        var writer = new CompactWriter();
        writer.Write(problems.Count);
        foreach ((int index, CopyProblem problem) in problems)
        {
            writer.Write(index);
            CopyForms.Write(writer, problem);
        }

        return writer.ToArray();
    }

    private static FileCopyJob Job(DirectoryEntry source, DirectoryEntry target, SafeFileHandle handle, in FileStatus status) => new()
    {
        Source = source,
        Target = target,
        EventPath = source.Directory.PathBelowRootOf(source.Name),
        SourceHandle = handle,
        SourceStatus = status,
        Publication = RenameRule.MustBeFree,
    };
}
