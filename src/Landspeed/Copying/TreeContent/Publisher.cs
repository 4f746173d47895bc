using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>
/// Publishes complete files: one flush of the file system makes many of them durable, they are compared if requested,
/// and only then renamed. The next files are copied at the same time.
/// </summary>
/// <remarks>Has its own thread; the members are thread-safe.</remarks>
internal sealed class Publisher : IDisposable
{
    // A flush costs milliseconds whatever it covers; fewer, larger batches would leave the device idle at their ends.
    private const int BatchFiles = 2048;
    private const long BatchBytes = 256L * 1024 * 1024;

    private readonly object _gate = new();
    private readonly TreeRun _run;
    private readonly LargeFileThread _large;
    private readonly SmallFileVerification? _verification;
    private readonly Queue<FileCopyJob> _waiting = new();
    private readonly Thread _thread;
    private long _waitingBytes;
    private int _hurrying;
    private int _largeUnderWay;
    private bool _isComplete;

    internal Publisher(TreeRun run, LargeFileThread large)
    {
        (_run, _large) = (run, large);
        _verification = run.Options.Verify && run.Ranks is null ? new SmallFileVerification(run) : null;
        _thread = Threads.Start(PublishAll, "landspeed publisher");
    }

    /// <summary>Takes over a small file; waits while two batches are waiting.</summary>
    internal void Add(FileCopyJob job)
    {
        lock (_gate)
        {
            while (_waiting.Count >= 2 * BatchFiles)
            {
                Monitor.Wait(_gate);
            }

            Enqueue(job);
        }
    }

    /// <summary>Announces a large file, which comes back through <see cref="AddLarge"/>.</summary>
    internal void BeginLarge()
    {
        lock (_gate)
        {
            _largeUnderWay++;
        }
    }

    /// <summary>Takes over a large file; never waits, so that the caller can go on verifying others.</summary>
    internal void AddLarge(FileCopyJob job)
    {
        lock (_gate)
        {
            _largeUnderWay--;
            Enqueue(job, endsWaiting: _largeUnderWay == 0);
        }
    }

    /// <summary>Records that a large file will not come back.</summary>
    internal void GiveUpLarge()
    {
        lock (_gate)
        {
            _largeUnderWay--;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>Waits until all large files have come back.</summary>
    internal void WaitForLarge()
    {
        lock (_gate)
        {
            while (_largeUnderWay > 0)
            {
                Monitor.Wait(_gate);
            }
        }
    }

    /// <summary>Waits until everything has its name. No file may be added any more.</summary>
    internal void Complete()
    {
        lock (_gate)
        {
            _isComplete = true;
            Monitor.PulseAll(_gate);
        }

        _thread.Join();
    }

    /// <summary>Waits as <see cref="Complete"/> does, and frees its memory.</summary>
    public void Dispose()
    {
        Complete();
        _verification?.Dispose();
    }

    private void Enqueue(FileCopyJob job, bool endsWaiting = false)
    {
        _waiting.Enqueue(job);
        _waitingBytes += BatchedBytes(job);
        if (IsBatchReady || endsWaiting)
        {
            Monitor.PulseAll(_gate); // no thread waits for less: waking for each file would cost more than the file
        }
    }

    private bool IsBatchReady => _isComplete || _waiting.Count >= BatchFiles || _waitingBytes >= BatchBytes
        || (_hurrying > 0 && _waiting.Count > 0);

    /// <summary>
    /// Records that a thread waits for work under way, so that batches are no longer filled up, or that it no longer
    /// waits.
    /// </summary>
    /// <param name="more">1 or -1.</param>
    internal void Hurry(int more)
    {
        lock (_gate)
        {
            _hurrying += more;
            Monitor.PulseAll(_gate);
        }
    }

    private void PublishAll()
    {
        while (NextBatch() is { Count: > 0 } batch)
        {
            try
            {
                Publish(batch);
            }
#pragma warning disable CA1031 // whatever went wrong here, those who wait for this thread must learn it
            catch (Exception mistake)
#pragma warning restore CA1031
            {
                _run.Crash(mistake);
                Abandon(batch);
            }
        }
    }

    // A larger file fills a batch by itself; the sum of the two largest would overflow.
    private static long BatchedBytes(FileCopyJob job) => Math.Min(job.SourceStatus.Length, BatchBytes);

    private List<FileCopyJob> NextBatch()
    {
        lock (_gate)
        {
            while (!IsBatchReady)
            {
                Monitor.Wait(_gate);
            }

            List<FileCopyJob> batch = [];
            long bytes = 0;
            while (batch.Count < BatchFiles && bytes < BatchBytes && _waiting.TryDequeue(out FileCopyJob? job))
            {
                bytes += BatchedBytes(job);
                batch.Add(job);
            }

            _waitingBytes -= bytes;
            Monitor.PulseAll(_gate);
            return batch;
        }
    }

    private void Publish(List<FileCopyJob> batch)
    {
        Flush(batch);
        _run.Reporter.Clock.MarkDurable();
        if (_verification is not null)
        {
            Verify(batch);
        }
        else if (_run.Options.Verify)
        {
            _run.Ranks!.Verify(batch);
            _run.Reporter.Clock.MarkVerified(); // by whichever ranks
        }

        for (int index = 0; index < batch.Count; index++)
        {
            FileCopyJob job = batch[index];
            var entry = (TreeEntry)job.Owner!;
            if (job is { Unfinished: null, Problem: null })
            {
                Stopped(entry);
                batch[index] = null!;
                continue;
            }

            FileStatus? target = GiveName(job, entry);
            if (job.Problem is not null)
            {
                _run.StaysInSource(job.EventPath);
            }

            job.Report(_run.Reporter);
            HardLinkMaking.Settle(_run, entry, target, job.Problem);
            batch[index] = null!;
            entry.Pair.End();
        }
    }

    // The run was stopped in the middle of a large file, which the next run continues.
    private void Stopped(TreeEntry entry)
    {
        entry.Pair.BecameIncomplete();
        FilePath path = entry.TargetEntry.Path;
        HardLinkMaking.Settle(
            _run, entry, target: null, new CopyProblem(CopyProblemKind.Skipped, path, "the copy was stopped before"));
        entry.Pair.End();
    }

    private void Flush(List<FileCopyJob> batch)
    {
        HashSet<DeviceNumber> devices = [.. batch.Select(DeviceOf)];
        foreach (ChangedVolume volume in _run.Targets())
        {
            if (!devices.Contains(volume.Device))
            {
                continue;
            }

            if (volume.Flush == VolumeFlush.Each)
            {
                FlushEach(batch, volume.Device);
                continue;
            }

            using TrafficScope flushing = _run.Reporter.Flushing();
            NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(volume.Directory.Handle));
            if (flushed.Failed)
            {
                Condemn(batch, volume.Device, flushed.Error);
            }
        }
    }

    // Small files were flushed by their writer and are closed.
    private void FlushEach(List<FileCopyJob> batch, DeviceNumber device)
    {
        foreach (FileCopyJob job in batch)
        {
            if (job is { Problem: null, Unfinished: { Handle.IsClosed: false } unfinished } && DeviceOf(job) == device)
            {
                using TrafficScope flushing = _run.Reporter.Flushing();
                NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(unfinished.Handle));
                job.Problem = flushed.Failed ? CopyProblems.Of("make durable", job.Target.Path, flushed.Error) : null;
            }
        }
    }

