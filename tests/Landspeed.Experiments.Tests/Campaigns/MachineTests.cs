using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Campaigns;

/// <summary>What carries a campaign on, installed below a directory of the test and into a table of its own; nothing is started anew.</summary>
public sealed class MachineTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private static readonly CampaignUnit s_unit = new(
        ["/opt/land speed", "campaign", "/data/50% \"full\".txt", "--out", "/data/$x's", "--resume"], FilePath.FromText("/data"), FilePath.FromText("/data/$x's"));

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_unit_of_systemd_is_written_wanted_and_removed()
    {
        var machine = new SystemdMachine(new SystemCommands(), _scratch.Path);
        string file = _scratch.File($"etc/systemd/system/{s_unit.Name}.service");
        string link = _scratch.File($"etc/systemd/system/multi-user.target.wants/{s_unit.Name}.service");

        machine.Install(s_unit);
        machine.Install(s_unit);

        string text = File.ReadAllText(file);
        Assert.Contains("\nExecStart=\"/opt/land speed\" \"campaign\" \"/data/50%% \\\"full\\\".txt\" \"--out\" \"/data/$$x's\" \"--resume\"\n", text, StringComparison.Ordinal);
        Assert.Contains("\nWantedBy=multi-user.target\n", text, StringComparison.Ordinal);
        Assert.Equal($"/etc/systemd/system/{s_unit.Name}.service", new FileInfo(link).LinkTarget);
        Assert.Contains(text, machine.Preview(s_unit), StringComparison.Ordinal);

        machine.Remove(s_unit);
        machine.Remove(s_unit);

        Assert.Equal(["etc", "etc/systemd", "etc/systemd/system", "etc/systemd/system/multi-user.target.wants"], Everything());
    }

    [Fact]
    public void Showing_what_would_be_installed_installs_nothing()
    {
        new SystemdMachine(new SystemCommands(), _scratch.Path).Preview(s_unit);
        new CrontabMachine(new SystemCommands(), "/nonexistent/crontab").Preview(s_unit);

        Assert.Empty(Everything());
    }

    [Fact]
    public void A_line_of_cron_is_added_to_those_of_others_and_removed()
    {
        string table = _scratch.File("table");
        File.WriteAllText(table, "0 5 * * * backup # landspeed-campaign-other\n");
        string crontab = Script("crontab", $"[ \"$1\" = -l ] && exec cat '{table}'; exec cp \"$1\" '{table}'");
        var machine = new CrontabMachine(new SystemCommands(), crontab);

        machine.Install(s_unit);
        machine.Install(s_unit);

        string path = Environment.GetEnvironmentVariable("PATH")!;
        string home = Environment.GetEnvironmentVariable("HOME")!;
        Assert.Equal(
            [
                "0 5 * * * backup # landspeed-campaign-other",
                $"@reboot cd '/data' && PATH='{path}' HOME='{home}' '/opt/land speed' 'campaign' "
                    + $"'/data/50\\% \"full\".txt' '--out' '/data/$x'\\''s' '--resume' # {s_unit.Name}",
            ],
            File.ReadAllLines(table));

        machine.Remove(s_unit);

        Assert.Equal(["0 5 * * * backup # landspeed-campaign-other"], File.ReadAllLines(table));
    }

    [Fact]
    public void A_user_without_a_table_gets_one()
    {
        string table = _scratch.File("table");
        string crontab = Script("crontab", $"[ \"$1\" = -l ] && {{ echo 'no crontab for root' >&2; exit 1; }}; exec cp \"$1\" '{table}'");

        new CrontabMachine(new SystemCommands(), crontab).Install(s_unit);

        Assert.StartsWith("@reboot ", Assert.Single(File.ReadAllLines(table)), StringComparison.Ordinal);
    }

    [Fact]
    public void Without_systemd_and_cron_there_is_no_reboot()
    {
        ExperimentException failed = Assert.Throws<ExperimentException>(
            () => new CrontabMachine(new SystemCommands(), "/nonexistent/crontab").Install(s_unit));

        Assert.Contains("--reboot needs systemd or cron", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_order_to_start_anew_counts_where_the_machine_goes_down_before_it_is_acknowledged()
    {
        string systemctl =
            Script("systemctl", "[ \"$1\" = is-system-running ] && echo stopping && exit 1; kill -TERM $$");

        new SystemdMachine(new SystemCommands(), _scratch.Path, systemctl).Restart();
    }

    [Fact]
    public void An_order_to_start_anew_that_systemd_refuses_fails()
    {
        string systemctl =
            Script("systemctl", "[ \"$1\" = is-system-running ] && echo running && exit 0; echo no >&2; exit 4");

        ExperimentException failed = Assert.Throws<ExperimentException>(
            new SystemdMachine(new SystemCommands(), _scratch.Path, systemctl).Restart);

        Assert.Contains("ended with 4: no", failed.Message, StringComparison.Ordinal);
    }

    private string Script(string name, string text)
    {
        string script = _scratch.File(name);
        Command.MakeScript(script, text);
        return script;
    }

    private string[] Everything() =>
        [.. Directory.EnumerateFileSystemEntries(_scratch.Path, "*", SearchOption.AllDirectories).Select(name => Path.GetRelativePath(_scratch.Path, name)).Order(StringComparer.Ordinal)];
}
