using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Load;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>One run of one cell that several ranks made together.</summary>
internal sealed class MergedRun
{
    // Amounts that each process has separately, and whose total is their sum.
    private static readonly Metric[] s_sums =
    [
        Metrics.Requests, Metrics.ShortRequests, Metrics.DepthRequested, Metrics.Cpu, Metrics.CpuUser,
        Metrics.CpuSystem, Metrics.VoluntarySwitches, Metrics.InvoluntarySwitches, Metrics.Collections, Metrics.CollectionPause, Metrics.Allocated,
        Metrics.PeakResident,
    ];

    // The same, of those that read, or that write.
    private static readonly Metric[] s_ofDirections = [Metrics.BytesRead, Metrics.BytesWritten];

    // Amounts that every rank of a host counts for the whole host: counted once per host.
    private static readonly Metric[] s_ofHosts = [Metrics.MachineCpu, Metrics.MachineIdle, Metrics.Stolen];

    // For ranks on one device the others' traffic is foreign to each, and the queue of each is part of the total queue.
    private static readonly string[] s_judgedAnew =
        [FindingCodes.ForeignTraffic.Name, FindingCodes.BusyBaseline.Name];

    private readonly IReadOnlyList<RankPart> _parts;
    private readonly string _members;
    private readonly bool _mustStartTogether;
    private readonly RunRecord[] _runs;
    private readonly Course[] _courses;

    private MergedRun(IReadOnlyList<RankPart> parts, RunRecord[] runs, string members, bool mustStartTogether)
    {
        (_parts, _runs, _members, _mustStartTogether) = (parts, runs, members, mustStartTogether);
        _courses = [.. runs.Select(run => new Course(run))];
    }

    private bool Writes => _runs.Any(run => run.Writes is not null)
        || _runs[0].Case?.Effective.Operation is "write" or "extend" or "mix";

    private double FirstStart => _courses.Min(course => course.StartNs);

    private double LastStart => _courses.Max(course => course.StartNs);

    private double FirstEnd => _courses.Min(course => course.EndNs);

    private double LastEnd => _courses.Max(course => course.EndNs);

    private double Elapsed => Math.Max(1, LastEnd - FirstStart);

    /// <summary>Combines the runs.</summary>
    /// <param name="parts">The ranks.</param>
    /// <param name="runs">The run of each of them.</param>
    /// <param name="members">What messages call them.</param>
    /// <param name="mustStartTogether">Whether the run counts only if they did.</param>
    internal static RunRecord Of(
        IReadOnlyList<RankPart> parts, RunRecord[] runs, string members = "ranks", bool mustStartTogether = true)
    {
        RunRecord first = runs[0];
        (RankPart Part, RunRecord Run)[] failed = [.. parts.Zip(runs).Where(pair => pair.Second.Failure is not null)];
        return failed.Length > 0
            ? new RunRecord { Cell = first.Cell, Round = first.Round, Failure = $"{failed[0].Part.Name}: {failed[0].Run.Failure}" }
            : new MergedRun(parts, runs, members, mustStartTogether).Build();
    }

    private RunRecord Build()
    {
        RunRecord first = _runs[0];
        LatencyRecord[] latencies = [.. _runs.Select(run => run.Latency).OfType<LatencyRecord>()];
        LatencyRecord? latency = MergedLatency.Of(latencies);
        TruthRecord? reads = Truth(run => run.Reads);
        TruthRecord? writes = Truth(run => run.Writes);
        MixRecord? mix = MergedMix.Of([.. _runs.Select(run => run.Mix)]);
        double clockError = _runs.Max(run => run[Metrics.ClockError] ?? 0);
        double skew = LastStart - FirstStart;
        long sample = _runs.SelectMany(run => run.Samples.SkipLast(1)).Select(one => one.DurationNs).DefaultIfEmpty((long)Elapsed).Max();
        var run = new RunRecord
        {
            Cell = first.Cell,
            Round = first.Round,
            StartedAtMs = _runs.Min(one => one.StartedAtMs),
            Partial = _runs.Any(one => one.Partial),
            Invalid = _mustStartTogether ? Apart(skew, clockError) : null,
            Case = Case(),
            Latency = latency,
            Mix = mix,
            Samples = Course.Sum(_courses, Math.Max(1, sample)),
            Reads = reads,
            Writes = writes,
            Metrics = Metrics.Of(
            [
                .. Rates(), .. Sums(), .. Costs(reads?.DeviceSharePct),
                (Metrics.LatencyP50, latency?.P50Ns), (Metrics.LatencyP99, latency?.P99Ns),
                .. mix is null ? [] : MixMetrics.Of(mix, Elapsed),
                (Metrics.Skew, skew), (Metrics.ClockError, clockError),
            ]),
        };
        return run with { Findings = [.. Findings(run, Apart(skew, clockError))] };
    }

