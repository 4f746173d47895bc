using Landspeed.Copying.Removal;
using Landspeed.Copying.Runs;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>Copies one tree, from opening the roots to the result.</summary>
internal static class TreeCopy
{
    /// <summary>Runs the copy on the calling thread and others.</summary>
    /// <exception cref="CopyException">The copy was refused or is impossible; nothing was touched.</exception>
    internal static CopyResult Execute(
        FilePath source,
        FilePath target,
        TreeCopyOptions options,
        IProgress<CopyProgress>? progress,
        CancellationToken cancellation)
    {
        Check(options);
        var reporter = new CopyReporter(options.Events, progress) { Traffic = options.Traffic };
        using TreeRoots roots = TreeRoots.Open(source, target, options.DryRun);
        if (options.DryRun)
        {
            using var dry = new TreePreview(options, reporter, roots, cancellation);
            dry.Run();
            return reporter.Clock.Complete(Ended(reporter, cancellation)) with { ElapsedToWritten = TimeSpan.Zero };
        }

        using var run = new TreeRun(options, reporter, TimeProvider.System, cancellation)
        {
            Source = roots.Source,
            Target = roots.Target!,

            // A claim is removed at the end, which an append-only directory forbids.
            Names = roots.Target!.IsAppendOnly ? new RunNames() : new RunNames(roots.Target),
            SourceStatus = roots.SourceStatus,
            TargetStatus = roots.TargetStatus,
        };
        CheckRoots(run, roots.IsNew);
        reporter.Entered(CopyPhase.Copying, null);
        string? engine = CopyEntries(run, roots.IsNew);
        run.ThrowIfCrashed();
        run.CheckPaths();
        Remove(run);
        run.ThrowIfCrashed();
        reporter.Entered(CopyPhase.Flushing, null);
        return reporter.Clock.Complete(Ended(reporter, cancellation)) with { Engine = engine };
    }

    /// <summary>
    /// The problem of a directory of the source that stays because its copy might be the same directory.
    /// </summary>
    internal static CopyProblem NotShownApart(FilePath source, FilePath target, string reason) => new(
        CopyProblemKind.Refused,
        source,
        $"what is in {source.Display} was copied and not removed: that {target.Display} is another directory "
            + $"was not shown; {reason}");

    /// <summary>Refuses roots that are one tree through a view, before anything is copied.</summary>
    /// <exception cref="CopyException">They are one tree; nothing was touched.</exception>
    internal static void CheckRoots(TreeRun run, bool isNew)
    {
        FilePath target = run.Target.Path;
        string? refusal = run.Separation.RefusalOfRoots();
        if (refusal is null && !isNew && run.Options.RemoveSource)
        {
            string? unknown = run.Separation.WhyNotApart(
                run.Source, run.SourceStatus, run.Target, run.TargetStatus, out bool areSame);
            refusal = areSame ? "is the source itself under another name" : null;
            if (unknown is not null)
            {
                run.StaysInSource(run.Source.PathBelowRoot);
                run.Reporter.Noticed(NotShownApart(run.Source.Path, target, unknown));
            }
        }

        if (refusal is not null)
        {
            EndClaim(run);
            NativePlatform.Trees.SetTimes(run.Target.Handle, run.TargetStatus.Accessed, run.TargetStatus.Modified);
            throw new CopyException(
                CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, target, $"{target.Display} {refusal}"));
        }
    }

    private static string? CopyEntries(TreeRun run, bool isNew)
    {
        var setup = new CopySetup(run.Options, run.Reporter, run.Names)
        {
            Preservation = run.Preservation,
            FollowsLinks = false,
        };
        using LargeFileThread large = Started(run, () => new LargeFileThread(setup, run.Limits, run.Crash, run.Stop));
        using Publisher publisher = Started(run, () => new Publisher(run, large));
        run.Hurry = publisher.Hurry;
        DirectoryPair? roots;
        using (EntryWorkers workers = Started(run, () => new EntryWorkers(run, large, publisher)))
        {
            roots = Walk(run, workers, isNew);
            workers.Complete();
        }

        run.Reporter.FoundAll();
        publisher.WaitForLarge();
        run.Reporter.Clock.MarkWritten();
        run.Reporter.Entered(CopyPhase.Flushing, null);

        // Verifying large files still needs the thread that copies them.
        publisher.Complete();
        large.Complete();
        if (run.Targets().Count > 1)
        {
            Flush(run); // a name on another file system than the claim must not outlive it
        }

        EndClaim(run);
        roots?.FinishRoots();
        Flush(run);

        // Directories below were flushed when everything in them had its name.
        if (isNew && run.FlushesEach(run.TargetStatus.Device))
        {
            TargetFlush.FlushAbove(run.Target, run.Reporter);
        }

        return large.Description;
    }

    // Nothing has been copied yet, so the claim proves nothing.
    private static T Started<T>(TreeRun run, Func<T> start)
    {
        try
        {
            return start();
        }
        catch
        {
            EndClaim(run);
            throw;
        }
    }

    private static DirectoryPair? Walk(TreeRun run, EntryWorkers workers, bool isNew)
    {
        try
        {
            using var walk = new TreeWalk(run, workers);
            walk.Run(isNew);
            return walk.Root;
        }
#pragma warning disable CA1031 // what is under way comes to its end first
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            run.Crash(mistake);
            return null;
        }
    }

    /// <summary>Removes what the options request, once everything else has succeeded.</summary>
    internal static void Remove(TreeRun run)
    {
        if (run.Stop.IsCancellationRequested || (!run.Options.DeleteExtraneous && !run.Options.RemoveSource))
        {
            return;
        }

        if (run.Options.DeleteExtraneous)
        {
            TreeDeletion.Run(run);
        }

        if (run.Options.RemoveSource)
        {
            SourceRemoval.Run(run);
        }

        Flush(run);
        if (!run.IsDisplaced && !NamedDirectory.IsUnderItsPath(run.Target))
        {
            run.TargetIsDisplaced(run.Target);
        }
    }

    /// <summary>Ends the claim to the run's names, which are no longer used.</summary>
    internal static void EndClaim(TreeRun run)
    {
        if (run.Names.EndClaim(out FilePath? path) is { IsError: true } error)
        {
            run.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.Skipped, path!, $"{path!.Display} could not be removed: {error}; the copy is complete without it"));
        }
    }

    /// <summary>Makes names and directories durable; the content was durable before it got its name.</summary>
    internal static void Flush(TreeRun run)
    {
        foreach (ChangedVolume volume in run.Targets())
        {
            if (volume.Flush == VolumeFlush.Whole)
            {
                TargetFlush.FlushWhole(volume.Directory, run.Reporter);
            }
        }
    }

    private static CopyResult Ended(CopyReporter reporter, CancellationToken cancellation) =>
        cancellation.IsCancellationRequested ? reporter.Result() with { Outcome = CopyOutcome.Stopped } : reporter.Result();

    /// <summary>Throws if the options are invalid.</summary>
    internal static void Check(TreeCopyOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SmallFileThreads, 1, nameof(options));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SmallFileThreads, 64, nameof(options));
        ArgumentOutOfRangeException.ThrowIfNegative(options.SmallFileLimit, nameof(options));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SmallFileLimit, 64 << 20, nameof(options));
    }
}
