using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Processing;

/// <summary>What the cells say about the questions of the experiment.</summary>
internal static class ProcessConclusions
{
    // Closer than this two strategies count as equal: 5 %.
    private const double EqualPct = 5;

    /// <summary>The sentences; none while a kind of cell is missing that they compare.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells)
    {
        ProcessCell[] measured = [.. cells.Select(ProcessCell.Of).OfType<ProcessCell>()];
        int fewest = cells.Where(cell => cell[Metrics.Elapsed] is not null).Select(cell => cell[Metrics.Elapsed]!.Runs).DefaultIfEmpty().Min();
        bool isSure = cells.All(cell => cell[Metrics.Elapsed] is null or { ConfidencePct: >= RateRanking.SureFromPct });
        string caveat = isSure ? string.Empty : $"; {RateRanking.FewRuns(fewest, "small differences")}";
        return [.. BestThreads(measured), .. Pipelined(measured, caveat), .. Memory(measured)];
    }

    private static IEnumerable<ConclusionRecord> BestThreads(ProcessCell[] cells)
    {
        foreach (IGrouping<int, ProcessCell> level in cells.GroupBy(cell => cell.Work).OrderBy(level => level.Key))
        {
            IEnumerable<string> best = level.GroupBy(cell => cell.Strategy)
                .Where(strategy => strategy.Select(cell => cell.Threads).Distinct().Count() > 1)
                .Select(strategy => strategy.MinBy(cell => cell.Seconds)!)
                .Select(cell => $"{cell.Strategy} with {Threads(cell.Threads)} ({Seconds(cell.Elapsed)}, {Waited(cell)})");
            if (best.Any())
            {
                yield return new ConclusionRecord(
                    "best_threads", $"At work {Number(level.Key)} use {Fastest(level)}. Fastest are {string.Join(", ", best)}.");
            }
        }
    }

    private static string Fastest(IEnumerable<ProcessCell> cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        return $"{best.Strategy} with {Threads(best.Threads)}";
    }

    private static IEnumerable<ConclusionRecord> Pipelined(ProcessCell[] cells, string caveat)
    {
        List<string> lost = [];
        (int wins, int ties) = (0, 0);
        foreach (var group in cells.GroupBy(cell => (cell.Work, cell.Threads)))
        {
            ProcessCell? ours = group.FirstOrDefault(cell => cell.IsPipelined);
            ProcessCell? best = group.Where(cell => !cell.IsPipelined).MinBy(cell => cell.Seconds);
            if (ours is null || best is null)
            {
                continue;
            }

            double longerPct = 100 * (ours.Seconds - best.Seconds) / best.Seconds;
            wins += longerPct < -EqualPct ? 1 : 0;
            ties += Math.Abs(longerPct) <= EqualPct ? 1 : 0;
            if (longerPct > EqualPct)
            {
                lost.Add($"{Threads(ours.Threads)} and work {Number(ours.Work)}: {Number(longerPct)} % longer than {best.Strategy}");
            }
        }

        if (wins + ties + lost.Count > 0)
        {
            string losses = lost.Count == 0 ? string.Empty : $" ({string.Join("; ", lost)})";
            yield return new ConclusionRecord(
                "pipelined",
                $"{(wins > lost.Count ? "Pipeline" : wins < lost.Count ? "Do not pipeline" : "Pipelining gains nothing")}. Against the faster of the others, by threads and work, it is faster in {Number(wins)}, equal within "
                + $"{Number(EqualPct)} % in {Number(ties)}, slower in {Number(lost.Count)}{losses}{caveat}.");
        }
    }

    private static IEnumerable<ConclusionRecord> Memory(ProcessCell[] cells)
    {
        (string Strategy, double Bytes)[] most =
            [.. cells.GroupBy(cell => cell.Strategy).Select(strategy => (strategy.Key, strategy.Max(cell => cell.MemoryBytes)))];
        if (most.Length > 1)
        {
            string peaks = string.Join(", ", most.Select(one => $"{one.Strategy} {Number(one.Bytes / (1 << 20), 1)} MiB"));
            yield return new ConclusionRecord(
                "memory", $"Use {most.MinBy(one => one.Bytes).Strategy} where memory is short. Peak for data, managed and native: {peaks}.");
        }
    }

    private static string Waited(ProcessCell cell) => cell.Bottleneck switch
    {
        "cpu" => "processors busy",
        "device" => "device busy",
        _ => "neither busy throughout",
    };

    private static string Threads(int count) => count == 1 ? "1 thread" : $"{Number(count)} threads";

    private static string Seconds(IntervalRecord ns) => $"{DisplayNumber.Of(ns.Median / 1e9, ns.HalfWidth() / 1e9)} s";

    private static string Number(double value, int decimals = 0) =>
        value.ToString($"F{decimals.ToString(CultureInfo.InvariantCulture)}", CultureInfo.InvariantCulture);
}
