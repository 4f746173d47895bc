using Landspeed.Copying;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes a copy between two readings of all counters, and says where its bytes came from and went.</summary>
/// <remarks>One copy at a time: the counters are the process's.</remarks>
public sealed class CopyExperiment
{
    private readonly ICopier _copier;
    private readonly TimeProvider _clock;

    /// <summary>Makes it.</summary>
    /// <param name="copier">Makes the copy.</param>
    /// <param name="clock">Where the time of day in the result comes from.</param>
    public CopyExperiment(ICopier copier, TimeProvider clock)
    {
        _copier = copier;
        _clock = clock;
    }

    /// <summary>Makes a copy.</summary>
    /// <param name="task">What and how.</param>
    /// <param name="progress">Told often where it stands, by threads of the copier, one at a time; or null.</param>
    /// <param name="stop">Ends it early, in a state that can be continued.</param>
    /// <returns>What was done, also when it was refused, failed or was stopped.</returns>
    /// <exception cref="IOException">The system failed in a way that the copier has no words for.</exception>
    public CopyRun Run(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        DateTimeOffset start = _clock.GetLocalNow();
        HostRecord host = HostProbe.Capture();
        EnvironmentRecord? source = task.Source is { } from ? EnvironmentProbe.Capture(from) : null;
        EnvironmentRecord? target = task.Target is { } to ? EnvironmentProbe.Capture(to) : null;
        var watch = new CopyWatch(task);
        CopyResult result = Copy(task, progress, stop);
        (CopyEvidence evidence, long cpuNs, long? peak) = watch.Stop(result, (IsMemory(source), IsMemory(target)));
        result = result.CpuNs > 0 ? result : result with { CpuNs = cpuNs };
        long bytes = result.BytesCopied;
        return new CopyRun(result, new CopyDocument
        {
            ToolVersion = ProductVersion.Text,
            StartedAt = start,
            Host = host,
            Source = source,
            Target = target,
            Kind = CopyOutcomes.Word(task.Subject),
            Outcome = CopyOutcomes.Word(result.Outcome),
            Options = CopyRecords.Of(task.Options),
            Counts = CopyRecords.Counts(result),
            Bytes = CopyRecords.Bytes(result),
            ElapsedToWrittenNs = Known(result.ElapsedToWrittenNs),
            ElapsedToDurableNs = Known(result.ElapsedToDurableNs),
            ThroughputToWrittenBytesPerS = Rate(bytes, result.ElapsedToWrittenNs),
            ThroughputToDurableBytesPerS = Rate(bytes, result.ElapsedToDurableNs),
            CpuNs = result.CpuNs,
            CpuNsPerByte = bytes > 0 ? (double)result.CpuNs / bytes : null,
            PeakResidentBytes = peak,
            Engine = result.Engine,
            Ways = [.. result.Ways.Select(CopyRecords.Of)],
            Reads = CopyTruth.Reads(evidence),
            Writes = CopyTruth.Writes(evidence),
            Problems = [.. result.Problems.Select(CopyRecords.Of)],
        });
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

    private static bool IsMemory(EnvironmentRecord? place) => place?.FileSystem is "tmpfs" or "ramfs";

    private static long? Known(long ns) => ns > 0 ? ns : null;

    private static double? Rate(long bytes, long ns) => bytes > 0 && ns > 0 ? bytes * 1e9 / ns : null;
}
