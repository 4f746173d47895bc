using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Jobs;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>Combines the results of jobs that measured at the same time on one machine; a pure function.</summary>
public static class JobMerge
{
    // What ran alone for less than this share of the time has no weight.
    private const double ToldBelowPct = 95;

    // Each job sees the traffic of the others: only of all together it is known what is foreign.
    private static readonly string[] s_judgedTogether =
        [FindingCodes.ForeignTraffic.Name, FindingCodes.BusyBaseline.Name];

    /// <summary>Combines the results.</summary>
    /// <param name="jobs">Two or more, in the order of their file: name, command line, and what it measured.</param>
    /// <returns>A cell for all of them together, and one for each.</returns>
    public static ResultDocument Of(IReadOnlyList<(string Name, string Command, ResultDocument Result)> jobs)
    {
        ArgumentNullException.ThrowIfNull(jobs);
        RankPart[] parts =
        [
            .. jobs.Select(job => new RankPart(
                job.Result with { Cells = [Renamed(job.Result.Cells[0], JobLabels.Together)] },
                job.Result.Rank!,
                Host: 0)
            {
                Name = job.Name,
            }),
        ];
        ResultDocument first = jobs[0].Result;
        CellRecord together = Together(parts);
        return first with
        {
            Variant = ResultKinds.Jobs,
            Rank = null,
            Label = null,
            StartedAt = jobs.Min(job => job.Result.StartedAt),
            Partial = jobs.Any(job => job.Result.Partial),
            Places = [.. jobs.SelectMany(job => job.Result.Places).DistinctBy(place => place.Path)],
            Setup = new SetupRecord
            {
                Seed = first.Setup.Seed,
                Rounds = jobs.Max(job => job.Result.Setup.Rounds),
                Options = new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    ["jobs"] = Invariant($"{jobs.Count}"),
                },
            },
            Cells = [together, .. jobs.Select(Own)],
            Conclusions = [.. Conclusions(together, jobs.Count)],
            Findings = [.. jobs.SelectMany(job => job.Result.Findings).Distinct()],
        };
    }

    private static CellRecord Together(RankPart[] parts)
    {
        CellRecord empty = Empty(JobLabels.Together);
        IEnumerable<int> rounds =
            parts.SelectMany(part => part.Document.Cells[0].Runs).Select(run => run.Round).Distinct().Order();
        List<RunRecord> runs = [];
        foreach (int round in rounds)
        {
            RunRecord?[] each = [.. parts.Select(part => part.Run(JobLabels.Together, round))];
            if (Array.TrueForAll(each, run => run is not null))
            {
                runs.Add(MergedRun.Of(parts, each!, "jobs", mustStartTogether: false) with { Case = null });
            }
        }

        return CellSummary.Of(empty, runs);
    }

    private static CellRecord Own((string Name, string Command, ResultDocument Result) job) => CellSummary.Of(
        Empty(
            job.Name,
            KeyValuePair.Create(JobLabels.File, job.Result.Places[0].Path),
            KeyValuePair.Create(JobLabels.Command, job.Command)),
        [
            .. Renamed(job.Result.Cells[0], job.Name).Runs.Select(run => run with
            {
                Reads = Own(run.Reads),
                Writes = Own(run.Writes),
                Findings = [.. run.Findings.Where(finding => !s_judgedTogether.Contains(finding.Code))],
            }),
        ]);

    private static TruthRecord? Own(TruthRecord? truth) =>
        truth is null ? null : truth with { ForeignDeviceBytes = null };

    private static CellRecord Empty(string name, params KeyValuePair<string, string>[] labels) => new()
    {
        Name = name,
        State = CellState.Pending,
        Labels = new Dictionary<string, string>(labels, StringComparer.Ordinal),
    };

    private static CellRecord Renamed(CellRecord cell, string name) =>
        cell with { Name = name, Runs = [.. cell.Runs.Select(run => run with { Cell = name })] };

    /// <summary>Draws the conclusion.</summary>
    /// <param name="together">The cell of all jobs.</param>
    /// <param name="count">How many there are.</param>
    /// <returns>One; none if nothing counts.</returns>
    internal static IEnumerable<ConclusionRecord> Conclusions(CellRecord together, int count)
    {
        if (together[Metrics.AllBusy] is not { } busy || together[Metrics.ThroughputAllBusy] is not { } rate
            || together[Metrics.Elapsed] is not { } elapsed || count < 2)
        {
            yield break;
        }

        double share = 100 * busy.Median / elapsed.Median;
        yield return ConclusionCodes.JobsTogether.Says(
            Invariant($"{count} jobs at the same time move {AmountText.Rate(rate)} together.")
            + (together.Verdicts is { Read: null or Verdict.Device, Write: null or Verdict.Device } ? string.Empty
                : " Not all of it came from or went to the device.")
            + (share >= ToldBelowPct ? string.Empty : Invariant(
                $" All of them ran for {busy.Median / 1e9:F1} s of {elapsed.Median / 1e9:F1} s: ")
                + "that is their rate in this time; each job's own numbers include the time without the others."));
    }
}
