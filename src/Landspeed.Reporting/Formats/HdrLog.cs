using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Reporting.Formats;

/// <summary>
/// The interval log of HdrHistogram, version 1.3, for its plotter and other programs that read it: one line per run and
/// distribution.
/// </summary>
/// <remarks>
/// Values are nanoseconds, with three digits: each latency counts as the upper end of its bin, which is at most 0.79 %
/// too large, or as the largest of the run if that is less. Tags: the name of the cell, if there are several; behind it
/// <c>latency</c>, or <c>response</c>, <c>service</c> and <c>lateness</c> of requests at a rate, and of a mix
/// <c>reads</c>, <c>writes</c>, <c>reads-response</c> and <c>writes-response</c>. A run whose distribution was not kept
/// has no line.
/// </remarks>
internal static class HdrLog
{
    private const double NsPerS = 1e9;
    private const double NsPerMs = 1e6;

    /// <summary>Writes the runs of a measurement, in the order in which they began.</summary>
    public static void Write(ResultDocument document, TextWriter target)
    {
        (CellRecord Cell, RunRecord Run)[] runs =
        [
            .. document.Cells.SelectMany(cell => cell.Runs.Select(run => (cell, run)))
                .Where(one => Distributions(one.run).Any()).OrderBy(one => StartMs(document, one.run)),
        ];
        long startMs = runs.Length > 0 ? StartMs(document, runs[0].Run) : document.StartedAt.ToUnixTimeMilliseconds();
        DateTimeOffset start = DateTimeOffset.FromUnixTimeMilliseconds(startMs);
        double startS = startMs / 1e3;
        string seconds = startS.ToString("F3", CultureInfo.InvariantCulture);
        target.Write($"#[{document.Tool.Name} {document.Tool.Version}: nanoseconds]\n");
        target.Write("#[Histogram log format version 1.3]\n");
        target.Write(string.Create(
            CultureInfo.InvariantCulture,
            $"#[StartTime: {seconds} (seconds since epoch), {start.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss'Z'}]\n"));
        target.Write($"#[BaseTime: {seconds} (seconds since epoch)]\n");
        target.Write("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
        foreach ((CellRecord cell, RunRecord run) in runs)
        {
            double offsetS = (StartMs(document, run) - startMs) / 1e3;
            foreach ((string name, LatencyRecord times) in Distributions(run))
            {
                string tag = document.Cells.Count > 1 ? $"{Word(cell.Name)}:{name}" : name;
                target.Write(string.Create(
                    CultureInfo.InvariantCulture,
                    $"Tag={tag},{offsetS:F3},{(run[Metrics.Elapsed] ?? 0) / NsPerS:F3},{times.MaxNs / NsPerMs:F3},"));
                target.Write(Convert.ToBase64String(HdrEncoding.Compressed(times)));
                target.Write('\n');
            }
        }
    }

    /// <summary>Whether any run has a distribution that was kept.</summary>
    public static bool HasLines(ResultDocument document) =>
        document.Cells.Any(cell => cell.Runs.Any(run => Distributions(run).Any()));

    private static long StartMs(ResultDocument document, RunRecord run) =>
        run.StartedAtMs ?? document.StartedAt.ToUnixTimeMilliseconds();

    private static IEnumerable<(string Name, LatencyRecord Times)> Distributions(RunRecord run)
    {
        bool isAtRate = run.Response is not null;
        (string Name, LatencyRecord? Times)[] all =
        [
            (isAtRate ? "service" : "latency", run.Latency), ("response", run.Response), ("lateness", run.Lateness),
            ("reads", run.Mix?.Reads.Latency), ("writes", run.Mix?.Writes.Latency),
            ("reads-response", run.Mix?.Reads.Response), ("writes-response", run.Mix?.Writes.Response),
            .. run.Sizes.Select(size => (Invariant($"{size.RequestSizeBytes}B"), size.Latency)),
            .. run.Sizes.Select(size => (Invariant($"{size.RequestSizeBytes}B-response"), size.Response)),
        ];
        return all.Where(one => one.Times?.Bins.Count > 0).Select(one => (one.Name, one.Times!));
    }

    // Fields are separated by commas.
    private static string Word(string name) =>
        string.Concat(HarmlessText.ForTerminal(name)
            .Select(letter => letter == ',' || char.IsWhiteSpace(letter) ? '_' : letter));
}
