using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Throughput over time, one line per run, and how the latencies of the median run are distributed.</summary>
internal static class MeasureCharts
{
    private const int FewestSamples = 2; // a line needs two points
    private const int FewestLatencies = 20; // what a median needs

    /// <summary>The charts that say something.</summary>
    public static IEnumerable<Chart> Of(CellRecord cell, RunRecord shown)
    {
        ChartSeries[] series = [.. OfTime(cell.Runs.Select(run => (Name(run), run)))];
        if (series.Length > 0)
        {
            yield return OverTime(series, "run", writes: shown.Writes is not null) with
            {
                References = shown.Steady is null ? [.. ChangeWords.Levels(shown)] : [.. Steady(shown)],
            };
        }

        bool isAtRate = shown.Response is not null;
        if (LatencyOverTime(shown, isAtRate) is { } course)
        {
            yield return course;
        }

        (string Name, RequestPartRecord Of)[] parts = shown.Mix is { } mix
            ? [.. PartsTable.Directions(mix)] : [.. PartsTable.Sizes(shown.Sizes)];
        (string Name, LatencyRecord? Times)[] all = parts.Length > 0
            ? [.. parts.Select(one => (one.Name, PartsTable.Times(one.Of, isAtRate)))]
            : !isAtRate ? [("requests", shown.Latency)]
            : [("response", shown.Response), ("service", shown.Latency), ("lateness", shown.Lateness)];
        (string Name, LatencyRecord Times)[] enough =
        [
            .. all.Where(one => one.Times is { Count: >= FewestLatencies, Bins.Count: > 0 })
                .Select(one => (one.Name, one.Times!)),
        ];
        if (enough.Length > 0)
        {
            string of = shown.Mix is not null ? "reads and writes" : "each request size";
            string title = (parts.Length > 0, isAtRate) switch
            {
                (true, true) => $"Response of {of}",
                (true, false) => $"Latency of {of}",
                (false, true) => "Response, service and lateness",
                (false, false) => "Latency",
            };
            yield return Distribution(title, enough, VerdictOf(shown));
        }
    }

    /// <summary>The same of jobs that ran at the same time: a line for each.</summary>
    /// <param name="jobs">The median run of each job, with its name.</param>
    public static IEnumerable<Chart> OfJobs(IReadOnlyList<(string Name, RunRecord Run)> jobs)
    {
        ChartSeries[] series = [.. OfTime(jobs)];
        if (series.Length > 0)
        {
            yield return OverTime(series, "job", jobs.Any(job => job.Run.Writes is not null));
        }

        (string Name, LatencyRecord Times)[] enough =
        [
            .. jobs.Select(job => (job.Name, Times: job.Run.Response ?? job.Run.Latency))
                .Where(one => one.Times is { Count: >= FewestLatencies, Bins.Count: > 0 })
                .Select(one => (one.Name, one.Times!)),
        ];
        if (enough.Length > 0)
        {
            yield return Distribution("Latency of each job", enough, VerdictOf(jobs[0].Run));
        }
    }

    private static IEnumerable<ChartSeries> OfTime(IEnumerable<(string Name, RunRecord Run)> all) =>
        all.Where(one => Whole(one.Run).Count() >= FewestSamples).Select(Series);

    private static string Name(RunRecord run) => $"run {Format.Count(run.Round + 1)}";

    private static Verdict VerdictOf(RunRecord run) => (run.Reads ?? run.Writes)?.Verdict ?? Verdict.Unknown;

