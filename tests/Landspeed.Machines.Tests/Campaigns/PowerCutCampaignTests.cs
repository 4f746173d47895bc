using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Results.Campaigns;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Campaigns;

/// <summary>
/// Campaigns on machines that lose their power again and again, and carry themselves on when it is back.
/// </summary>
[Trait(Tier.Key, Tier.MachinesLong)]
public sealed class PowerCutCampaignTests
{
    private const int Commands = 5;
    private const int Cuts = 5;

    // After a line of a command: while it runs, while its end is noted, while the machine goes down, while it boots.
    private static readonly (char Line, double FromS, double ToS)[] s_moments =
        [('b', 0, 1.9), ('e', 0, 0.3), ('e', 0.3, 4), ('e', 4, 25)];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Each_command_runs_once_or_is_marked_as_interrupted(int seed)
    {
        var random = new Random(seed);
        using Machine machine = Machine.Boot(
            new MachineDescription { Root = RootImage.Storage, KeepsRoot = true, StartsServices = true });
        var campaign = new RebootingCampaign(machine, Commands);
        campaign.Begin();
        int cuts = 0;
        for (; cuts < Cuts; cuts++)
        {
            if (!Wait(machine, campaign, s_moments[(cuts + seed) % s_moments.Length], random))
            {
                break;
            }

            machine.CutPower();

            // Without its services, so that nothing carries the campaign on while it is looked at.
            machine.SwitchOn(startsServices: false);
            CheckStatus(campaign, FormattableString.Invariant($"seed {seed}, cut {cuts}"));
            machine.Shell("sync");
            machine.SwitchOn();
        }

        campaign.AwaitEnd();
        CheckEnd(campaign, FormattableString.Invariant($"seed {seed}, {cuts} cuts"));
        Assert.True(cuts > 2, FormattableString.Invariant($"seed {seed}: only {cuts} cuts before it ended"));
        Assert.Equal("", campaign.Units());
    }

    // False: nothing is left before that moment.
    private static bool Wait(
        Machine machine, RebootingCampaign campaign, (char Line, double FromS, double ToS) moment, Random random)
    {
        int before = campaign.Lines.Count(line => line[0] == moment.Line);
        string last = string.Create(CultureInfo.InvariantCulture, $"e{Commands}");
        campaign.AwaitLines(lines => lines.Contains(last) || lines.Count(line => line[0] == moment.Line) > before);
        if (campaign.Lines.Contains(last))
        {
            return false;
        }

        machine.Pass(TimeSpan.FromSeconds(moment.FromS + (random.NextDouble() * (moment.ToS - moment.FromS))));
        return true;
    }

    // What it says is done has ended; what has ended before another one began is done.
    private static void CheckStatus(RebootingCampaign campaign, string about)
    {
        string[] lines = [.. campaign.Lines.Select(line => line.Split(' ')[0])];
        about += FormattableString.Invariant($": {string.Join(' ', lines)}");
        ResultDocument status = campaign.Status();
        for (int number = 1; number <= Commands; number++)
        {
            CellRecord cell = status.Cells[number - 1];
            string state = cell.Runs is [var run] ? run.Facts[CampaignFacts.State] : "left";
            string began = FormattableString.Invariant($"b{number}");
            string ended = FormattableString.Invariant($"e{number}");
            string next = FormattableString.Invariant($"b{number + 1}");
            Assert.True(state != "done" || lines.Contains(ended), $"{about}: {cell.Name} is {state}");
            Assert.True(!lines.Contains(next) || state == "done", $"{about}: {cell.Name} is {state}");
            Assert.True(!lines.Contains(began) || state is "done" or "interrupted", $"{about}: {cell.Name} is {state}");
        }
    }

    private static void CheckEnd(RebootingCampaign campaign, string about)
    {
        string[] lines = [.. campaign.Lines.Select(line => line.Split(' ')[0])];
        about += FormattableString.Invariant($": {string.Join(' ', lines)}");
        DateTimeOffset last = DateTimeOffset.MinValue;
        foreach (RunRecord run in campaign.Result().Cells.Select(cell => Assert.Single(cell.Runs)))
        {
            string own = string.Concat(lines.Where(line => line[1] == run.Cell[1]).Select(line => line[0]));
            int attempts = int.Parse(run.Facts[CampaignFacts.Attempts], CultureInfo.InvariantCulture);
            bool isMarked = run.Facts.ContainsKey(CampaignFacts.Interruptions);
            string of = FormattableString.Invariant(
                $"{about}: {run.Cell} '{own}' in {attempts} attempts, marked {isMarked}");
            Assert.True(run.Facts[CampaignFacts.State] == "done", of);
            Assert.True(own.EndsWith("be", StringComparison.Ordinal)
                && own.Count(letter => letter == 'b') <= attempts, of);
            Assert.True(isMarked ? attempts > 1 : own == "be", of);
            DateTimeOffset began = DateTimeOffset.Parse(run.Facts[CampaignFacts.BeganAt], CultureInfo.InvariantCulture);
            Assert.True(began > last, of);
            last = began;
        }
    }
}
