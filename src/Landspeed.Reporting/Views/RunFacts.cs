using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>What one run moved, with what, and the evidence behind its verdict.</summary>
internal static class RunFacts
{
    private static readonly string[] s_evidence =
        ["engine", "managed", "truth", "bytes", "sources", "of writes", "written"];

    /// <summary>The facts; what is not known is named, not left out.</summary>
    public static IEnumerable<ReportFact> Of(RunRecord run) =>
        new[]
            {
                Preconditioned(run), Moved(run), Durable(run), Latency(run), Load(run), Pauses(run), InFlight(run),
                Engine(run), Managed(run),
            }
            .OfType<ReportFact>()
            .Concat((run.Reads ?? run.Writes) is { } truth ? Truth(truth, run.Device) : [])
            .Concat(run is { Mix: not null, Writes: { } writes } ? OfWrites(writes) : [])
            .Select(fact => s_evidence.Contains(fact.Label) ? fact with { IsDetail = true } : fact);

    private static ReportFact? Preconditioned(RunRecord run) => run.Precondition is not { } before ? null
        : ReportFact.Of(
        "before",
        $"{Format.Moved(before.BytesWritten)} written {(before.Order == "random" ? "at random" : "in order")} "
            + $"in {Format.Duration(before.ElapsedNs)}",
        before is { FirstBytesPerS: { } first, LastBytesPerS: { } last }
            ? $"{Format.Throughput(first)} at first, {Format.Throughput(last)} at the end" : null,
        before.IsSlower ? "which ended it" : null);

    private static ReportFact? Moved(RunRecord run) => ReportFact.Of(
        "moved",
        $"{Format.Moved((long)((run[Metrics.BytesRead] ?? 0) + (run[Metrics.BytesWritten] ?? 0)))} by "
            + $"{Format.Count((long)(run[Metrics.Requests] ?? 0), "request")} in {Format.Duration(run[Metrics.Elapsed] ?? 0)}",
        run[Metrics.WarmUp] is > 0 and var warmUp ? $"after {Format.Duration(warmUp)} of warm-up" : "without warm-up",
        run[Metrics.ShortRequests] is > 0 and var many ? $"{Format.Count((long)many)} of them short" : null);

    private static ReportFact? Durable(RunRecord run) => run.Writes is null && run.Case?.Effective.Operation is null or "read"
        ? null
        : new ReportFact("durable", run[Metrics.ElapsedToDurable] switch
        {
            { } ns => $"after {Format.Duration(ns)}",
            null when run.Case?.Effective.Flush == "each" => "with each request",
            null => "no: the figures end when the kernel had taken the data",
        });

    private static ReportFact? Latency(RunRecord run) => run.Latency is null ? new ReportFact("latency", "no request was timed") : null;

    private static ReportFact? Load(RunRecord run) => run.Case?.Effective.Load is not { } load ? null : ReportFact.Of(
        "load",
        $"{Format.Rate(run[Metrics.OfferedRate] ?? load.RequestsPerS)}/s offered",
        $"{Format.Rate(run[Metrics.RequestRate] ?? 0)}/s done",
        $"at most {Format.Count(run.Case.Effective.QueueDepth * run.Case.Effective.Threads)} in flight",
        run[Metrics.RequestsSkipped] is > 0 and var skipped ? $"{Format.Count((long)skipped)} skipped" : null,
        run[Metrics.RequestsUnstarted] is > 0 and var left
            ? $"{Format.Count((long)left)} not started at the end" : null);

    private static ReportFact? Pauses(RunRecord run) => run.Case?.Effective.Think is not { } think ? null
        : ReportFact.Of(
        "pauses",
        run[Metrics.PauseMean] is { } mean ? $"{Format.Duration(mean)} on average" : "none: too little time",
        $"{Format.Duration(think.PauseS * 1e9)} requested");

    private static ReportFact? InFlight(RunRecord run) => run[Metrics.DepthAchieved] is not { } mean ? null : ReportFact.Of(
        "in flight",
        $"{Format.Mean(mean)} on average",
        run[Metrics.DepthRequested] is { } requested ? $"{Format.Count((long)requested)} requested" : null);

    private static ReportFact? Engine(RunRecord run) =>
        run.Case is { } its ? ReportFact.Of("engine", [its.Effective.Engine, .. its.EngineFeatures]) : null;

    private static ReportFact? Managed(RunRecord run) => ReportFact.Of(
        "managed",
        run[Metrics.Collections] is { } collections ? Format.Count((long)collections, "collection") : null,
        run[Metrics.CollectionPause] is { } pause ? $"{Format.Duration(pause)} paused" : null,
        run[Metrics.Allocated] is { } allocated ? $"{Format.Size((long)allocated)} allocated" : null,
        run[Metrics.PeakResident] is { } peak ? $"{Format.Size((long)peak)} peak resident memory" : null);

    private static IEnumerable<ReportFact> OfWrites(TruthRecord truth) =>
    [
        new ReportFact("of writes", truth.Reason), new ReportFact("written", Bytes(truth)),
    ];

    private static string Bytes(TruthRecord truth) =>
        $"application {Format.Moved(truth.AppBytes)}, device for us "
        + $"{Known(truth.DeviceBytes, Format.Moved)}, for others {Known(truth.ForeignDeviceBytes, Format.Moved)}";

    private static IEnumerable<ReportFact> Truth(TruthRecord truth, DeviceRecord? device)
    {
        yield return new ReportFact("truth", truth.Reason);
        yield return new ReportFact("bytes", Bytes(truth));
        yield return new ReportFact("page cache", $"{Known(truth.ResidentBeforePct, Format.Percent)} of the range at start, "
            + $"{Known(truth.ResidentAfterPct, Format.Percent)} after");
        yield return new ReportFact("extents", $"{Known(truth.UnwrittenPct, Format.Percent)} never written, "
            + $"{Known(truth.HolePct, Format.Percent)} holes, {Fragments(truth)}")
        {
            IsDetail = !(truth.UnwrittenPct > 0 || truth.HolePct > 0),
        };
        if (device is not null)
        {
            yield return new ReportFact("device", $"{device.Name}: {Traffic(device.ReadRequests, device.ReadBytes, "read")}, "
                + $"{Traffic(device.WriteRequests, device.WriteBytes, "write")}, busy {Format.Percent(device.BusyPct)} of the time");
        }

        string sources = truth.Sources.Count > 0 ? string.Join(", ", truth.Sources) : "none";
        yield return new ReportFact("sources", sources);
    }

    private static string Traffic(long requests, long bytes, string word) =>
        requests > 0 ? $"{Format.Count(requests, word)} of {Format.Moved(bytes)}" : $"no {word}s";

    private static string Fragments(TruthRecord truth) => (truth.FragmentsBefore, truth.FragmentsAfter) switch
    {
        (null, null) => "fragments unknown",
        ({ } before, { } after) when before != after => $"{Format.Count(before)} to {Format.Count(after, "fragment")}",
        var (before, after) => Format.Count((before ?? after)!.Value, "fragment"),
    };

    private static string Known<T>(T? value, Func<T, string> format)
        where T : struct => value is { } known ? format(known) : "unknown";
}
