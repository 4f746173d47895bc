using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;

namespace Landspeed.Cli.Calls;

/// <summary>What a campaign is going to do, in words.</summary>
internal static class CampaignPlanText
{
    /// <summary>Writes it.</summary>
    /// <param name="options">What was asked.</param>
    /// <param name="items">The runs in their order.</param>
    /// <param name="entries">How many commands there are.</param>
    /// <param name="unit">What is installed to continue the campaign, or null if nothing is.</param>
    /// <param name="output">Receives it.</param>
    internal static void Write(CampaignOptions options, IReadOnlyList<CampaignItem> items, int entries, string? unit, TextWriter output)
    {
        string order = options.Shuffle ? string.Create(CultureInfo.InvariantCulture, $", each round in random order (seed {options.Seed})") : string.Empty;
        output.Write(string.Create(
            CultureInfo.InvariantCulture,
            $"campaign {options.File.Display}: {Count(entries, "command")}, {Count(items.Count, "run")}{order}\n"));
        output.Write($"before each: {string.Join(", ", Before(options))}\n");
        output.Write($"each: at most {AmountText.Limit(options.Limit)}, then it is ended; after a failure {(options.StopOnFailure ? "nothing more is run" : "the next one runs")}\n");
        output.Write($"output goes to {options.Place.Display}\n\n");
        int width = items.Max(item => item.Entry.Name.Length);
        foreach (CampaignItem item in items)
        {
            string round = options.Repeat > 1 ? string.Create(CultureInfo.InvariantCulture, $" run {item.Round + 1}") : string.Empty;
            output.Write(string.Create(
                CultureInfo.InvariantCulture, $"{item.Index + 1,5}  {item.Entry.Name.PadRight(width)}{round}  {Shown.OneLine(item.Entry.Text)}\n"));
        }

        if (unit is not null)
        {
            output.Write($"\n--reboot would write, and remove at the end, {unit}");
        }

        output.Write("\nnothing was run: --dry-run only shows the plan\n");
    }

    private static IEnumerable<string> Before(CampaignOptions options)
    {
        yield return options.Settle == TimeSpan.Zero ? "no wait" : $"wait for an idle machine, at most {AmountText.Limit(options.Settle)}";
        if (options.Cold)
        {
            yield return "drop the page cache";
        }

        if (options.Reboot)
        {
            yield return "reboot (not before the first)";
        }
    }

    private static string Count(int count, string word) => string.Create(CultureInfo.InvariantCulture, $"{count:N0} {word}{(count == 1 ? string.Empty : "s")}");
}
