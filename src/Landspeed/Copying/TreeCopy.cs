using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>One copy of a tree, from the roots to the result.</summary>
internal static class TreeCopy
{
    /// <summary>Carries it out on the calling thread and others.</summary>
    /// <exception cref="CopyException">Refused or impossible; nothing was touched.</exception>
    internal static CopyResult Execute(
        FilePath source,
        FilePath target,
        TreeCopyOptions options,
        IProgress<CopyProgress>? progress,
        Func<TreeRun, ILargeFiles> largeFiles,
        TimeProvider time,
        CancellationToken cancellation)
    {
        Check(options);
        long started = time.GetTimestamp();
        long cpu = CpuNs();
        var ledger = new CopyLedger(options.Events, progress);
        using TreeRoots roots = TreeRoots.Open(source, target, options.DryRun);
        if (options.DryRun)
        {
            using var dry = new DryTree(options, ledger, roots, cancellation);
            dry.Run();
            return Ended(ledger, cancellation) with { ElapsedToDurableNs = ElapsedNs(time, started), CpuNs = CpuNs() - cpu };
        }

        using var run = new TreeRun(options, ledger, time, cancellation)
        {
            Source = roots.Source,
            Target = roots.Target!,
            SourceStatus = roots.SourceStatus,
            TargetStatus = roots.TargetStatus,
        };
        ledger.Entered(CopyPhase.Copying, null);
        string? engine = CopyEntries(run, roots.IsNew, largeFiles, time, started, out long written);
        run.ThrowIfCrashed();
        Remove(run);
        run.ThrowIfCrashed();
        ledger.Entered(CopyPhase.Flushing, null);
        return Ended(ledger, cancellation) with
        {
            Engine = engine,
            ElapsedToWrittenNs = written,
            ElapsedToDurableNs = ElapsedNs(time, started),
            CpuNs = CpuNs() - cpu,
        };
    }

    private static string? CopyEntries(
        TreeRun run,
        bool isNew,
        Func<TreeRun, ILargeFiles> largeFiles,
        TimeProvider time,
        long started,
        out long written)
    {
        using ILargeFiles large = largeFiles(run);
        using var publisher = new Publisher(run, large);
        run.Publisher = publisher;
        using (var workers = new EntryWorkers(run, large))
        {
            Walk(run, workers, isNew);
            workers.Complete();
        }

        run.Ledger.FoundAll();
        publisher.WaitForLarge();
        written = ElapsedNs(time, started);
        run.Ledger.Entered(CopyPhase.Flushing, null);

        // Verifying large files still needs the thread that carries them.
        publisher.Complete();
        large.Complete();
        Flush(run);
        return large.Description;
    }

    private static void Walk(TreeRun run, EntryWorkers workers, bool isNew)
    {
        try
        {
            using var walk = new TreeWalk(run, workers);
            walk.Run(isNew);
        }
#pragma warning disable CA1031 // what is under way comes to its end first
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            run.Crash(mistake);
        }
    }

    private static void Remove(TreeRun run)
    {
        if (run.Stop.IsCancellationRequested || (!run.Options.Delete && !run.Options.RemoveSource))
        {
            return;
        }

        if (run.Options.Delete)
        {
            TreeDeletion.Run(run);
        }

        if (run.Options.RemoveSource)
        {
            SourceRemoval.Run(run);
        }

        Flush(run);
    }

    // Names and directories; the content was made durable before it got its name.
    private static void Flush(TreeRun run)
    {
        foreach ((_, OpenDirectory directory) in run.Targets())
        {
            NativeResult flushed = Files.Interruptions.Retry(
                () => NativePlatform.Files.FlushFileSystem(directory.Handle));
            if (flushed.Failed)
            {
                run.Ledger.Noticed(CopyProblems.Of(
                    "make durable", directory.Path, flushed.Error, "What was copied may be lost when the machine fails now."));
            }
        }
    }

    private static CopyResult Ended(CopyLedger ledger, CancellationToken cancellation) =>
        cancellation.IsCancellationRequested ? ledger.Result() with { Outcome = CopyOutcome.Stopped } : ledger.Result();

    private static void Check(TreeCopyOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SmallFileThreads, 1, nameof(options));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SmallFileThreads, 64, nameof(options));
        ArgumentOutOfRangeException.ThrowIfNegative(options.SmallFileLimit, nameof(options));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SmallFileLimit, 64 * 1024 * 1024, nameof(options));
    }

    private static long ElapsedNs(TimeProvider time, long started) => (long)time.GetElapsedTime(started).TotalNanoseconds;

    private static long CpuNs() =>
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes times).Succeeded ? times.TotalNs : 0;
}
