using System.Globalization;
using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Copying.Sharing;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Rounds;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Compares two files or two trees, and writes to neither.</summary>
/// <remarks>One at a time: the counters are those of the whole process.</remarks>
internal sealed class PairRun : IDisposable
{
    // Entries of one directory that a thread takes together.
    private const int Together = 64;

    private readonly PairTask _task;
    private readonly CancellationTokenSource _stop;
    private readonly RankCounters _elsewhere = new();
    private readonly PairTally _tally;
    private readonly VerificationProgress _progress;

    /// <summary>Initialises the comparison; touches nothing yet.</summary>
    /// <param name="task">What is compared.</param>
    /// <param name="found">Receives what is found, in the order of the walk, on one thread at a time; or null.</param>
    /// <param name="progress">Receives the progress often, on one thread at a time; or null.</param>
    /// <param name="stop">Ends it early.</param>
    internal PairRun(
        PairTask task, Action<PairEntryRecord>? found, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        _task = task;
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
        _tally = new PairTally(task, found);
        _progress = new VerificationProgress(progress, 0, 0);
    }

    /// <summary>The ranks that compare together with this process, or null if it is alone.</summary>
    internal IVerificationRanks? Ranks { get; init; }

    public void Dispose() => _stop.Dispose();

    /// <summary>Compares.</summary>
    /// <param name="clock">The source of the time of day in the result.</param>
    /// <returns>What was found.</returns>
    /// <exception cref="IOException">One of the two cannot be opened.</exception>
    /// <exception cref="ExperimentException">They are one file or directory, or one is within the other.</exception>
    internal ResultDocument Execute(TimeProvider clock)
    {
        DateTimeOffset startedAt = clock.GetLocalNow();
        HostRecord host = HostProbe.Capture();
        PlaceRecord[] places =
            [EnvironmentProbe.Place(PlaceRoles.A, _task.A), EnvironmentProbe.Place(PlaceRoles.B, _task.B)];
        BlockDeviceLocation a = BlockDeviceLocator.Find(_task.A);
        BlockDeviceLocation b = BlockDeviceLocator.Find(_task.B);
        using PairRoots roots = PairRoots.Open(_task);
        roots.RefuseOneThing();
        if (Ranks is not null)
        {
            roots.Agree(Ranks);
        }

        var observation = Observation.Begin(a, b);
        CompareAll(roots);
        Observed observed = observation.End();
        GatherCounters(roots);
        if (roots.Displaced() is { } displaced)
        {
            _tally.Add(displaced);
        }

        return SingleRun.Document(
            (ResultKinds.Verify, null), startedAt, (host, places), Options(), Run(observed, host));
    }

    private void CompareAll(PairRoots roots)
    {
        var volumes = new VolumeKinds();
        using var queue = new PairQueue(
            _task.Threads, () => new PairComparer(_task, volumes, _progress, _stop.Token), Pass);
        Ranks?.Begin(new PairLending(queue, _progress, _stop).Answer);
        try
        {
            if (_task.IsTree)
            {
                var metadata = new PairMetadata(_task.Metadata, volumes);
                PairWalk.Run(roots.A, roots.B, metadata, Hand, Ranks is null ? Together : 1, _stop.Token);
            }
            else
            {
                Hand(roots.Files());
            }

            queue.Complete();
        }
        finally
        {
            // The other ranks ask for entries until the queue has ended.
            queue.Dispose();
            Ranks?.End();
        }

        void Pass(PairBatch batch)
        {
            foreach (PairFinding finding in batch.Findings.OfType<PairFinding>())
            {
                _tally.Add(finding);
            }
        }

        void Hand(PairBatch batch)
        {
            _progress.Found(batch.Items.Count(item => item.Ready is null));
            queue.Add(batch);
        }
    }

    private void GatherCounters(PairRoots roots)
    {
        foreach ((int rank, byte[] counters) in (Ranks?.Gather("verify: counters", []) ?? []).Index().Skip(1))
        {
            var reader = new CompactReader(counters);
            _elsewhere.Add(ref reader);
            if (CopyForms.Text(ref reader) is { } displaced)
            {
                _tally.Add(PairFinding.Of(
                    roots.A.Path, PairState.Changed, $"{Ranks!.NameOf(rank)}: {displaced}"));
            }
        }
    }

    private RunRecord Run(Observed observed, HostRecord host)
    {
        PairReading read = _tally.Total;
        long elapsed = observed.ElapsedNs;
        long cpu = observed.Process.TotalNs + _elsewhere.CpuNs;
        long bytes = read.BytesA + read.BytesB;
        Readings readings = Read(observed);
        return new RunRecord
        {
            Cell = ResultKinds.Verify,
            Round = 0,
            Partial = _stop.IsCancellationRequested || _elsewhere.IsStopped,
            Metrics = Metrics.Of(
            [
                (Metrics.Elapsed, elapsed),
                (Metrics.BytesRead, bytes),
                (Metrics.Throughput, bytes > 0 ? bytes * 1e9 / elapsed : null),
                .. CpuAccount.Of(cpu, bytes, host),
            ]),
            Reads = ReadingTruth.OfSource(readings),
            ReadsB = ReadingTruth.OfTarget(readings),
            Pair = _tally.Section(),
        };
    }

    // A is read as the source of a copy is, and B as a target that is read back.
    private Readings Read(Observed observed)
    {
        PairReading read = _tally.Total;
        (ObservedPlace a, ObservedPlace b) = (observed.Places[0], observed.Places[1]);
        return new Readings
        {
            Source = a.Location,
            Target = b.Location,
            SourceBytes = read.BytesA,
            TargetBytes = new ComparedBytes(read.BytesB, read.BytesB - read.DirectB, read.OnDeviceB),
            ProcessBytes = observed.ProcessReadBytes + _elsewhere.ReadBytes,
            SourceDeviceBytes = a.Traffic?.ReadBytes,
            TargetDeviceBytes = b.Traffic?.ReadBytes,
            Sides = "A and B",
        };
    }

    private Dictionary<string, string> Options() => new(StringComparer.Ordinal)
    {
        ["a"] = _task.A.Display,
        ["b"] = _task.B.Display,
        ["mode"] = _task.Mode is { } mode ? CopyOutcomes.Word(mode) : "automatic",
        ["threads"] = _task.Threads.ToString(CultureInfo.InvariantCulture),
        ["metadata"] = Words(_task.Metadata),
    };

    private static string Words(PairMetadataKinds kinds) => kinds switch
    {
        PairMetadataKinds.None => "none",
        PairMetadataKinds.All => "all",
        _ => string.Join(',', Enum.GetValues<PairMetadataKinds>()
            .Where(kind => int.PopCount((int)kind) == 1 && kinds.HasFlag(kind))
            .Select(kind => kind.ToString().ToLowerInvariant())),
    };
}
