using Landspeed.Copying.Content;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Single;

/// <summary>Copies between a file and a stream, once.</summary>
internal sealed class StreamCopyRun
{
    private readonly CopySetup _setup;
    private readonly CopyLimits _limits;
    private readonly CancellationToken _stop;

    internal StreamCopyRun(
        CopyOptions options, IProgress<CopyProgress>? progress, TimeProvider time, CancellationToken stop)
    {
        _stop = stop;
        _limits = new CopyLimits(options.BytesPerSecond, time, options.Traffic);
        var reporter = new CopyReporter(options.Events, progress, time) { Traffic = options.Traffic };
        _setup = new CopySetup(options, reporter, new RunNames());
    }

    /// <summary>Copies from a stream to a file.</summary>
    internal CopyResult Receive(SafeFileHandle source, FilePath name, FilePath target) => Guarded(target, () =>
    {
        using OpenDirectory directory = OpenDirectory.Holding(target.Parent);
        var entry = new DirectoryEntry(directory, target.Name);
        OverwriteRule rule = _setup.Options.Overwrite == OverwriteRule.Always ? OverwriteRule.Always : OverwriteRule.Never;
        TargetVerdict verdict = CopyEnds.Judge(entry, target, default, _setup.Options with { Overwrite = rule });
        var job = new FileCopyJob
        {
            Source = entry,
            Target = entry,
            EventPath = name,
            SourceHandle = source,
            SourceStatus = default,
            Publication = TargetPolicy.Publication(verdict),
        };
        try
        {
            UnpublishedFile.RemoveLeft(entry, PartMarks.Copy);
            using CopyLoop loop = CopyLoops.Create(_setup, _limits, _stop, out string engine);
            var work = new PipeContent(source, job, _setup, _stop);
            SingleWork.Run(loop, work, job, _stop);
            _setup.Reporter.Clock.MarkWritten();
            SingleWork.Flush(job, _setup);
            SingleWork.Verify(loop, job, _setup, _stop);
            SingleWork.Publish(job, _setup);
            job.Report(_setup.Reporter, work.Length);
            SingleWork.CheckDirectory(job, _setup);
            SingleWork.CheckDurable(job, _setup);
            return Finish(engine);
        }
        finally
        {
            job.GiveUp();
        }
    });

    /// <summary>Copies from a file to a stream.</summary>
    internal CopyResult Send(FilePath source, SafeFileHandle target, FilePath name) => Guarded(source, () =>
    {
        using OpenDirectory directory = OpenDirectory.Holding(source.Parent);
        using SafeFileHandle handle = CopyEnds.OpenSource(source, out FileStatus status);
        if (NativePlatform.Files.Status(target, out FileStatus end).Succeeded && end.Kind == FileKind.Regular
            && FileIdentity.Of(end) == FileIdentity.Of(status))
        {
            throw new CopyException(CopyOutcome.Refused, new CopyProblem(
                CopyProblemKind.Refused, source, $"{name.Display} writes into {source.Display}, the source itself"));
        }

        var entry = new DirectoryEntry(directory, source.Name);
        var job = new FileCopyJob
        {
            Source = entry,
            Target = entry,
            EventPath = source,
            SourceHandle = handle,
            SourceStatus = status,
            Publication = RenameRule.MustBeFree,
        };
        _setup.Reporter.Found(1, status.Length);
        _setup.Reporter.FoundAll();
        using CopyLoop loop = CopyLoops.Create(_setup, _limits, _stop, out string engine);
        SingleWork.Run(loop, new OutputContent(job, _setup, target, name, _stop), job, _stop);
        job.Report(_setup.Reporter, status.Length);
        return Finish(engine) with { IsDurable = false, ElapsedToDurable = TimeSpan.Zero };
    });

    private static CopyResult Guarded(FilePath path, Func<CopyResult> copy)
    {
        try
        {
            return copy();
        }
        catch (NativeIOException failure)
        {
            throw SingleWork.Failed(CopyProblems.Of(failure, failure.Path ?? path), failure);
        }
    }

    private CopyResult Finish(string engine) =>
        _setup.Reporter.Clock.Complete(_setup.Reporter.Result()) with { Engine = engine };
}
