using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Jobs;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Jobs that ran at the same time: each of them, and all together.</summary>
internal static class JobsView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        CellRecord[] jobs = [.. document.Cells.Where(cell => cell.Name != JobLabels.Together)];
        (string Name, RunRecord Run)[] shown =
        [
            .. jobs.Select(job => (job.Name, Run: Cells.MedianRun(job)))
                .Where(job => job.Run is not null).Select(job => (job.Name, job.Run!)),
        ];
        return new ReportView
        {
            Title = $"{Format.Count(jobs.Length)} jobs at the same time",
            Headline =
            [
                [
                    "jobs", $"{Format.Count(jobs.Length)} at the same time",
                    Cells.Runs(document.Setup), Cells.Seed(document.Setup),
                ],
            ],
            ExpectsConclusions = true,
            Caveats = [.. Notes(document)],
            Charts = [.. MeasureCharts.OfJobs(shown)],
            Tables = [Table(document, costs), Work(jobs, shown), Commands(jobs)],
        };
    }

    private static ReportTable Table(ResultDocument document, Costs costs)
    {
        Metric[] metrics =
        [
            .. new[]
            {
                Metrics.Throughput, Metrics.RequestRate, Metrics.LatencyP50, Metrics.LatencyP99, Metrics.ResponseP99,
            }.Where(metric => document.Cells.Any(cell => cell[metric] is not null)),
        ];
        return new ReportTable
        {
            Title = "Each job",
            Note = costs.With(
                "Medians of the runs. Each job is a process of its own, and its CPU cost is that of this process."
                + (metrics.Contains(Metrics.ResponseP99) ? " Response: from due to done." : string.Empty)),
            Columns = ["job", .. metrics.Select(metric => (ReportColumn)metric.Heading), .. costs.Columns, "verdict"],
            Rows =
            [
                .. document.Cells.Select(cell => (IReadOnlyList<ReportCell>)
                [
                    cell.Name, .. metrics.Select(metric => Cells.Value(cell, metric)), .. costs.Values(cell),
                    Cells.Verdicts(cell),
                ]),
            ],
        };
    }

    private static ReportTable Work(CellRecord[] jobs, (string Name, RunRecord Run)[] shown) => new()
    {
        Title = "What each job does",
        IsWords = true,
        Columns = ["job", "file", "work"],
        Rows =
        [
            .. jobs.Select(job => (IReadOnlyList<ReportCell>)
            [
                job.Name,
                job.Labels.GetValueOrDefault(JobLabels.File) ?? "-",
                shown.FirstOrDefault(one => one.Name == job.Name).Run is { } run ? MeasureView.Case(job, run) : "-",
            ]),
        ],
    };

    private static ReportTable Commands(CellRecord[] jobs) => new()
    {
        Title = "Commands",
        IsWords = true,
        IsDetail = true,
        Columns = ["job", "command"],
        Rows =
        [
            .. jobs.Select(job => (IReadOnlyList<ReportCell>)
                [job.Name, job.Labels.GetValueOrDefault(JobLabels.Command) ?? "-"]),
        ],
    };

    private static IEnumerable<ReportNote> Notes(ResultDocument document)
    {
        foreach (CellRecord cell in document.Cells)
        {
            foreach (string fallback in cell.Runs.SelectMany(run => run.Case?.Fallbacks ?? []).Distinct())
            {
                yield return new ReportNote("fallback", $"{cell.Name}: {fallback}");
            }
        }
    }
}
