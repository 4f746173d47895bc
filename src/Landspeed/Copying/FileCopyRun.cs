using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>One file's copy from the first question to the durable name.</summary>
internal sealed class FileCopyRun : IWorkSource, IDisposable
{
    private readonly FilePath _source;
    private readonly FilePath _target;
    private readonly CopySetup _setup;
    private readonly CancellationToken _stop;
    private readonly CopyClock _clock;
    private readonly RateLimit _limit;
    private OpenDirectory? _sourceDirectory;
    private OpenDirectory? _targetDirectory;
    private ContentWork? _work;

    internal FileCopyRun(
        FilePath source,
        FilePath target,
        CopyOptions options,
        IProgress<CopyProgress>? progress,
        TimeProvider time,
        CancellationToken stop)
    {
        (_source, _target, _stop) = (source, target, stop);
        _clock = new CopyClock(time);
        _limit = new RateLimit(options.BytesPerSecond, time);
        _setup = new CopySetup(options, new CopyLedger(options.Events, progress), TemporaryNames.NewRun());
    }

    private CopyOptions Options => _setup.Options;

    /// <summary>Carries it out.</summary>
    internal CopyResult Execute()
    {
        try
        {
            return Run();
        }
        catch (NativeIOException failure)
        {
            throw Failed(CopyProblems.Of(failure, failure.Path ?? _source), failure);
        }
    }

    /// <inheritdoc/>
    public ContentWork? Take(bool waits)
    {
        ContentWork? work = _work;
        _work = null;
        return work;
    }

    public void Dispose()
    {
        _sourceDirectory?.Dispose();
        _targetDirectory?.Dispose();
    }

    private CopyResult Run()
    {
        _stop.ThrowIfCancellationRequested();
        FileCopyJob? job = Prepare();
        if (job is null)
        {
            return Finish(null); // the target needs nothing
        }

        try
        {
            _setup.Ledger.Found(1, job.SourceStatus.Length);
            _setup.Ledger.FoundAll();
            Transfer(job);
            Publish(job);
        }
        finally
        {
            job.SourceHandle.Dispose();
            GiveUp(job);
        }

        _setup.Ledger.Ended(job);
        if (Options.RemoveSource)
        {
            RemoveSource(job);
        }

        return Finish(job);
    }

    private FileCopyJob? Prepare()
    {
        _sourceDirectory = OpenDirectory.Root(_source.Parent);
        SafeFileHandle handle = FileCopyPlaces.OpenSource(_sourceDirectory, _source, out FileStatus status);
        bool kept = false;
        try
        {
            _targetDirectory = OpenDirectory.Root(_target.Parent);
            var target = new EntryPlace(_targetDirectory, _target.Name);
            TargetDecision decision = FileCopyPlaces.Decide(target, _target, status, Options.Overwrite);
            if (decision.Skips is { } action)
            {
                _setup.Ledger.Found(1, status.Length);
                _setup.Ledger.Happened(new CopyEvent(action, _source, status.Length));
                return null;
            }

            kept = true;
            return new FileCopyJob
            {
                Source = new EntryPlace(_sourceDirectory, _source.Name),
                Target = target,
                EventPath = _source,
                SourceHandle = handle,
                SourceStatus = status,
                Publication = decision.Publication,
            };
        }
        finally
        {
            if (!kept)
            {
                handle.Dispose();
            }
        }
    }

    private void Transfer(FileCopyJob job)
    {
        using CopyLoop loop = CopyLoops.Create(Options, _limit, _stop, out string engine);
        _engine = engine;
        Carry(loop, new CopyContent(job, _setup, _ => { }), job);
        _clock.MarkWritten();
        Flush(job);
        if (!Options.Verify)
        {
            return;
        }

        Carry(loop, new CompareContent(job, _setup, _ => { }), job);
    }

    private string? _engine;

    private void Carry(CopyLoop loop, ContentWork work, FileCopyJob job)
    {
        _work = work;
        loop.Run(this);
        if (job.IsStopped)
        {
            throw new OperationCanceledException(
                $"the copy of {_source.Display} was stopped; the same command continues it", _stop);
        }

        if (job.Problem is { } problem)
        {
            throw Failed(problem, work.Failure is CopyException ? null : work.Failure);
        }
    }

    private void Flush(FileCopyJob job)
    {
        _setup.Ledger.Entered(CopyPhase.Flushing, null);
        NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(job.Unfinished!.Handle));
        if (flushed.Failed)
        {
            throw new NativeIOException("flush", job.Unfinished!.Path, flushed.Error);
        }
    }

    private void Publish(FileCopyJob job)
    {
        // Read through the cache on a file system that knows nothing else: what this copy brought in goes.
        if (job.Decision?.TargetMode != IoMode.Direct && Options.Way != CopyWay.Buffered)
        {
            NativePlatform.Files.Advise(job.Unfinished!.Handle, 0, 0, AccessAdvice.DontNeed);
        }

        NativeResult closed = NativePlatform.Trees.Close(job.Unfinished!.Handle);
        if (closed.Failed && closed.Error.Kind != NativeErrorKind.Interrupted)
        {
            throw new NativeIOException("close", job.Unfinished.Path, closed.Error);
        }

        job.Unfinished.Publish(job.Publication);
        job.Unfinished = null;
        NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(_targetDirectory!.Handle));
        job.Journal?.Remove();
        job.Journal = null;
        if (flushed.Failed)
        {
            throw new NativeIOException(
                "make the name durable of",
                _target,
                flushed.Error,
                hint: "The copy is complete and has its name, which a crash of the machine may take away again.");
        }
    }

    private static void GiveUp(FileCopyJob job)
    {
        job.Unfinished?.Remove();
        job.Journal?.Remove();
        (job.Unfinished, job.Journal) = (null, null);
    }

    private void RemoveSource(FileCopyJob job)
    {
        NativeResult asked = NativePlatform.Trees.Status(
            _sourceDirectory!.Handle, job.Source.Name, out FileStatus now);
        bool same = asked.Succeeded && FileIdentity.Of(now) == FileIdentity.Of(job.SourceStatus)
            && now.Length == job.SourceStatus.Length && now.ModifiedNs == job.SourceStatus.ModifiedNs;
        NativeResult removed = same
            ? NativePlatform.Trees.Remove(_sourceDirectory.Handle, job.Source.Name) : default;
        if (!same || removed.Failed)
        {
            string why = removed.Failed ? removed.Error.ToString() : "it is not the file any more that was copied, or is a symbolic link";
            _setup.Ledger.Noticed(new CopyProblem(
                CopyProblemKind.Failed, _source, $"the copy is complete, but {_source.Display} was not removed: {why}"));
        }
    }

    private CopyResult Finish(FileCopyJob? job) => _clock.Complete(_setup.Ledger.Result()) with
    {
        Engine = job is null ? null : _engine,
    };

    private static CopyException Failed(CopyProblem problem, Exception? cause) =>
        new(CopyLedger.OutcomeOf(problem.Kind), problem, cause);
}