    /// <summary>Says that they did not all work at the same time, so that a run of ranks does not count.</summary>
    private string? Apart(double skew, double clockError)
    {
        double share = 100 * (skew + clockError) / Elapsed;
        RankPart late = _parts[Array.FindIndex(_courses, course => course.StartNs == LastStart)];
        return share <= MergeRules.SkewUpToPct ? null : Invariant(
            $"the {_members} did not start together: {late.Name} began {skew / 1e6:F1} ms after the first, clocks agree within {clockError / 1e6:F1} ms, ")
            + Invariant($"in total {share:F1} % of the {Elapsed / 1e6:F0} ms")
            + (_mustStartTogether
                ? Invariant($", and at most {MergeRules.SkewUpToPct:0} % is allowed; measure longer, or give each its own CPU")
                : "; only the rate while all were at work is that of all together");
    }

    private TruthRecord? Truth(Func<RunRecord, TruthRecord?> of) =>
        MergedTruth.Of([.. _parts.Zip(_runs).Select(pair => (pair.First.Name, of(pair.Second)))], [.. _parts.Select(part => part.Host)], _members);

    private CaseSection? Case()
    {
        if (_runs[0].Case is not { } its)
        {
            return null;
        }

        var fallbacks = from pair in _parts.Zip(_runs)
                        from fallback in pair.Second.Case?.Fallbacks ?? []
                        group pair.First.Name by fallback into same
                        select same.Count() == _runs.Length ? same.Key : $"{MergeRules.Names([.. same])}: {same.Key}";
        return its with { Fallbacks = [.. fallbacks] };
    }

    private (Metric Metric, double? Value)[] Rates()
    {
        double bytes = _runs.Sum(Bytes);
        double busy = Math.Max(0, FirstEnd - LastStart);
        double busyBytes = _courses.Sum(course => course.Before(FirstEnd).Bytes - course.Before(LastStart).Bytes);
        double? durable = _runs.All(run => run[Metrics.ElapsedToDurable] is not null)
            ? _runs.Zip(_courses).Max(pair => pair.Second.StartNs + pair.First[Metrics.ElapsedToDurable]!.Value) - FirstStart : null;
        double requests = _runs.Sum(run => run[Metrics.Requests] ?? 0);
        return
        [
            (Metrics.Elapsed, Elapsed),
            (Metrics.ElapsedToDurable, durable),
            (Metrics.LongestStall, _runs.Max(run => run[Metrics.LongestStall])),
            (Metrics.WarmUp, _runs.Max(run => run[Metrics.WarmUp])),
            (Metrics.Throughput, bytes * 1e9 / (durable ?? Elapsed)),
            (Metrics.ThroughputToReturn, Writes ? bytes * 1e9 / Elapsed : null),
            (Metrics.RequestRate, requests * 1e9 / Elapsed),
            (Metrics.DepthAchieved, Sum(run => run[Metrics.DepthAchieved] * run[Metrics.Elapsed]) / Elapsed),
            (Metrics.FirstDone, FirstEnd - FirstStart),
            (Metrics.LastDone, LastEnd - FirstStart),
            (Metrics.AllBusy, busy),
            (Metrics.ThroughputAllBusy, busy > 0 ? busyBytes * 1e9 / busy : null),
        ];
    }

