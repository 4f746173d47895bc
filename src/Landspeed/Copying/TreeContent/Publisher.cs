using Landspeed.Copying.Publication;
using Landspeed.Copying.Trees;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>
/// Gives complete files their names: many at a time are made durable by one flush of the file system, compared where that
/// was asked, and only then renamed. Meanwhile the next ones are copied.
/// </summary>
/// <remarks>Has a thread of its own; the members may be called by all.</remarks>
internal sealed class Publisher : IDisposable
{
    // A flush costs milliseconds whatever it covers; fewer, larger batches leave the device idle at their ends.
    private const int BatchFiles = 2048;
    private const long BatchBytes = 256L * 1024 * 1024;

    private readonly object _gate = new();
    private readonly TreeRun _run;
    private readonly LargeFiles _large;
    private readonly SmallFileVerification? _verification;
    private readonly Queue<FileCopyJob> _waiting = new();
    private readonly Thread _thread;
    private long _waitingBytes;
    private int _hurrying;
    private int _largeUnderWay;
    private bool _isComplete;

    internal Publisher(TreeRun run, LargeFiles large)
    {
        (_run, _large) = (run, large);
        _verification = run.Options.Verify && run.Ranks is null ? new SmallFileVerification(run) : null;
        _thread = Threads.Start(PublishAll, "landspeed publisher");
    }

    /// <summary>Takes a small file over; waits while two batches are waiting.</summary>
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

    /// <summary>A large file goes its own way, and comes back by <see cref="AddLarge"/>.</summary>
    internal void BeginLarge()
    {
        lock (_gate)
        {
            _largeUnderWay++;
        }
    }

    /// <summary>Takes a large file over; never waits, so that who carries it can go on with verifying others.</summary>
    internal void AddLarge(FileCopyJob job)
    {
        lock (_gate)
        {
            _largeUnderWay--;
            Enqueue(job, endsWaiting: _largeUnderWay == 0);
        }
    }

    /// <summary>A large file will not come back.</summary>
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

    /// <summary>Waits until everything has its name. Nothing may be added any more.</summary>
    internal void Complete()
    {
        lock (_gate)
        {
            _isComplete = true;
            Monitor.PulseAll(_gate);
        }

        _thread.Join();
    }

    /// <summary>Waits as <see cref="Complete"/>, and frees its memory.</summary>
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
            Monitor.PulseAll(_gate); // nobody waits for less: waking for each file would cost more than the file
        }
    }

    private bool IsBatchReady => _isComplete || _waiting.Count >= BatchFiles || _waitingBytes >= BatchBytes
        || (_hurrying > 0 && _waiting.Count > 0);

    /// <summary>Somebody waits for what is under way, and batches are not filled up any more; or nobody does any more.</summary>
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

    // Larger ones fill a batch by themselves; of the largest two together would be more than any number.
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

            NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(volume.Directory.Handle));
            if (flushed.Failed)
            {
                Condemn(batch, volume.Device, flushed.Error);
            }
        }
    }

    // Small files were flushed by who wrote them, and are closed.
    private static void FlushEach(List<FileCopyJob> batch, DeviceNumber device)
    {
        foreach (FileCopyJob job in batch)
        {
            if (job is { Problem: null, Unfinished: { Handle.IsClosed: false } unfinished } && DeviceOf(job) == device)
            {
                NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(unfinished.Handle));
                job.Problem = flushed.Failed ? CopyProblems.Of("make durable", job.Target.Path, flushed.Error) : null;
            }
        }
    }

    private static DeviceNumber DeviceOf(FileCopyJob job) => ((TreeEntry)job.Owner!).Pair.TargetStatus.Device;

    // What the medium holds is unknown now, and a second flush would say that all is well.
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

    // Null when the file has no name: then the job's problem says why.
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

    // What went through the page cache leaves it, now that it is durable. Best effort: a name that cannot be opened is
    // reported by what comes next.
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
