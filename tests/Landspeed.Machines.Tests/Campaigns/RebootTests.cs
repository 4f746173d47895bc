using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Results.Campaigns;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Campaigns;

/// <summary><c>campaign --reboot</c> on machines that it really starts anew.</summary>
public sealed class RebootTests
{
    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void The_machine_is_started_anew_between_two_commands() => Reboots(RootImage.Storage, 2);

    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void The_machine_is_started_anew_between_five_commands_by_systemd() =>
        Reboots(RootImage.Storage, 5, "--cold");

    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void The_machine_is_started_anew_between_five_commands_by_cron() => Reboots(RootImage.SystemV, 5);

    private static void Reboots(RootImage root, int commands, string options = "")
    {
        // With one processor: on a busy host the kernel's processors wait for one another until its watchdog complains.
        var description = new MachineDescription
        {
            Root = root, KeepsRoot = true, StartsServices = true, Processors = 1,
        };
        using Machine machine = Machine.Boot(description);
        var campaign = new RebootingCampaign(machine, commands);
        campaign.Begin(options);
        campaign.AwaitEnd();

        string[][] lines = [.. campaign.Lines.Select(line => line.Split(' '))];
        Assert.Equal(
            Enumerable.Range(1, commands).SelectMany(number => new[] { Name('b', number), Name('e', number) }),
            lines.Select(line => line[0]));
        Assert.Equal(commands, lines.Where(line => line.Length > 1).Select(line => line[1]).Distinct().Count());
        Assert.Equal(commands, machine.Boots);
        foreach (ResultDocument result in new[] { campaign.Result(), campaign.Status() })
        {
            Assert.Equal(Enumerable.Range(1, commands).Select(number => Name('c', number)),
                result.Cells.Select(cell => cell.Name));
            Assert.All(result.Cells.Select(cell => Assert.Single(cell.Runs)), run =>
            {
                Assert.Equal("done", run.Facts[CampaignFacts.State]);
                Assert.Equal("1", run.Facts[CampaignFacts.Attempts]);
                Assert.True(run.Facts.ContainsKey(CampaignFacts.SettledS));
            });
        }

        Assert.Equal("", campaign.Units());
        Assert.Equal("", machine.Shell("! command -v crontab >/dev/null || crontab -l; true"));
        Assert.Equal("", machine.Shell("[ ! -d /run/systemd/system ] || systemctl --failed --no-legend --plain"));
    }

    private static string Name(char kind, int number) => string.Create(CultureInfo.InvariantCulture, $"{kind}{number}");
}
