using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;
using Landspeed.Results.Ranks;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>Combines the results of ranks that measured at the same time; a pure function.</summary>
public static class RankMerge
{
    /// <summary>Combines the results.</summary>
    /// <param name="documents">One or more, each from a different rank of one command, in any order.</param>
    /// <returns>The result of all ranks; partial if ranks are missing, which it names.</returns>
    /// <exception cref="ExperimentException">Refused: they do not belong together; the message says why.</exception>
    public static ResultDocument Of(IReadOnlyList<ResultDocument> documents)
    {
        ArgumentNullException.ThrowIfNull(documents);
        ArgumentOutOfRangeException.ThrowIfZero(documents.Count);
        RankAgreement.Check(documents);
        ResultDocument[] ordered = [.. documents.OrderBy(document => document.Rank!.Number)];
        List<string> names = [.. ordered.Select(document => document.Rank!.Host).Distinct(StringComparer.Ordinal)];
        RankPart[] parts = [.. ordered.Select(document => new RankPart(document, document.Rank!, names.IndexOf(document.Rank!.Host)))];
        ResultDocument first = ordered[0];
        int[] missing = [.. Enumerable.Range(0, first.Rank!.Size).Except(ordered.Select(document => document.Rank!.Number))];
        CellRecord[] cells = [.. first.Cells.Select(cell => Cell(parts, cell))];
        bool isSweep = first.Kind == ResultKinds.Sweep;
        IReadOnlyList<CurveRecord> curves = isSweep ? CurveAnalysis.Of(cells) : [];
        RankSummaryRecord[] ranks = [.. RankSummaries.Of(parts, cells)];
        return first with
        {
            Rank = null,
            Label = null,
            StartedAt = ordered.Min(document => document.StartedAt),
            Partial = missing.Length > 0 || ordered.Any(document => document.Partial),
            Hosts = [.. names.Select(name => ordered.First(document => document.Rank!.Host == name).Hosts[0])],
            Places = [Place(ordered)],
            Cells = cells,
            Curves = curves,
            Conclusions = isSweep ? SweepAdvice.From(cells, curves) : [],
            Findings = [.. Missing(missing, first.Rank.Size), .. Stragglers(ranks), .. Findings(parts)],
            Ranks = new RanksSection { Size = first.Rank.Size, Job = first.Rank.Job, Missing = missing, Ranks = ranks },
            Parts = [.. ordered.Select(document => Part(document, isSweep))],
        };
    }

    private static CellRecord Cell(RankPart[] parts, CellRecord cell)
    {
        CellRecord empty = cell with
        {
            State = cell.State == CellState.Skipped ? CellState.Skipped : CellState.Pending,
            Runs = [],
            Findings = [],
            Metrics = new Dictionary<string, IntervalRecord>(),
            Verdicts = new VerdictsRecord(),
            Reason = cell.State == CellState.Skipped ? cell.Reason : null,
        };
        bool dropsBins = parts[0].Document.Kind == ResultKinds.Sweep;
        List<RunRecord> runs = [];
        foreach (int round in cell.Runs.Select(run => run.Round))
        {
            RunRecord?[] each = [.. parts.Select(part => part.Run(cell.Name, round))];
            if (Array.TrueForAll(each, run => run is not null))
            {
                RunRecord run = MergedRun.Of(parts, each!);
                runs.Add(dropsBins ? run.WithoutBins() : run);
            }
        }

        return CellSummary.Of(empty, runs);
    }

    private static PlaceRecord Place(ResultDocument[] ordered)
    {
        string[] paths = [.. ordered.Select(document => document.Places[0].Path).Distinct(StringComparer.Ordinal)];
        PlaceRecord place = ordered[0].Places[0];
        return paths.Length == 1 ? place : place with { Path = Pattern(paths), PathBase64 = null, AvailableBytes = null };
    }

    // If each rank has its own file, the names differ in the number of the rank.
    private static string Pattern(string[] paths)
    {
        string first = paths[0];
        int shortest = paths.Min(path => path.Length);
        int before = Enumerable.Range(0, shortest).TakeWhile(index => Array.TrueForAll(paths, path => path[index] == first[index])).Count();
        int behind = Enumerable.Range(1, shortest - before).TakeWhile(index => Array.TrueForAll(paths, path => path[^index] == first[^index])).Count();
        return $"{first[..before]}{{rank}}{first[^behind..]}";
    }

    // Hundreds of cells with the bins of every run and rank would be most of the result.
    private static ResultDocument Part(ResultDocument document, bool dropsBins)
    {
        ResultDocument part = document with { Label = Invariant($"rank {document.Rank!.Number}") };
        return dropsBins
            ? part with { Cells = [.. part.Cells.Select(WithoutBins)] }
            : part;
    }

    private static CellRecord WithoutBins(CellRecord cell) =>
        cell with { Runs = [.. cell.Runs.Select(run => run.WithoutBins())] };

    private static IEnumerable<FindingRecord> Missing(int[] missing, int size)
    {
        if (missing.Length > 0)
        {
            string numbers = MergeRules.Names([.. missing.Select(number => Invariant($"{number}"))]);
            yield return FindingCodes.MissingRanks.Says(Invariant(
                $"the {(missing.Length == 1 ? "result of rank" : "results of ranks")} {numbers} of {size} {(missing.Length == 1 ? "is" : "are")} missing: ")
                + "sums and rates are those of the others");
        }
    }

    private static IEnumerable<FindingRecord> Stragglers(RankSummaryRecord[] ranks)
    {
        string[] slow = [.. ranks.Where(rank => rank.Straggler).Select(rank => Invariant($"rank {rank.Number} ({rank.Host}) with {rank.RatePct:F0} %"))];
        if (slow.Length > 0)
        {
            yield return FindingCodes.Stragglers.Says(
                $"slower than the median rank: {MergeRules.Names(slow)} of its rate");
        }
    }

    private static IEnumerable<FindingRecord> Findings(RankPart[] parts) =>
        from part in parts
        from finding in part.Document.Findings
        group part.Name by finding into same
        select same.Key with { Message = same.Count() == parts.Length ? same.Key.Message : $"{MergeRules.Names([.. same])}: {same.Key.Message}" };
}
