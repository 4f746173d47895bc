using Landspeed.Cli.Output;
using Landspeed.Experiments.Campaigns;

namespace Landspeed.Cli.Tests.Output;

public sealed class CampaignProgressPrinterTests
{
    [Theory]
    [InlineData(43.4, 0L, "43 % of the CPUs are busy")]
    [InlineData(5.0, 100L << 20, "100 MiB are unwritten")]
    [InlineData(50.0, 100L << 20, "50 % of the CPUs are busy and 100 MiB are unwritten")]
    [InlineData(null, 17L << 20, "17 MiB are unwritten")]
    public void A_wait_says_for_what_and_how_long(double? busyPct, long unwritten, string activity)
    {
        using var error = new StringWriter();
        CampaignEntry entry = new CampaignEntry(1, "one", "true");
        var state = new CampaignState([new CampaignItem(1, entry, 1, 1)], []);

        new CampaignProgressPrinter(new Terminal(TextWriter.Null, error)).Report(new CampaignProgress(
            CampaignStep.Settling,
            state.Items[0],
            Total: 3,
            new SettledRecord(1, busyPct, unwritten, IsQuiet: false),
            TimeSpan.FromMinutes(5)));

        Assert.Equal(
            $"landspeed: 2 of 3, one: waiting for an idle machine, at most 5 min; now {activity}\n", error.ToString());
    }
}
