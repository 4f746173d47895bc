using Landspeed.Experiments.Collecting;
using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using static System.FormattableString;

namespace Landspeed.Experiments.Comparing;

/// <summary>Compares results side by side.</summary>
public static class Comparer
{
    private const int MostReasons = 20;

    /// <summary>Compares each further result with the first.</summary>
    /// <param name="results">Two or more, the baseline first.</param>
    /// <param name="options">How they are compared.</param>
    /// <param name="now">The time of day.</param>
    /// <returns>A result of the kind <see cref="ResultKinds.Compare"/>.</returns>
    /// <exception cref="ExperimentException">Refused: they are not comparable, or have nothing in common; the message
    /// names every reason.</exception>
    /// <remarks>Pure and thread-safe. The cost is cells times metrics times the product of their runs.</remarks>
    public static ResultDocument Of(IReadOnlyList<ComparedResult> results, ComparisonOptions options, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfLessThan(results.Count, 2, nameof(results));
        ComparedResult baseline = results[0];
        PairComparison[] pairs = [.. results.Skip(1).Select((other, index) => new PairComparison(baseline, other, index + 1, options))];
        Check(results, pairs, options);
        ResultDocument document = Preview(results, pairs, options, now);
        return document with { Conclusions = CompareConclusions.Of(document) };
    }

    /// <summary>
    /// Returns what breaks the gate of a comparison: rates, times and CPU time that became worse by more than it
    /// allows, or the chosen metrics if there are any.
    /// </summary>
    /// <param name="comparing">A comparison.</param>
    /// <returns>The largest first; empty if there is no gate, or if it holds.</returns>
    public static IReadOnlyList<ComparisonRecord> Broken(ComparingSection comparing)
    {
        ArgumentNullException.ThrowIfNull(comparing);
        return comparing.GatePct is not { } gate ? [] : CompareConclusions.Broken(comparing, gate);
    }

    private static void Check(IReadOnlyList<ComparedResult> results, PairComparison[] pairs, ComparisonOptions options)
    {
        string[] reasons =
        [
            .. results.Where(result => result.Document.Cells.Count == 0).Select(result => $"{result.Name} has no cells"),
            .. options.IsAnyway ? [] : pairs.SelectMany(pair => pair.NotComparable),
        ];
        if (reasons.Length == 0)
        {
            reasons = [.. results.Skip(1).Zip(pairs).Where(pair => pair.Second.Comparisons.Count == 0).SelectMany(pair => Nothing(results[0], pair.First, pair.Second))];
        }
        else if (!options.IsAnyway)
        {
            reasons = [.. reasons.Distinct(StringComparer.Ordinal)];
        }

        if (reasons.Length > 0)
        {
            string listed = string.Join("; ", reasons.Take(MostReasons));
            string more = reasons.Length > MostReasons ? Invariant($"; and {reasons.Length - MostReasons} more reasons") : string.Empty;
            string remedy = options.IsAnyway ? "compare results of the same verb" : "measure both alike, or compare them anyway with --anyway";
            throw new ExperimentException(Outcome.Refused, $"not comparable: {listed}{more}; {remedy}");
        }
    }

    private static IEnumerable<string> Nothing(ComparedResult baseline, ComparedResult other, PairComparison pair)
    {
        if (pair.Refused.Count == 0)
        {
            yield return pair.Cells.Any()
                ? $"{baseline.Name} and {other.Name} have no metric in common that has a better direction"
                : Invariant($"{baseline.Name} and {other.Name} have no cell in common, of {baseline.Document.Cells.Count} and {other.Document.Cells.Count}");
        }

        foreach (IGrouping<string, CellRecord> group in pair.Refused.GroupBy(refused => refused.Reason, refused => refused.Cell))
        {
            string[] names = [.. group.Select(cell => cell.Name)];
            yield return $"{names[0]}{(names.Length > 1 ? Invariant($" and {names.Length - 1} more cells") : string.Empty)}: {group.Key}";
        }
    }

    private static ResultDocument Preview(IReadOnlyList<ComparedResult> results, PairComparison[] pairs, ComparisonOptions options, DateTimeOffset now) => new()
    {
        Kind = ResultKinds.Compare,
        Tool = ProductVersion.Tool,
        StartedAt = now,
        Hosts = Origins.Hosts(results.Select(result => result.Document)),
        Places = Origins.Places(results.Select(result => result.Document)),
        Setup = new SetupRecord
        {
            Options = new Dictionary<string, string>(StringComparer.Ordinal) { ["band_pct"] = Invariant($"{options.BandPct}"), ["interleaved"] = options.IsInterleaved ? "true" : "false" },
        },
        Cells = Cells(results[0].Document, pairs),
        Findings = [.. Findings(results, pairs, options)],
        Comparing = new ComparingSection
        {
            BandPct = options.BandPct,
            GatePct = options.GatePct,
            Paired = options.IsPaired,
            Chosen = [.. options.Metrics.Select(metric => metric.Name)],
            Results = [.. results.Select(Record)],
            Pairs = [.. pairs.Select(pair => pair.Record)],
            Comparisons = [.. pairs.SelectMany(pair => pair.Comparisons)],
        },
    };

    private static ComparedResultRecord Record(ComparedResult result) => new()
    {
        Name = result.Name,
        Kind = result.Document.Kind,
        Variant = result.Document.Variant,
        ToolVersion = result.Document.Tool.Version,
        MethodVersion = result.Document.MethodVersion,
        StartedAt = result.Document.StartedAt,
        Partial = result.Document.Partial,
        Seed = result.Document.Setup.Seed,
        Cells = result.Document.Cells.Count(cell => cell.State == CellState.Done),
    };

