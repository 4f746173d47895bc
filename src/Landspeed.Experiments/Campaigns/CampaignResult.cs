using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.Campaigns;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Presents the state of a campaign as a result: one cell per command, one run per repetition.</summary>
internal static class CampaignResult
{
    /// <summary>Returns the result in its current state.</summary>
    /// <param name="directory">The directory of the campaign.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <param name="state">The state of the campaign.</param>
    /// <param name="isRunning">Whether it is running at this moment.</param>
    internal static ResultDocument Of(FilePath directory, CampaignStart start, CampaignState state, bool isRunning = false)
    {
        IGrouping<CampaignEntry, CampaignState.ItemState>[] entries =
            [.. state.Items.OrderBy(item => item.Item.Number).ThenBy(item => item.Item.Round).GroupBy(item => item.Item.Entry)];
        return ResultPreview.Of(
            (ResultKinds.Campaign, null),
            EnvironmentProbe.Place(PlaceRoles.Directory, directory),
            Setup(start),
            [.. entries.Select(entry => Cell(start, entries.Length, entry, isRunning))],
            start.At) with
        {
            Partial = state.Next is not null && !isRunning,
            Findings = isRunning
                ? [FindingCodes.Running.Says("the campaign is running; this is its progress so far")]
                : [],
        };
    }

    private static SetupRecord Setup(CampaignStart start) => new()
    {
        Seed = start.Seed,
        Rounds = start.Repeat,
        Options = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["file"] = start.File,
            ["settle_s"] = start.Settle.TotalSeconds.ToString(CultureInfo.InvariantCulture),
            ["limit_s"] = start.Limit.TotalSeconds.ToString(CultureInfo.InvariantCulture),
            ["shuffle"] = Word(start.Shuffle),
            ["cold"] = Word(start.Cold),
            ["reboot"] = Word(start.Reboot),
            ["stop_on_failure"] = Word(start.StopOnFailure),
        },
    };

    private static CellRecord Cell(CampaignStart start, int count, IGrouping<CampaignEntry, CampaignState.ItemState> entry, bool isRunning)
    {
        CellRecord cell = ResultPreview.Cell(entry.Key.Name, [("command", entry.Key.Text)]);
        RunRecord[] runs = [.. entry.Where(item => item.Attempts > 0 || item.End is not null).Select(item => Run(start, count, item, isRunning))];
        RunRecord[] ended = [.. runs.Where(run => !run.Partial)];

        // Findings about a measurement, too few runs for example, do not apply to a command.
        CellRecord summary = CellSummary.Of(cell, ended) with { Findings = [], Runs = runs };
        return ended.Length < start.Repeat && summary.State == CellState.Done ? summary with { State = CellState.Pending } : summary;
    }

    private static RunRecord Run(CampaignStart start, int count, CampaignState.ItemState item, bool isRunning)
    {
        CampaignEvent? end = item.End;
        bool isDone = end is { Reason: null };
        string stem = item.Item.FileStem(count, start.Repeat, Math.Max(1, item.Attempts));
        return new RunRecord
        {
            Cell = item.Item.Entry.Name,
            Round = item.Item.Round,
            StartedAtMs = item.Begin?.At.ToUnixTimeMilliseconds(),
            Failure = end?.Reason,
            Partial = end is null,
            Metrics = !isDone ? new Dictionary<string, double>() : Metrics.Of(
                (Metrics.Elapsed, end!.ElapsedNs),
                (Metrics.Cpu, end.UserNs + end.SystemNs),
                (Metrics.CpuUser, end.UserNs),
                (Metrics.CpuSystem, end.SystemNs)),
            Facts = Facts(item, stem, isRunning).ToDictionary(StringComparer.Ordinal),
        };
    }

    private static IEnumerable<KeyValuePair<string, string>> Facts(CampaignState.ItemState item, string stem, bool isRunning)
    {
        CampaignEvent? end = item.End;
        yield return KeyValuePair.Create(CampaignFacts.State, end is null ? isRunning && item.IsOpen ? "running" : "interrupted" : end.Reason is null ? "done" : "failed");
        yield return KeyValuePair.Create(CampaignFacts.Attempts, Text(item.Attempts));
        if (item.Begin is { } begin)
        {
            yield return KeyValuePair.Create(CampaignFacts.BeganAt, begin.At.ToString("yyyy-MM-dd HH:mm:sszzz", CultureInfo.InvariantCulture));
            yield return KeyValuePair.Create(CampaignFacts.Output, $"{stem}.out");
            yield return KeyValuePair.Create(CampaignFacts.Messages, $"{stem}.err");
            if (item.Item.Entry.Own is { HasResult: true } && end is { Reason: null })
            {
                yield return KeyValuePair.Create(CampaignFacts.Result, $"{stem}.json");
            }
        }

        if (end?.ExitCode is { } code)
        {
            yield return KeyValuePair.Create(CampaignFacts.ExitCode, Text(code));
        }

        if (end is { Reason: not null, ElapsedNs: { } elapsed })
        {
            yield return KeyValuePair.Create(CampaignFacts.ElapsedNs, Text(elapsed));
        }

        if (item.Interruptions.Count > 0)
        {
            yield return KeyValuePair.Create(CampaignFacts.Interruptions, string.Join("; ", item.Interruptions.Select(one => one.Reason)));
        }

        if (item.Begin?.Settled is { } settled)
        {
            yield return KeyValuePair.Create(CampaignFacts.SettledS, settled.WaitedS.ToString("0.###", CultureInfo.InvariantCulture));
            yield return KeyValuePair.Create(CampaignFacts.IsQuiet, Word(settled.IsQuiet));
            if (settled.BusyPct is { } busy)
            {
                yield return KeyValuePair.Create(CampaignFacts.BusyPct, busy.ToString("0.#", CultureInfo.InvariantCulture));
            }

            if (settled.UnwrittenBytes is { } unwritten)
            {
                yield return KeyValuePair.Create(CampaignFacts.UnwrittenBytes, Text(unwritten));
            }
        }
    }

    private static string Word(bool value) => value ? "yes" : "no";

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
