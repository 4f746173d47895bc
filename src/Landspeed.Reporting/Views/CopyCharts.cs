using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>How fast a copy read and wrote over time, and how large the page cache was during the copy.</summary>
internal static class CopyCharts
{
    private const int FewestSamples = 2; // a line needs two points

    /// <summary>The charts that say something.</summary>
    public static IEnumerable<Chart> Of(CopySection copy, RunRecord run)
    {
        CopySampleRecord[] samples = [.. copy.Traffic?.Samples.Where(sample => sample.DurationNs > 0) ?? []];

        // The rate of a last sample that was cut short says little. A busy machine looks late, so that others vary, too.
        CopySampleRecord[] whole = [.. samples.Where(sample => 2 * sample.DurationNs >= samples[0].DurationNs)];
        if (whole.Length < FewestSamples)
        {
            yield break;
        }

        yield return Rates(whole, run);
        if (samples.Any(sample => sample.PageCacheBytes is not null))
        {
            yield return PageCache(copy.Traffic!, samples);
        }
    }

    private static Chart Rates(CopySampleRecord[] samples, RunRecord run)
    {
        ChartSeries[] series =
        [
            .. new[]
            {
                Rate("source read", 0, samples, sample => sample.ReadBytes, run.Reads),
                Rate("target written", 1, samples, sample => sample.WrittenBytes, run.Writes),
                Rate("target read", 2, samples, sample => sample.TargetReadBytes, run.Copy!.TargetReads ?? run.Reads),
            }.Where(one => one.Points.Any(point => point.Y > 0)),
        ];
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "rates-over-time",
            Title = "Reading and writing over time",
            Note = "Each point stands at the end of its sample. A target is read to verify it, or to find out what an interrupted copy left.",
            Description = "Lines over seconds. " + string.Join(' ', series.Select(one =>
                $"{one.Name}: {Format.Number(one.Points.Min(point => point.Y))} to {Format.Number(one.Points.Max(point => point.Y))} MB/s.")),
            X = LinearAxis.Of("seconds", EndOf(samples[^1])),
            Y = LinearAxis.Of("MB/s", points.Select(point => point.Y).DefaultIfEmpty().Max()),
            Series = series,
            Nothing = "no byte was moved",
        };
    }

    private static ChartSeries Rate(
        string name, int look, CopySampleRecord[] samples, Func<CopySampleRecord, long> bytes, TruthRecord? truth) =>
        new(name, look, [[.. samples.Select(sample => Point(
            EndOf(sample),
            bytes(sample) * 1e3 / sample.DurationNs,
            truth?.Verdict ?? Verdict.Unknown,
            rate => $"{name}, {Format.Number(EndOf(sample))} s: {Format.Number(rate)} MB/s"))]]);

    private static Chart PageCache(CopyTrafficRecord traffic, CopySampleRecord[] samples)
    {
        (double Seconds, long? Bytes)[] sizes =
            [(0, traffic.PageCacheBytesBefore), .. samples.Select(sample => (EndOf(sample), sample.PageCacheBytes))];
        var series = new ChartSeries("page cache", 0, ChartSeries.PiecesOf(sizes, size => size.Bytes is { } bytes
            ? Point(size.Seconds, bytes / 1e6, Verdict.Device, mb => $"{Format.Number(size.Seconds)} s: {Format.Number(mb)} MB")
            : null));
        double most = series.Points.Max(point => point.Y);
        return new Chart
        {
            Name = "page-cache",
            Title = "Page cache of the machine",
            Note = "Of all programs together.",
            IsJudged = false,
            Description = $"A line over seconds, {Format.Number(series.Points.Min(point => point.Y))} to {Format.Number(most)} MB.",
            X = LinearAxis.Of("seconds", EndOf(samples[^1])),
            Y = LinearAxis.Of("MB", most),
            Series = [series],
            Nothing = "the system does not say",
        };
    }

    private static ChartPoint Point(double x, double y, Verdict verdict, Func<double, string> tip) =>
        new() { X = x, Y = y, Low = y, High = y, Verdict = verdict, Tip = tip(y) };

    private static double EndOf(CopySampleRecord sample) => (sample.StartNs + sample.DurationNs) / 1e9;
}
