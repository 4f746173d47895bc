using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>One case: how fast, at what cost, whether it is true, and the evidence.</summary>
internal static class MeasureView
{
    private const string TooFew = "n too small";

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        CellRecord? cell = document.Cells.Count > 0 ? document.Cells[0] : null;
        RunRecord? shown = cell is null ? null : Cells.MedianRun(cell);
        string path = document.Places.Count > 0 ? document.Places[0].Path : "a file";
        if (cell is null || shown is null)
        {
            return new ReportView { Title = $"Measurement of {path}", Headline = [["measure", Cells.Count(document)]] };
        }

        string which = cell.Runs.Count > 1 ? $" of run {Format.Count(shown.Round + 1)}, the median" : string.Empty;
        return new ReportView
        {
            Title = $"Measurement of {path}",
            Headline = [.. Headline(document, cell, shown, costs)],
            Caveats = [.. Caveats(document, cell)],
            Charts = [.. MeasureCharts.Of(cell, shown)],
            Tables =
            [
                .. shown.Blocks is { } blocks && BlockWords.Wrong(blocks, which) is { } wrong
                    ? [wrong] : Array.Empty<ReportTable>(),
                .. cell.Runs.Count > 1 ? [Runs(cell, costs)] : Array.Empty<ReportTable>(),
                .. PartsTable.Of(shown, which),
                .. shown.Response is not null ? [LoadTable.Of(shown, which)]
                    : shown is { Mix: null, Sizes.Count: 0, Latency: { } latency } ? [Latency(latency, which)]
                    : Array.Empty<ReportTable>(),
                Cost(shown, which, costs),
            ],
            FactsTitle = cell.Runs.Count > 1 ? $"Run {Format.Count(shown.Round + 1)}, the median:" : string.Empty,
            Facts = [.. ChangeWords.Of(shown), .. RunFacts.Of(shown)],
        };
    }

    /// <summary>For example <c>read  direct  1 MiB × 8 × 1 thread</c>; a mode that was not asked for says so.</summary>
    internal static string Case(CellRecord cell, RunRecord run)
    {
        if (run.Case is not { Effective: var done, Requested: var requested })
        {
            return cell.Name;
        }

        string mode = done.Mode == requested.Mode ? done.Mode : $"{done.Mode} (not {requested.Mode})";
        string? distance = done.DistancePct switch
        {
            0 => Order(done),
            >= 100 => done.Distribution is { } skewed ? $"random {skewed}" : "random",
            _ => $"random within {Format.Short(done.DistancePct)} %",
        };
        string load = (done.Load is { } rate
                ? $"{SizeWords.Of(done)} at {Offered(rate)}, {rate.Arrivals}"
                : done.Think is { } think
                ? $"{SizeWords.Of(done)} × up to {Format.Count(done.QueueDepth)} in flight, {Pausing(think)}"
                : $"{SizeWords.Of(done)} × {Format.Count(done.QueueDepth)} in flight")
            + (done.Threads == 1 ? string.Empty : $" × {Format.Count(done.Threads, "thread")}");
        string? from = done.OffsetBytes is { } offset ? $"from {Format.ExactSize(offset)} on" : null;
        string? api = done.Api == "filestream" ? "FileStream" : null;
        return ReportFact.Joined([OperationWords.Of(done), api, mode, distance, from, load], "  ");
    }

    private static string Offered(LoadRecord rate) =>
        rate is { ReadRequestsPerS: { } reads, WriteRequestsPerS: { } writes }
            ? $"{Format.Rate(reads)} reads/s and {Format.Rate(writes)} writes/s"
            : $"{Format.Rate(rate.RequestsPerS)}/s";

    private static string Pausing(ThinkRecord think) => $"pausing {Format.Duration(think.PauseS * 1e9)}"
        + (think.Requests == 1 ? string.Empty : $" after {Format.Count(think.Requests)}")
        + (think.Arrivals == "even" ? string.Empty : $", {think.Arrivals}");

    private static string? Order(CaseRecord done)
    {
        string[] words =
        [
            .. done.IsReverse ? ["in reverse"] : Array.Empty<string>(),
            .. done.StrideBytes is { } stride ? [$"every {Format.ExactSize(stride)}"] : Array.Empty<string>(),
        ];
        return words.Length > 0 ? string.Join(' ', words) : null;
    }

    private static IEnumerable<IReadOnlyList<MarkedText>> Headline(ResultDocument document, CellRecord cell, RunRecord run, Costs costs)
    {
        MarkedText what = Case(cell, run) + (document.Ranks is { } ranks ? $" × {Format.Count(ranks.Ranks.Count, "rank")}" : string.Empty);
        MarkedText[] cost = [.. costs.Parts(run).DefaultIfEmpty("? ns/B").Select(part => new MarkedText(part))];
        if (cell.Runs.Count > 1)
        {
            yield return [what, Format.Count(cell.Runs.Count, "run")];
            foreach ((Metric metric, string words) in new[] { (Metrics.ThroughputToReturn, " until return"), (Metrics.Throughput, Until(run)) })
            {
                if (cell[metric] is { } rate && (metric == Metrics.Throughput || IsDurable(run)))
                {
                    yield return
                    [
                        new MarkedText($"{Format.Throughput(rate)}{words}", Mark.Number),
                        $"{Format.Number(rate.Min / 1e6)} – {Format.Throughput(rate.Max)}",
                        $"spread {Format.Percent(rate.SpreadPct)}",
                    ];
                }
            }
        }
        else
        {
            yield return [what];
            yield return IsDurable(run) ? [.. Rates(run)] : [.. Rates(run), .. cost];
        }

        if (run.Steady is { } steady)
        {
            yield return SteadyWords.Of(cell, run, steady);
        }

        if (run.Blocks is { } blocks)
        {
            yield return BlockWords.Of(blocks);
        }

        foreach (TruthRecord truth in new[] { run.Reads, run.Writes }.OfType<TruthRecord>())
        {
            string of = run.Mix is null ? string.Empty : truth == run.Reads ? " of reads" : " of writes";
            yield return
            [
                new MarkedText(
                    $"verdict{of}: {VerdictWords.Of(run, truth)}",
                    truth.Verdict == Verdict.Device ? Mark.Good : Mark.Warning),
            ];
        }

        // Of two rates the line is full, and the verdict comes first.
        if (cell.Runs.Count == 1 && IsDurable(run))
        {
            yield return cost;
        }
    }

    private static bool IsDurable(RunRecord run) => run[Metrics.ElapsedToDurable] is not null;

    private static string Until(RunRecord run) => IsDurable(run) ? " until durable" : run.Writes is not null ? " until return" : string.Empty;

    private static IEnumerable<MarkedText> Rates(RunRecord run)
    {
        if (IsDurable(run) && run[Metrics.ThroughputToReturn] is { } returned)
        {
            yield return new MarkedText($"{Format.Throughput(returned)} until return", Mark.Number);
        }

        if (run[Metrics.Throughput] is { } rate)
        {
            yield return new MarkedText(Format.Throughput(rate) + Until(run), Mark.Number);
        }

        if (run[Metrics.RequestRate] is { } requests)
        {
            yield return $"{Format.Rate(requests)} req/s";
        }
    }

    private static ReportTable Runs(CellRecord cell, Costs costs)
    {
        Metric[] metrics =
        [
            .. new[]
            {
                Metrics.ThroughputToReturn, Metrics.Throughput, Metrics.ThroughputSteady, Metrics.RequestRate, Metrics.CpuPerByte, Metrics.CyclesPerByte, Metrics.LatencyP50,
                Metrics.LatencyP99,
            }.Where(costs.Shows).Where(metric => metric != Metrics.ThroughputToReturn || cell.Runs.Any(IsDurable))
                .Where(metric => metric != Metrics.ThroughputSteady || cell.Runs.Any(run => run.Steady is not null)),
        ];
        return new ReportTable
        {
            Title = "Runs",
            Columns = ["run", .. metrics.Select(metric => (ReportColumn)metric.Heading), "verdict"],
            Rows = [.. cell.Runs.Select((run, index) => (IReadOnlyList<ReportCell>)
                [Format.Count(run.Round + 1), .. metrics.Select(metric => Value(run, metric, costs)), State(cell, run, index)])],
        };
    }

    private static ReportCell Value(RunRecord run, Metric metric, Costs costs) => run[metric] is { } value
        ? Format.Cell(metric, value)
        : metric == Metrics.LatencyP50 || metric == Metrics.LatencyP99 ? TooFew
        : costs.Missing(metric) is { Text.Length: > 0 } why ? why : "-";

    private static ReportCell State(CellRecord cell, RunRecord run, int index)
    {
        bool isApart = cell[Metrics.Throughput]?.OutlierRuns.Contains(index) == true;
        string?[] words =
        [
            VerdictWords.Of(new VerdictsRecord(run.Reads?.Verdict, run.Writes?.Verdict)),
            isApart ? "outlier" : null,
            run.Partial ? "partial" : null,
            run.Failure is null ? null : "failed",
            run.Invalid is null ? null : "invalid",
        ];
        return new ReportCell(ReportFact.Joined(words), isApart || run.Failure is not null || run.Invalid is not null ? Mark.Warning : Mark.Plain);
    }

    private static ReportTable Latency(LatencyRecord latency, string which)
    {
        (string Name, long? Ns)[] percentiles =
        [
            ("p50", latency.P50Ns), ("p90", latency.P90Ns), ("p99", latency.P99Ns), ("p99.9", latency.P999Ns), ("p99.99", latency.P9999Ns),
        ];
        (string Name, long? Ns)[] known = [.. percentiles.Where(percentile => percentile.Ns is not null)];
        string unknown = string.Join(", ", percentiles.Except(known).Select(percentile => percentile.Name));
        (string Name, string Value)[] cells =
        [
            ("min", Format.Duration(latency.MinNs)),
            .. known.Select(percentile => (percentile.Name, Format.Duration(percentile.Ns!.Value))),
            ("max", Format.Duration(latency.MaxNs)),
        ];
        return new ReportTable
        {
            Title = $"Latency{which}",
            Note = $"From submission to completion: mean {Format.Duration(latency.MeanNs)}, deviation "
                + $"{Format.Duration(latency.StandardDeviationNs)}, {Format.Count(latency.Count, "sample")}"
                + (unknown.Length > 0 ? $", too few for {unknown}" : string.Empty)
                + (latency.Saturated > 0 ? $", {Format.Count(latency.Saturated)} above 1 h." : "."),
            Columns = [.. cells.Select(cell => (ReportColumn)cell.Name)],
            Rows = [[.. cells.Select(cell => (ReportCell)cell.Value)]],
        };
    }

    private static ReportTable Cost(RunRecord run, string which, Costs costs)
    {
        string?[] times =
        [
            Known("user", run[Metrics.CpuUser]), Known("kernel", run[Metrics.CpuSystem]), Known("machine", run[Metrics.MachineCpu]),
            run[Metrics.Stolen] > 0 ? Known("stolen by the host", run[Metrics.Stolen]) : null,
        ];
        string machine = (run[Metrics.MachineCpu], run[Metrics.MachineIdle]) switch
        {
            (null, null) => "not measurable here",
            (null, _) => "not measurable: below one clock tick",
            (_, { } idle) => $"less the idle {Format.Duration(idle)}/s",
            _ => "idle time unknown",
        };
        return new ReportTable
        {
            Title = $"CPU cost{which}",
            IsDetail = !costs.IsAsked,
            Note = costs.With($"{Cells.Capital(ReportFact.Joined(times))}."),
            Columns = ["of", .. costs.Columns, string.Empty],
            Rows =
            [
                [
                    "the process", .. costs.Units.Select(metric => Value(run, metric, costs)),
                    run[Metrics.CpuPerRequest] is { } ns ? $"{Format.Duration(ns)} per request" : ReportCell.Empty,
                ],
                ["the machine", .. costs.Units.Select(metric => OfMachine(run, metric, costs)), machine],
            ],
        };
    }

    private static string? Known(string word, double? ns) => ns is { } known ? $"{word} {Format.Duration(known)}" : null;

    private static ReportCell OfMachine(RunRecord run, Metric metric, Costs costs) =>
        run[metric == Metrics.CpuPerByte ? Metrics.MachineCpuPerByte : Metrics.MachineCyclesPerByte] is { } value ? Format.Number(value)
        : run[Metrics.MachineCpuPerByte] is not null && costs.Missing(metric) is { Text.Length: > 0 } why ? why
        : "-";

    private static IEnumerable<ReportNote> Caveats(ResultDocument document, CellRecord cell)
    {
        if (!document.Partial && cell.Runs.Any(run => run.Partial))
        {
            yield return new ReportNote("partial", "a run was stopped early; its numbers cover what was done until then");
        }

        foreach (string fallback in cell.Runs.SelectMany(run => run.Case?.Fallbacks ?? []).Distinct())
        {
            yield return new ReportNote("fallback", fallback);
        }

        var found = from run in cell.Runs
                    from finding in run.Findings
                    where cell.Findings.All(one => one.Code != finding.Code) // the cell has it already
                    group Format.Count(run.Round + 1) by Notes.Sentence(finding);
        foreach (IGrouping<string, string> runs in found)
        {
            string which = cell.Runs.Count > 1 ? $"run {string.Join(", ", runs)}: " : string.Empty;
            yield return new ReportNote("note", which + runs.Key);
        }
    }
}
