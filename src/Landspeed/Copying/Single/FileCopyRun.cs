using Landspeed.Copying.Content;
using Landspeed.Copying.Identity;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Single;

/// <summary>Copies one file, from the first check to the durable name.</summary>
internal sealed class FileCopyRun : IDisposable
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);
    private readonly FilePath _source;
    private readonly FilePath _target;
    private readonly CopySetup _setup;
    private readonly CancellationToken _stop;
    private readonly CopyLimits _limits;
    private bool _hasLostAttributes;
    private OpenDirectory? _sourceDirectory;
    private OpenDirectory? _targetDirectory;
    private string? _engine;

    internal FileCopyRun(
        FilePath source,
        FilePath target,
        CopyOptions options,
        IProgress<CopyProgress>? progress,
        TimeProvider time,
        CancellationToken stop)
    {
        (_source, _target, _stop) = (source, target, stop);
        _limits = new CopyLimits(options.BytesPerSecond, time, options.Traffic);

        // A journal whatever the length: the next run finds the leftovers of a killed one, because their name follows
        // from the file's.
        var reporter = new CopyReporter(options.Events, progress, time) { Traffic = options.Traffic };
        _setup = new CopySetup(options, reporter, new RunNames())
        {
            JournalThreshold = 0,
            Preservation = new PreservationContext(NativePlatform.Trees.Identity(), reporter, options.SetIds)
            {
                AttributeLost = _ => _hasLostAttributes = true,
            },
        };
    }

    /// <summary>Creates a run with another setup, for tests.</summary>
    internal FileCopyRun(FilePath source, FilePath target, CopySetup setup, CancellationToken stop)
    {
        (_source, _target, _setup, _stop) = (source, target, setup, stop);
        _limits = new CopyLimits(setup.Options.BytesPerSecond, TimeProvider.System, setup.Options.Traffic);
    }

    /// <summary>
    /// Copies the content of a file together with other ranks. If it is null or returns false, this process copies it
    /// alone.
    /// </summary>
    internal Func<FileCopyJob, bool>? Shared { get; init; }

    private CopyOptions Options => _setup.Options;

    internal CopyResult Execute()
    {
        try
        {
            return Run();
        }
        catch (NativeIOException failure)
        {
            throw SingleWork.Failed(CopyProblems.Of(failure, failure.Path ?? _source), failure);
        }
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
            _setup.Reporter.Found(1, job.SourceStatus.Length);
            _setup.Reporter.FoundAll();
            Transfer(job);
            SingleWork.Publish(job, _setup);
        }
        finally
        {
            job.SourceHandle.Dispose();
            job.GiveUp();
        }

        job.Report(_setup.Reporter);
        bool isDurable = SingleWork.CheckDurable(job, _setup);
        if (SingleWork.CheckDirectory(job, _setup) && Options.RemoveSource)
        {
            RemoveSource(job, isDurable);
        }

        return Finish(job);
    }

    private FileCopyJob? Prepare()
    {
        _sourceDirectory = OpenDirectory.Holding(_source.Parent);
        FileStatus status = default;
        SafeFileHandle handle = _setup.Retries.Repeat(
            () => CopyEnds.OpenSource(_source, out status), _source, _stop);
        bool kept = false;
        try
        {
            _targetDirectory = OpenDirectory.Holding(_target.Parent);
            var target = new DirectoryEntry(_targetDirectory, _target.Name);
            PartFile.EndPublication(target);
            TargetVerdict verdict = CopyEnds.Judge(target, _target, status, Options, handle, _setup.Names);
            if (verdict is TargetVerdict.UpToDate or TargetVerdict.Newer)
            {
                _setup.Reporter.Found(1, status.Length);
                _setup.Reporter.Happened(verdict == TargetVerdict.UpToDate
                    ? new CopyEvent(CopyAction.UpToDate, _source, status.Length)
                    : new CopyEvent(CopyAction.Skipped, _source, status.Length)
                    {
                        Problem = TargetPolicy.StaysAsNewer(_target),
                    });
                return null;
            }

            if (verdict == TargetVerdict.Replace && Options.RemoveSource)
            {
                RefuseItself(target);
            }

            kept = true;
            return new FileCopyJob
            {
                Source = new DirectoryEntry(_sourceDirectory, _source.Name),
                Target = target,
                EventPath = _source,
                SourceHandle = handle,
                SourceStatus = status,
                Publication = TargetPolicy.Publication(verdict),
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

    // A file that replaces the source under its other name would then be removed as the source.
    private void RefuseItself(DirectoryEntry target)
    {
        FileStatus from = Entries.Status(_sourceDirectory!.Handle, new DirectoryEntry(_sourceDirectory, s_itself));
        FileStatus to = Entries.Status(target.Directory.Handle, target with { Name = s_itself });
        var separation = new TreeSeparation(_sourceDirectory, from, target.Directory, to, _setup.Names);
        string? unknown = separation.WhyNotApart(_sourceDirectory, from, target.Directory, to, out bool areSame);
        bool isItself = areSame && _source.Name.Text.Equals(target.Name.Text, StringComparison.OrdinalIgnoreCase);
        if (isItself || unknown is not null)
        {
            string reason = isItself
                ? "is the source itself under another name"
                : $"may be the source under another name: {unknown}";
            throw new CopyException(
                CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, _target, $"{_target.Display} {reason}"));
        }
    }

    private void Transfer(FileCopyJob job)
    {
        if (Shared?.Invoke(job) == true)
        {
            return;
        }

        using CopyLoop loop = CopyLoops.Create(_setup, _limits, _stop, out _engine);
        SingleWork.Run(loop, new CopyContent(job, _setup), job, _stop);
        _setup.Reporter.Clock.MarkWritten();
        SingleWork.Flush(job, _setup);
        SingleWork.Verify(loop, job, _setup, _stop);
    }

    private void RemoveSource(FileCopyJob job, bool isDurable)
    {
        if (_hasLostAttributes && !Options.MayLoseAttributes)
        {
            _setup.Reporter.Noticed(CopyProblems.StaysForItsAttributes(_source));
            return;
        }

        if (!isDurable)
        {
            _setup.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.Failed, _source, $"{_source.Display} was not removed, because its copy is not durable"));
            return;
        }

        NativeResult asked = NativePlatform.Trees.Status(
            _sourceDirectory!.Handle, job.Source.Name, out FileStatus now);
        bool same = asked.Succeeded && FileIdentity.Of(now) == FileIdentity.Of(job.SourceStatus)
            && now.Length == job.SourceStatus.Length && now.Modified == job.SourceStatus.Modified
            && now.Changed == job.SourceStatus.Changed;
        NativeResult removed = same
            ? NativePlatform.Trees.Remove(_sourceDirectory.Handle, job.Source.Name) : default;
        if (!same || removed.Failed)
        {
            string why = removed.Failed ? removed.Error.ToString() : "it is not the file any more that was copied, or is a symbolic link";
            _setup.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.Failed, _source, $"the copy is complete, but {_source.Display} was not removed: {why}"));
            return;
        }

        SourceFlush.Flush(_sourceDirectory, _setup.Reporter);
    }

    private CopyResult Finish(FileCopyJob? job) => _setup.Reporter.Clock.Complete(_setup.Reporter.Result()) with
    {
        Engine = job is null ? null : _engine,
    };
}
