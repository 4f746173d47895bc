using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Copying.Walking;
using Landspeed.Files.Unpublished;

namespace Landspeed.Copying.Ranks;

/// <summary>One rank's part of a tree copy that several ranks make together.</summary>
internal static class RankCopy
{
    /// <summary>Runs it on the calling thread and others. Collective.</summary>
    /// <param name="ranks">The ranks.</param>
    /// <param name="source">A directory that all ranks see.</param>
    /// <param name="target">Name of the copy itself, in a directory that all ranks see.</param>
    /// <param name="options">Settings, the same on all ranks; either all ranks or none want events.</param>
    /// <param name="settings">How finely the copy is divided.</param>
    /// <param name="progress">Receives the state of the whole copy on rank 0.</param>
    /// <param name="cancellation">Stops all ranks.</param>
    /// <returns>On rank 0 the total of all ranks; on the others their own part.</returns>
    /// <exception cref="CopyException">The copy was refused or is impossible; nothing was touched.</exception>
    internal static CopyResult Execute(
        ICopyRanks ranks,
        FilePath source,
        FilePath target,
        TreeCopyOptions options,
        RankSettings settings,
        IProgress<CopyProgress>? progress,
        CancellationToken cancellation)
    {
        TreeCopy.Check(options);
        var traffic = new RankTraffic();
        var voice = new RankProgress(ranks, progress, options.Events);
        TreeCopyOptions own = options with { Events = options.Events is null ? null : voice, BytesPerSecond = Part(options.BytesPerSecond, ranks.Size) };
        var reporter = new CopyReporter(own.Events, voice) { Traffic = own.Traffic };
        using TreeRoots roots = RankRoots.Open(ranks, source, target, out RunNames names);
        using var run = new TreeRun(own, reporter, TimeProvider.System, cancellation)
        {
            Source = roots.Source,
            Target = roots.Target!,
            Names = names,
            SourceStatus = roots.SourceStatus,
            TargetStatus = roots.TargetStatus,
        };
        run.Recent.SpansHosts = true;
        reporter.Entered(CopyPhase.Copying, null);
        string? engine = new RankRun(ranks, run, settings, voice).CopyEntries(roots.IsNew);
        run.ThrowIfCrashed();
        TreeCopy.Flush(run);
        CopyResult Complete(params CopyResult[] others) =>
            traffic.Complete(reporter.Clock.Complete(reporter.Result(), others)) with { Engine = engine };
        return End(ranks, run, roots, Complete);
    }

    private static CopyResult End(
        ICopyRanks ranks, TreeRun run, TreeRoots roots, Func<CopyResult[], CopyResult> complete)
    {
        bool isStopped = run.Stop.IsCancellationRequested;
        CopyResult own = complete([]);
        own = isStopped ? own with { Outcome = CopyOutcome.Stopped } : own;
        IReadOnlyList<byte[]> all = ranks.Gather("copy: results", CopyForms.Result(own));
        IReadOnlyList<byte[]> pairs =
            run.Options.DeleteExtraneous ? ranks.Gather("copy: directories", run.Recent.Pairs()) : [];
        if (ranks.Rank > 0)
        {
            return own;
        }

        foreach (byte[] some in pairs)
        {
            run.Recent.AddPairs(some);
        }

        CopyResult[] others = [.. all.Skip(1).Select(bytes => CopyForms.Result(bytes))];
        isStopped |= others.Any(result => result.Outcome == CopyOutcome.Stopped);
        foreach ((int index, CopyResult result) in others.Index())
        {
            run.Reporter.Add(result with { Problems = [.. result.Problems.Select(problem => RankProgress.Named(ranks, index + 1, problem))] });
        }

        EndTree(run, roots, isStopped);
        CopyResult whole = RankTraffic.Sum(complete(others), others);
        return whole with
        {
            Outcome = isStopped ? CopyOutcome.Stopped : whole.Outcome,
            Engine = Engines(ranks, [own.Engine, .. others.Select(result => result.Engine)]),
        };
    }

    private static void EndTree(TreeRun run, TreeRoots roots, bool isStopped)
    {
        TreeCopy.EndClaim(run);
        var pair = new DirectoryPair(run, null, RankPaths.Root, roots.SourceStatus, roots.TargetStatus);
        if (isStopped)
        {
            pair.BecameIncomplete();
        }

        run.UsesTarget(roots.TargetStatus, run.Target);
        pair.FinishRoots();
        TreeCopy.Flush(run);
        if (roots.IsNew && run.FlushesEach(run.TargetStatus.Device))
        {
            TargetFlush.FlushAbove(run.Target, run.Reporter);
        }

        run.CheckPaths();
        TreeCopy.Remove(run);
        run.ThrowIfCrashed();
    }

    /// <summary>Names the engine of most ranks, and the ranks that had another.</summary>
    internal static string? Engines(ICopyRanks ranks, string?[] engines)
    {
        (int Rank, string Engine)[] known = [.. engines.Index().Where(engine => engine.Item is not null).Select(engine => (engine.Index, engine.Item!))];
        if (known.Length == 0)
        {
            return null;
        }

        string usual = known.GroupBy(one => one.Engine).MaxBy(group => group.Count())!.Key;
        return string.Join("; ", known.Where(one => one.Engine != usual).Select(one => $"{ranks.NameOf(one.Rank)}: {one.Engine}").Prepend(usual));
    }

    /// <summary>Returns a rank's part of the total limit.</summary>
    internal static long? Part(long? limit, int ranks) => limit is { } whole ? Math.Max(1, whole / ranks) : null;
}
