using Landspeed.Copying;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Makes a copy between two readings of all counters, and reports where its bytes came from and went.
/// </summary>
/// <remarks>One copy at a time: the counters are those of the whole process.</remarks>
public sealed class CopyExperiment
{
    private readonly ICopier _copier;
    private readonly TimeProvider _clock;

    /// <summary>Initialises the experiment.</summary>
    /// <param name="copier">Makes the copy.</param>
    /// <param name="clock">The source of the time of day in the result.</param>
    public CopyExperiment(ICopier copier, TimeProvider clock)
    {
        _copier = copier;
        _clock = clock;
    }

    /// <summary>Makes a copy.</summary>
    /// <param name="task">What to copy and how.</param>
    /// <param name="progress">Receives the progress often, on threads of the copier, one call at a time; or
    /// null.</param>
    /// <param name="stop">Ends it early, in a state that can be resumed.</param>
    /// <returns>What was done, even if it was refused, failed or was stopped.</returns>
    /// <exception cref="IOException">Another failure of the system.</exception>
    public CopyRun Run(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        DateTimeOffset start = _clock.GetLocalNow();
        HostRecord host = HostProbe.Capture();
        PlaceRecord? source = task.Source is { } from ? EnvironmentProbe.Place(PlaceRoles.Source, from) : null;
        PlaceRecord? target = task.Target is { } to ? EnvironmentProbe.Place(PlaceRoles.Target, to) : null;
        var watch = new CopyWatch(task);
        var stalls = new CopyStalls(progress, _clock, CopyStalls.AllowedFor(task.Options));
        using TrafficWatch? traffic = task.IsDryRun ? null : new TrafficWatch(_clock, NativePlatform.Host.PageCacheBytes, watch.Meters);
        CopyResult result = Copy(task with { Options = task.Options with { Traffic = traffic?.Traffic } }, stalls, stop);
        CopyTrafficRecord? seen = traffic?.Stop();
        (CopyEvidence evidence, long cpuNs, long? peak) = watch.Stop(result);
        result = result.CpuTime > TimeSpan.Zero ? result
            : result with { CpuTime = TimeSpan.FromTicks(cpuNs / TimeSpan.NanosecondsPerTick) };
        evidence = evidence with
        {
            Result = result,
            UntilDurable = traffic?.Until(result.BytesVerified > 0 ? result.ElapsedToDurable : null),
        };
        RunRecord run = CopyRecords.Run(task, evidence, seen, stalls.Longest, peak, host);

        // At the other end of a pipe a program waits, or is waited for.
        run = task.Subject != CopySubject.Stream && FindingRules.Stalled(run) is { } stalled ? run with { Findings = [stalled] } : run;
        return new CopyRun(result, SingleRun.Document(
            (ResultKinds.Copy, CopyOutcomes.Word(task.Subject)),
            start,
            (host, [.. new[] { source, target }.OfType<PlaceRecord>()]),
            CopyRecords.Options(task.Options),
            run));
    }

    private CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        try
        {
            return _copier.Copy(task, progress, stop);
        }
        catch (CopyException failure)
        {
            bool refused = failure.Outcome == CopyOutcome.Refused;
            return new CopyResult
            {
                Outcome = failure.Outcome,
                EntriesSkipped = refused ? 1 : 0,
                EntriesFailed = refused ? 0 : 1,
                Problems = [failure.Problem],
                ProblemCount = 1,
            };
        }
        catch (OperationCanceledException)
        {
            return new CopyResult { Outcome = CopyOutcome.Stopped };
        }
    }
}

/// <summary>A copy that has ended, successfully or not.</summary>
/// <param name="Result">The copier's result; for a file that was not copied, the outcome and the problem.</param>
/// <param name="Document">The same in a complete document.</param>
public sealed record CopyRun(CopyResult Result, ResultDocument Document);