    private (Metric Metric, double? Value)[] Sums() =>
    [
        .. s_ofDirections.Select(metric => (metric, SumOfSome(run => run[metric]))),
        .. s_sums.Select(metric => (metric, Sum(run => run[metric]))),
        .. s_ofHosts.Select(metric => (metric, OfHosts(run => run[metric]))),
    ];

    private (Metric Metric, double? Value)[] Costs(double? deviceSharePct)
    {
        double bytes = _runs.Sum(Bytes);
        double requests = _runs.Sum(run => run[Metrics.Requests] ?? 0);
        double? Per(double? amount, double count) => count > 0 ? amount / count : null;
        return
        [
            (Metrics.CpuPerByte, Per(Sum(run => run[Metrics.Cpu]), bytes)),
            (Metrics.CyclesPerByte, Per(Sum(run => Bytes(run) > 0 ? run[Metrics.CyclesPerByte] * Bytes(run) : 0), bytes)),
            (Metrics.CpuPerRequest, Per(Sum(run => run[Metrics.Cpu]), requests)),
            (Metrics.MachineCpuPerByte, Per(OfHosts(run => run[Metrics.MachineCpu]), bytes)),
            (Metrics.MachineCyclesPerByte, Per(OfHosts(run => run[Metrics.MachineCyclesPerByte] * Bytes(run)), bytes)),
            (Metrics.AllocatedPerRequest, Per(Sum(run => run[Metrics.Allocated]), requests)),
            (Metrics.ReadAmplification, deviceSharePct / 100),
        ];
    }

    private static double Bytes(RunRecord run) => (run[Metrics.BytesRead] ?? 0) + (run[Metrics.BytesWritten] ?? 0);

    // If a value is unknown for one rank it is unknown for all.
    private double? Sum(Func<RunRecord, double?> of) => _runs.All(run => of(run) is not null) ? _runs.Sum(run => of(run)!.Value) : null;

    private double? SumOfSome(Func<RunRecord, double?> of) =>
        _runs.Any(run => of(run) is not null) ? _runs.Sum(run => of(run) ?? 0) : null;

    // All see the same traffic of a device of their host; who ran longest saw most of it.
    private long? WrittenToDevices() => _runs.Any(run => run.Device is null) ? null
        : _parts.Zip(_runs).GroupBy(pair => (pair.First.Host, pair.Second.Device!.Name))
            .Sum(same => same.Max(pair => pair.Second.Device!.WriteBytes));

    private double? OfHosts(Func<RunRecord, double?> of)
    {
        double?[] hosts = [.. _parts.Zip(_runs).GroupBy(pair => pair.First.Host, pair => of(pair.Second)).Select(host => host.Max())];
        return Array.TrueForAll(hosts, host => host is not null) ? hosts.Sum() : null;
    }

    private IEnumerable<FindingRecord> Findings(RunRecord run, string? apart)
    {
        foreach ((string verb, TruthRecord? truth) in new[] { ("read", run.Reads), ("wrote", run.Writes) })
        {
            if (FindingRules.Foreign(verb, truth?.ForeignDeviceBytes, truth?.AppBytes ?? 0) is { } foreign)
            {
                yield return foreign;
            }
        }

        // Reads are disturbed by writes of others, too. What a write reads to complete pages is not counted apart.
        if (run is { Reads: { } reads, Writes: null }
            && FindingRules.Foreign("wrote", WrittenToDevices(), reads.AppBytes) is { } writer)
        {
            yield return writer;
        }

        var found = from pair in _parts.Zip(_runs)
                    from finding in pair.Second.Findings
                    where !s_judgedAnew.Contains(finding.Code)
                    group (pair.First.Name, Finding: finding) by finding.Code;
        foreach (var same in found)
        {
            string[] names = [.. same.Select(one => one.Name).Distinct()];
            string who = names.Length == _runs.Length ? $"all {_members}" : MergeRules.Names(names);
            bool isOne = same.Select(one => one.Finding.Message).Distinct().Count() == 1;
            FindingRecord first = same.First().Finding;
            yield return first with { Message = $"{who}{(isOne ? string.Empty : ", the first")}: {first.Message}" };
        }

        if (apart is not null)
        {
            yield return FindingCodes.Skew.Says(apart);
        }
    }
}
