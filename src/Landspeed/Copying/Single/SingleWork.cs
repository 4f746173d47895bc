using Landspeed.Copying.Content;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Single;

/// <summary>The steps of a copy of one file; each throws when it fails.</summary>
internal sealed class SingleWork : IWorkSource
{
    private ContentWork? _work;

    private SingleWork(ContentWork work) => _work = work;

    /// <inheritdoc/>
    public ContentWork? Take(bool waits)
    {
        ContentWork? work = _work;
        _work = null;
        return work;
    }

    /// <summary>Runs one piece of work.</summary>
    /// <exception cref="CopyException">It failed.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    internal static void Run(CopyLoop loop, ContentWork work, FileCopyJob job, CancellationToken stop)
    {
        loop.Run(new SingleWork(work));
        Check(job, work.Failure is CopyException ? null : work.Failure, stop);
    }

    /// <summary>Throws what ended a job before it was complete.</summary>
    /// <exception cref="CopyException">It failed.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    internal static void Check(FileCopyJob job, Exception? cause, CancellationToken stop)
    {
        if (job.IsStopped)
        {
            throw new OperationCanceledException($"the copy of {job.EventPath.Display} was stopped", stop);
        }

        if (job.Problem is { } problem)
        {
            throw Failed(problem, cause);
        }
    }

    /// <summary>Makes the unfinished file durable, including its metadata.</summary>
    /// <exception cref="NativeIOException">It failed: the content of the medium is unknown.</exception>
    internal static void Flush(FileCopyJob job, CopySetup setup)
    {
        setup.Reporter.Entered(CopyPhase.Flushing, null);
        using (setup.Reporter.Flushing())
        {
            job.Unfinished!.Flush();
        }

        setup.Reporter.Clock.MarkDurable();
    }

    /// <summary>Reads the durable file from the medium and compares it with its source, if requested.</summary>
    /// <exception cref="CopyException">It differs, or cannot be read.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    internal static void Verify(CopyLoop loop, FileCopyJob job, CopySetup setup, CancellationToken stop)
    {
        if (setup.Options.Verify)
        {
            Run(loop, new CompareContent(job, setup), job, stop);
        }
    }

    /// <summary>Closes the file, gives it its name, and makes the name durable.</summary>
    /// <exception cref="NativeIOException">One of these steps failed; the message says what holds.</exception>
    internal static void Publish(FileCopyJob job, CopySetup setup)
    {
        UnpublishedFile unfinished = job.Unfinished!;
        RequireNames(job, unfinished);

        // Drops from the page cache what went through it because the file system supports nothing else.
        if (job.Decision?.TargetMode != IoMode.Direct && setup.Options.Strategy != CopyStrategy.Buffered)
        {
            NativePlatform.Files.Advise(unfinished.Handle, 0, 0, AccessAdvice.DontNeed);
        }

        unfinished.Close();
        unfinished.Publish(job.Publication);
        job.Unfinished = null;
        PartFile.EndMark(unfinished, setup.Reporter);
        job.RemoveJournals(setup.Reporter);

        // Flushes the file once more, so that its removed mark does not come back.
        using TrafficScope flushing = setup.Reporter.Flushing();
        NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(unfinished.Handle));
        unfinished.CloseForGood();
        flushed = flushed.Failed ? flushed : job.Target.Directory.Flush();
        if (flushed.Failed)
        {
            throw new NativeIOException(
                "make the name durable of",
                job.Target.Path,
                flushed.Error,
                hint: "The copy is complete and has its name, which a crash of the machine may take away again.");
        }
    }

    // The descriptors are right whatever happened to the names; but the copy would not be where the user looks for it,
    // or another file would get the name.
    private static void RequireNames(FileCopyJob job, UnpublishedFile unfinished)
    {
        OpenDirectory directory = job.Target.Directory;
        string? what = !NamedDirectory.IsUnderItsPath(directory) ? directory.Path.Display : !unfinished.HasItsName ? unfinished.Path.Display : null;
        if (what is not null)
        {
            throw Failed(
                new CopyProblem(
                    CopyProblemKind.Failed,
                    job.Target.Path,
                    $"{what} was moved, removed or replaced while {job.Target.Path.Display} was copied; the copy was not put in place"),
                null);
        }
    }

    /// <summary>Reports a published copy whose directory is no longer where the user named it.</summary>
    /// <returns>True if the directory is still there.</returns>
    internal static bool CheckDirectory(FileCopyJob job, CopySetup setup)
    {
        OpenDirectory directory = job.Target.Directory;
        bool isThere = NamedDirectory.IsUnderItsPath(directory);
        if (!isThere)
        {
            FilePath path = job.Target.Path;
            setup.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.Failed,
                path,
                $"the copy is complete, but not under the name {path.Display}: {directory.Path.Display} was moved, removed, replaced or covered; "
                    + NamedDirectory.Whereabouts(directory)));
        }

        return isThere;
    }

    /// <summary>Reports a copy that cannot be made durable on its file system.</summary>
    /// <returns>True if it is durable.</returns>
    internal static bool CheckDurable(FileCopyJob job, CopySetup setup)
    {
        bool isDurable = Durability.FlushOf(job.Target.Directory.Handle) != VolumeFlush.Nothing;
        if (!isDurable)
        {
            TargetFlush.ReportNothing(job.Target.Directory, setup.Reporter);
        }

        return isDurable;
    }

    /// <summary>Turns a problem into the exception of a single-file copy.</summary>
    internal static CopyException Failed(CopyProblem problem, Exception? cause) =>
        new(CopyProblems.OutcomeOf(problem.Kind), problem, cause);
}
