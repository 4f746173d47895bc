using System.Globalization;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;

namespace Landspeed.Cli.Output;

/// <summary>A line on standard error for each step of a campaign.</summary>
internal sealed class CampaignProgressPrinter(Terminal terminal) : IProgress<CampaignProgress>
{
    /// <inheritdoc/>
    public void Report(CampaignProgress value)
    {
        CampaignState.ItemState state = value.State;
        string? what = value.Step switch
        {
            CampaignStep.Settling =>
                $"waiting for an idle machine, at most {AmountText.Limit(value.Settle)}; now {Activity(value.Busy!)}",
            CampaignStep.Begun => state.Attempts > 1 ? string.Create(CultureInfo.InvariantCulture, $"started, attempt {state.Attempts}") : "started",
            CampaignStep.Interrupted => $"interrupted: {state.Interruptions[^1].Reason}",
            CampaignStep.Ended when state.End is { ElapsedNs: { } elapsed } end => $"{(end.Reason is null ? "done" : $"failed, {end.Reason},")} after {AmountText.Duration(elapsed)}",
            _ => null,
        };
        if (what is not null)
        {
            Diagnostics.Say(terminal, string.Create(
                CultureInfo.InvariantCulture, $"{state.Item.Index + 1} of {value.Total}, {state.Item.Entry.Name}: {what}"));
        }
    }

    private static string Activity(SettledRecord busy) => string.Join(" and ", new[]
    {
        busy.BusyPct > Settling.MostBusyPct
            ? string.Create(CultureInfo.InvariantCulture, $"{busy.BusyPct:0} % of the CPUs are busy") : null,
        busy.UnwrittenBytes > Settling.MostUnwritten
            ? string.Create(CultureInfo.InvariantCulture, $"{busy.UnwrittenBytes / (1 << 20)} MiB are unwritten")
            : null,
    }.OfType<string>());
}