    private static CellRecord[] Cells(ResultDocument baseline, PairComparison[] pairs)
    {
        HashSet<string> compared = [.. pairs.SelectMany(pair => pair.Cells).Select(cell => cell.Name)];
        ILookup<string, string> refused = pairs.SelectMany(pair => pair.Refused).ToLookup(one => one.Cell.Name, one => one.Reason);
        ILookup<string, string> anyway = pairs.SelectMany(pair => pair.Anyway).ToLookup(one => one.Cell.Name, one => one.Reason);
        ILookup<string, ComparisonRecord> modes = pairs.SelectMany(pair => pair.Comparisons)
            .Where(comparison => Math.Max(comparison.Baseline.Modes, comparison.Value.Modes) > 1).ToLookup(comparison => comparison.Cell);
        return
        [
            .. from cell in baseline.Cells
               where compared.Contains(cell.Name) || refused.Contains(cell.Name)
               let isCompared = compared.Contains(cell.Name)
               select new CellRecord
               {
                   Name = cell.Name,
                   Labels = cell.Labels,
                   State = isCompared ? CellState.Done : CellState.Skipped,
                   Reason = isCompared ? null : string.Join("; ", refused[cell.Name].Distinct(StringComparer.Ordinal)),
                   Verdicts = cell.Verdicts,
                   Findings =
                   [
                       .. anyway[cell.Name].Distinct(StringComparer.Ordinal).Select(reason =>
                           FindingCodes.NotComparable.Says($"compared although it is not comparable: {reason}")),
                       .. isCompared
                           ? refused[cell.Name].Distinct(StringComparer.Ordinal).Select(reason =>
                               FindingCodes.NotCompared.Says($"not compared with all results: {reason}"))
                           : [],
                       .. modes[cell.Name].Take(1).Select(Modes),
                   ],
               },
        ];
    }

    private static FindingRecord Modes(ComparisonRecord comparison) => FindingCodes.SeveralModes.Says(
        Invariant($"the runs cluster around {Math.Max(comparison.Baseline.Modes, comparison.Value.Modes)} values of {comparison.Metric}: one ratio does not describe them"));

    private static bool IsNotSteady(ComparedResult result) => result.Document.Cells.Any(
        cell => cell[Metrics.ThroughputSteady] is null && cell.Runs.Any(run => run.Case?.Effective.Until is not null));

    private static IEnumerable<FindingRecord> Findings(IReadOnlyList<ComparedResult> results, PairComparison[] pairs, ComparisonOptions options)
    {
        foreach (string reason in pairs.SelectMany(pair => pair.NotComparable).Distinct(StringComparer.Ordinal))
        {
            yield return FindingCodes.NotComparable.Says(
                $"compared although the results are not comparable: {reason}");
        }

        foreach (ComparedResult same in results.Skip(1).Where(result => IsSame(results[0].Document, result.Document)))
        {
            yield return FindingCodes.SameResult.Says(
                $"{same.Name} is the same result as {results[0].Name}: nothing can differ");
        }

        foreach (ComparedResult partial in results.Where(result => result.Document.Partial))
        {
            yield return FindingCodes.EndedEarly.Says(
                $"{partial.Name} ended early: its numbers cover what was done until then");
        }

        ComparedResult[] changing = [.. results.Where(IsNotSteady)];
        if (changing.Length > 0)
        {
            yield return FindingCodes.NotSteady.Says(
                $"{string.Join(" and ", changing.Select(result => result.Name))} did not become steady in each run: "
                + "rates of whole runs are compared");
        }

        ComparedResult[] wrong = [.. results.Where(result => result.Document.FoundWrongBlocks())];
        if (wrong.Length > 0)
        {
            yield return FindingCodes.BlocksWrong.Says(
                $"{string.Join(" and ", wrong.Select(result => result.Name))} found blocks that do not hold what was "
                + "acknowledged");
        }

        if (UncachedWrites.Differ(results))
        {
            yield return FindingCodes.UncachedChanged.Says(
                "these are uncached writes before and after Linux 7.2: since then a thread of the kernel writes the "
                + "pages back, so the program's CPU time is not that of the work; compare the machine's");
        }

        if (options.IsPaired)
        {
            yield return FindingCodes.Duet.Says(
                "both ran at the same time, each on half of the CPUs: what disturbs both alike cancels in the ratio of each round, but they share device, memory and "
                + "cache, so each takes from the other; when one ends first, the other has the machine to itself for the rest");
        }

        if (pairs.Sum(pair => pair.Comparisons.Count(comparison => comparison.OnlyInTurn)) is > 0 and var explained)
        {
            yield return FindingCodes.OtherGuests.Says(
                $"{AmountText.Count(explained, "difference")} {(explained == 1 ? "is" : "are")} within what other guests change about "
                + "the speed of a virtual machine from one result to the next; use --run to interleave the runs");
        }

        if (!options.IsInterleaved)
        {
            yield return FindingCodes.StoredOrder.Says(
                "these results were measured one after the other: anything else that changed in between also looks like a difference; to be sure, interleave the runs: "
                + "landspeed compare --run 'COMMAND 1' --run 'COMMAND 2'");
        }
    }

    private static bool IsSame(ResultDocument one, ResultDocument other) =>
        one.StartedAt == other.StartedAt && one.Kind == other.Kind && one.Setup.Seed == other.Setup.Seed && one.Cells.Count == other.Cells.Count
        && one.Cells.Zip(other.Cells).All(pair => pair.First.Name == pair.Second.Name && pair.First.Runs.Count == pair.Second.Runs.Count
            && pair.First.Runs.Zip(pair.Second.Runs).All(runs => runs.First.StartedAtMs == runs.Second.StartedAtMs && runs.First[Metrics.Elapsed] == runs.Second[Metrics.Elapsed]));
}
