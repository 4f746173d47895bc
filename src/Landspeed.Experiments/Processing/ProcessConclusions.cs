using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;

namespace Landspeed.Experiments.Processing;

/// <summary>What the cells say about the questions of the experiment.</summary>
internal static class ProcessConclusions
{
    // Closer than this two ways are told as equal: 5 %.
    private const double EqualPct = 5;

    /// <summary>The sentences; none while a kind of cell is missing that they compare.</summary>
    internal static IReadOnlyList<AdviceRecord> Of(IReadOnlyList<ExperimentCellRecord> cells)
    {
        ProcessCell[] measured = [.. cells.Select(ProcessCell.Of).OfType<ProcessCell>()];
        int fewest = cells.Where(cell => cell.ElapsedNs is not null).Select(cell => cell.ElapsedNs!.Runs).DefaultIfEmpty().Min();
        bool isSure = cells.All(cell => cell.ElapsedNs is null or { ConfidencePct: >= RateRanking.SureFromPct });
        string caveat = isSure ? string.Empty : $"; {RateRanking.FewRuns(fewest, "small differences")}";
        return [.. BestThreads(measured), .. Pipelined(measured, caveat), .. Memory(measured)];
    }

    private static IEnumerable<AdviceRecord> BestThreads(ProcessCell[] cells)
    {
        foreach (IGrouping<int, ProcessCell> level in cells.GroupBy(cell => cell.Work).OrderBy(level => level.Key))
        {
            IEnumerable<string> best = level.GroupBy(cell => cell.Strategy)
                .Where(way => way.Select(cell => cell.Threads).Distinct().Count() > 1)
                .Select(way => way.MinBy(cell => cell.Seconds)!)
                .Select(cell => $"{cell.Strategy} with {Threads(cell.Threads)} ({Seconds(cell.Seconds)}, {Waited(cell)})");
            if (best.Any())
            {
                yield return new AdviceRecord(
                    "best_threads", $"Work {Number(level.Key)}: fastest are {string.Join(", ", best)}.");
            }
        }
    }

    private static IEnumerable<AdviceRecord> Pipelined(ProcessCell[] cells, string caveat)
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
            yield return new AdviceRecord(
                "pipelined",
                $"Pipelined against the faster of the others, by threads and work: faster in {Number(wins)}, equal within "
                + $"{Number(EqualPct)} % in {Number(ties)}, slower in {Number(lost.Count)}{losses}{caveat}.");
        }
    }

    private static IEnumerable<AdviceRecord> Memory(ProcessCell[] cells)
    {
        string[] most = [.. cells.GroupBy(cell => cell.Strategy)
            .Select(way => $"{way.Key} {Number(way.Max(cell => cell.MemoryBytes) / (1 << 20), 1)} MiB")];
        if (most.Length > 1)
        {
            yield return new AdviceRecord(
                "memory", $"Most memory for data, managed and native: {string.Join(", ", most)}.");
        }
    }

    private static string Waited(ProcessCell cell) => cell.Bottleneck switch
    {
        "cpu" => "processors busy",
        "device" => "device busy",
        _ => "neither busy throughout",
    };

    private static string Threads(int count) => count == 1 ? "1 thread" : $"{Number(count)} threads";

    private static string Seconds(double value) => $"{Number(value, value < 10 ? 3 : 1)} s";

    private static string Number(double value, int decimals = 0) =>
        value.ToString($"F{decimals.ToString(CultureInfo.InvariantCulture)}", CultureInfo.InvariantCulture);
}