    private static DeviceNumber DeviceOf(FileCopyJob job) => ((TreeEntry)job.Owner!).Pair.TargetStatus.Device;

    // The content of the medium is unknown now, and a second flush would wrongly report success.
    private static void Condemn(List<FileCopyJob> batch, DeviceNumber device, NativeError error)
    {
        foreach (FileCopyJob job in batch)
        {
            if (DeviceOf(job) == device)
            {
                job.Problem ??= CopyProblems.Of("make durable", job.Target.Path, error);
            }
        }
    }

    private void Verify(List<FileCopyJob> batch)
    {
        using var large = new CountdownEvent(1);
        foreach (FileCopyJob job in batch)
        {
            if (job.Problem is null && job.Unfinished is not null && ((TreeEntry)job.Owner!).Hash is null)
            {
                large.AddCount();
                _large.Verify(job, _ => large.Signal());
            }
        }

        try
        {
            CompareSmall(batch);
        }
        finally
        {
            large.Signal();
            large.Wait();
        }
    }

    private void CompareSmall(List<FileCopyJob> batch)
    {
        List<(FileCopyJob Job, SmallFileCheck Check)> checks = [];
        foreach (FileCopyJob job in batch)
        {
            if (SmallFileCheck.Of(job) is { } check)
            {
                checks.Add((job, check));
            }
        }

        _verification!.Compare([.. checks.Select(pair => pair.Check)]);
        checks.ForEach(pair => pair.Job.Problem = pair.Check.Problem);
    }

    // Null if the file has no name; the job's problem then says why.
    private FileStatus? GiveName(FileCopyJob job, TreeEntry entry)
    {
        if (job.Unfinished is not { } unfinished)
        {
            return null;
        }

        job.Unfinished = null;
        try
        {
            if (job.Problem is null)
            {
                DropFromCache(job, unfinished);
                unfinished.Close();
                unfinished.Publish(job.Publication);
                PartFile.EndMark(unfinished, _run.Reporter);
                unfinished.CloseForGood();
                return entry.Group is null ? null : Entries.Status(entry.TargetEntry);
            }
        }
        catch (IOException failure)
        {
            job.Problem = CopyProblems.Of(failure, entry.TargetEntry.Path);
        }
        finally
        {
            job.RemoveJournals(_run.Reporter);
        }

        unfinished.Remove();
        return null;
    }

    // Drops from the page cache what went through it, now that it is durable. Best effort: a name that cannot be opened
    // is reported by a later step.
    private void DropFromCache(FileCopyJob job, UnpublishedFile unfinished)
    {
        if (_run.Options.Strategy == CopyStrategy.Buffered || job.Decision is { TargetMode: IoMode.Direct } or { IsReflink: true })
        {
            return;
        }

        if (!unfinished.Handle.IsClosed)
        {
            NativePlatform.Files.Advise(unfinished.Handle, 0, 0, AccessAdvice.DontNeed);
            return;
        }

        var place = new DirectoryEntry(job.Target.Directory, unfinished.Name);
        if (!Entries.TryOpen(place, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            NativePlatform.Files.Advise(handle!, 0, 0, AccessAdvice.DontNeed);
            handle!.Dispose();
        }
    }

    private static void Abandon(List<FileCopyJob> batch)
    {
        foreach (FileCopyJob? job in batch)
        {
            job?.Unfinished?.Remove();
        }
    }
}