    private static Chart OverTime(ChartSeries[] series, string each, bool writes)
    {
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "throughput-over-time",
            Title = "Throughput over time",
            Note = "Each point stands at the end of its sample"
                + (writes ? "; of writes until the calls returned." : "."),
            Description = $"Lines over seconds, one per {each}. " + string.Join(' ', series.Select(one =>
                $"{one.Name}: {Format.Number(one.Points.Min(point => point.Y))} to {Format.Number(one.Points.Max(point => point.Y))} MB/s.")),
            X = LinearAxis.Of("seconds", points.Max(point => point.X)),
            Y = LinearAxis.Of("MB/s", points.Max(point => point.Y)),
            Series = series,
            Nothing = "no sample was taken",
        };
    }

    private static IEnumerable<ChartReference> Steady(RunRecord run)
    {
        if (run.Steady is { IsSteady: true } steady)
        {
            double rate = steady.BytesPerS / 1e6;
            yield return ChartReference.At(
                $"steady: {Format.Number(rate)} MB/s", rate, steady.StartNs / 1e9,
                (steady.StartNs + steady.DurationNs) / 1e9);
        }
    }

    private static ChartSeries Series((string Name, RunRecord Run) one, int look)
    {
        (string name, RunRecord run) = one;
        Verdict verdict = VerdictOf(run);
        return new ChartSeries(name, look, [[.. Whole(run).Select(sample =>
        {
            double seconds = (sample.StartNs + sample.DurationNs) / 1e9;
            double rate = sample.Bytes * 1e3 / sample.DurationNs;
            return new ChartPoint
            {
                X = seconds, Y = rate, Low = rate, High = rate, Verdict = verdict,
                Tip = $"{name}, {Format.Number(seconds)} s: {Format.Number(rate)} MB/s",
            };
        })]]);
    }

    // The rate of a last sample that was cut short says little.
    private static IEnumerable<SampleRecord> Whole(RunRecord run) =>
        run.Samples.Where(sample => sample.DurationNs > 0 && sample.DurationNs >= run.Samples[0].DurationNs);

    private static Chart? LatencyOverTime(RunRecord run, bool isAtRate)
    {
        Verdict verdict = VerdictOf(run);
        (string Name, Func<LatencySampleRecord, double?> Of)[] all =
        [
            ("p50", slice => slice.P50Ns), ("p99", slice => slice.P99Ns),
            ("longest", slice => slice.Requests > 0 ? slice.MaxNs : null),
        ];
        ChartSeries[] series =
        [
            .. all.Select((one, look) => new ChartSeries(
                    one.Name, look,
                    ChartSeries.PiecesOf(
                        run.LatencySamples.Where(IsWhole), slice => Point(one.Name, slice, one.Of(slice)))))
                .Where(one => one.Points.Count() >= FewestSamples),
        ];
        if (series.Length == 0)
        {
            return null;
        }

        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        string what = isAtRate ? "Response" : "Latency";
        return new Chart
        {
            Name = "latency-over-time",
            Title = $"{what} over time",
            Note = "Of the requests of the median run that ended in each part of it; each point stands at the end of "
                + "its part. The vertical axis is logarithmic.",
            Description = "Lines over seconds. " + string.Join(' ', series.Select(one =>
                $"{one.Name}: {Format.Duration(one.Points.Min(point => point.Y) * 1e3)} to "
                + $"{Format.Duration(one.Points.Max(point => point.Y) * 1e3)}.")),
            X = LinearAxis.Of("seconds", points.Max(point => point.X)),
            Y = DecadeAxis.OfMicroseconds(
                what.ToLowerInvariant(), points.Min(point => point.Y), points.Max(point => point.Y)),
            Series = series,
            Nothing = "no request was timed",
        };

        // A last part that was cut short has few requests, and looks like a cliff.
        bool IsWhole(LatencySampleRecord slice) => slice.DurationNs >= run.LatencySamples[0].DurationNs;

        ChartPoint? Point(string name, LatencySampleRecord slice, double? ns)
        {
            double seconds = (slice.StartNs + slice.DurationNs) / 1e9;
            return ns is null ? null : new ChartPoint
            {
                X = seconds, Y = Us(ns.Value), Low = Us(ns.Value), High = Us(ns.Value), Verdict = verdict,
                Tip = $"{name} at {Format.Number(seconds)} s: {Format.Duration(ns.Value)}",
            };
        }

        static double Us(double ns) => Math.Max(1, ns) / 1e3;
    }

    // Of each latency the share of the requests that took as long or longer: tails show, which a histogram hides.
    private static Chart Distribution(string title, (string Name, LatencyRecord Times)[] all, Verdict verdict)
    {
        ChartSeries[] series =
        [
            .. all.Select((one, look) =>
                new ChartSeries(one.Name, look, [Thinned(Shares(one.Name, one.Times, verdict))])),
        ];
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        LatencyRecord first = all[0].Times;
        return new Chart
        {
            Name = "latency",
            Title = title,
            Note = "Share of the requests of the median run that took as long or longer; both axes are logarithmic.",
            Description = $"{(all.Length > 1 ? "Lines" : "A line")} over microseconds from 100 % down. "
                + $"{(first.P50Ns is { } p50 ? $"Half took {Format.Duration(p50)} or less. " : "")}"
                + $"The longest took {Format.Duration(first.MaxNs)}.",
            X = DecadeAxis.OfMicroseconds("latency", points.Min(point => point.X), points.Max(point => point.X)),
            Y = DecadeAxis.Of("% of the requests", Math.Max(1e-6, points.Min(point => point.Y)), 100),
            Series = series,
            Nothing = "no request was timed",
        };
    }

    private static List<ChartPoint> Shares(string name, LatencyRecord times, Verdict verdict)
    {
        string subject = name == "requests" ? string.Empty : $"{name}: ";
        var points = new List<ChartPoint>();
        long longer = times.Count;
        foreach (LatencyBin bin in times.Bins)
        {
            double share = 100.0 * longer / times.Count;
            double ns = Math.Clamp(bin.UpToNs, Math.Max(1, times.MinNs), Math.Max(1, times.MaxNs));
            points.Add(new ChartPoint
            {
                X = ns / 1e3, Y = share, Low = share, High = share, Verdict = verdict,
                Tip = $"{subject}{Format.Number(share)} % took {Format.Duration(ns)} or longer",
            });
            longer -= bin.Count;
        }

        return points;
    }

    // A histogram has thousands of bins, a picture a thousand pixels.
    private static ChartPoint[] Thinned(List<ChartPoint> points)
    {
        const int Most = 120;
        int each = (points.Count + Most - 1) / Most;
        return [.. points.Where((_, index) => index % each == 0 || index == points.Count - 1)];
    }
}
