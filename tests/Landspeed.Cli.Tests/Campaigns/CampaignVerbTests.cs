using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Campaigns;

public sealed class CampaignVerbTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly CommandUnderTest _command = new();

    private string Night => _scratch.File("night.txt");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_dry_run_shows_the_order_and_makes_nothing()
    {
        File.WriteAllText(Night, "a: true\nb: landspeed records generate 10 x\n");

        Command shown = _command.Run("campaign", Night, "--dry-run", "--repeat", "2", "--shuffle", "--cold", "--command-limit", "90s");

        Assert.Equal(
            $"""
            campaign {Night}: 2 commands, 4 runs, each round in random order (seed 4711)
            before each: wait for an idle machine, at most 5 min, drop the page cache
            each: at most 90 s, then it is ended; after a failure the next one runs
            output goes to {Night}.campaign

                1  b run 1  landspeed records generate 10 x
                2  a run 1  true
                3  a run 2  true
                4  b run 2  landspeed records generate 10 x

            nothing was run: --dry-run only shows the plan

            """,
            shown.Output);
        Assert.Equal(["night.txt"], Directory.EnumerateFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_directory_is_no_campaign() => Assert.Contains(
        $"cannot read the campaign {_scratch.Path}: it is a directory (EISDIR);",
        _command.Run("campaign", _scratch.Path).Error,
        StringComparison.Ordinal);

    [Fact]
    public void A_dry_run_of_reboots_shows_what_would_be_installed()
    {
        File.WriteAllText(Night, "true\n");

        Command shown = _command.Run("campaign", Night, "--dry-run", "--reboot");

        Assert.Contains("--reboot would write, and remove at the end, ", shown.Output, StringComparison.Ordinal);
        Assert.Contains("--resume", shown.Output, StringComparison.Ordinal);
        Assert.Contains("reboot (not before the first)", shown.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("landspeed mesure x", "line 1: unknown verb 'mesure'; did you mean measure?; nothing was run")]
    [InlineData("landspeed records sort x", "line 1: unknown verb 'sort'; see landspeed records --help")]
    [InlineData("landspeed records", "line 1: no verb named; landspeed records has generate, validate")]
    [InlineData("landspeed campaign x", "line 1: campaign runs every other verb, but not itself")]
    public void A_verb_that_there_is_not_is_refused_before_anything_is_run(string line, string message)
    {
        File.WriteAllText(Night, line);

        Command refused = _command.Run("campaign", Night);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(message, refused.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists($"{Night}.campaign"));
    }

    [Theory]
    [InlineData("cannot be combined", "--resume", "--status")]
    [InlineData("cannot be combined", "--dry-run", "--resume")]
    [InlineData("--command-limit was recorded when the campaign began", "--resume", "--command-limit", "5s")]
    [InlineData("--repeat was recorded when the campaign began", "--status", "--repeat", "5")]
    [InlineData("add --shuffle", "--seed", "5")]
    [InlineData("there is no campaign in", "--resume")]
    [InlineData("there is no campaign in", "--status")]
    public void Options_that_cannot_be_meant_are_refused(string message, params string[] options)
    {
        File.WriteAllText(Night, "true\n");

        Command refused = _command.Run(["campaign", Night, .. options]);

        Assert.InRange(refused.ExitCode, 1, 2);
        Assert.Contains(message, refused.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists($"{Night}.campaign"));
    }

    [Fact]
    public void A_campaign_is_begun_once_and_its_journal_is_for_no_other_commands()
    {
        File.WriteAllText(Night, "true\n");
        Assert.Equal(0, _command.Run("campaign", Night, "--settle", "0", "--quiet").ExitCode);

        Command again = _command.Run("campaign", Night);
        File.WriteAllText(Night, "true\nfalse\n");
        Command other = _command.Run("campaign", Night, "--resume");

        Assert.Equal((3, 3), (again.ExitCode, other.ExitCode));
        Assert.Contains("already exists and nothing in it is overwritten", again.Error, StringComparison.Ordinal);
        Assert.Contains("belongs to other commands than those of", other.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_command_whose_time_is_up_is_ended_and_the_next_goes_on()
    {
        File.WriteAllText(Night, "endless: sleep 1000\nnext: true\n");

        Command done = _command.Run("campaign", Night, "--settle", "0", "--command-limit", "3s");

        Assert.Equal(1, done.ExitCode);
        Assert.Contains(
            "1 of 2, endless: failed, its time limit ended it after 3.00 s", done.Error, StringComparison.Ordinal);
        Assert.Contains("2 of 2, next: done", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_file_that_would_replace_the_commands_is_refused()
    {
        File.WriteAllText(Night, "true\n");

        Assert.Equal(2, _command.Run("campaign", Night, "--json", Night).ExitCode);
        Assert.Equal("true\n", File.ReadAllText(Night));
    }

    [Fact]
    public void A_result_file_that_cannot_be_written_is_found_before_the_first_command_is_run()
    {
        File.WriteAllText(Night, $"touch {_scratch.File("ran")}\n");

        Command failed = _command.Run("campaign", Night, "--settle", "0", "--html", _scratch.File("none/night.html"));

        Assert.Equal(1, failed.ExitCode);
        Assert.Contains("none does not exist", failed.Error, StringComparison.Ordinal);
        Assert.Equal(["night.txt"], Directory.EnumerateFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("--status")]
    [InlineData("--resume")]
    public void A_result_file_in_the_directory_of_a_campaign_is_refused(string option)
    {
        File.WriteAllText(Night, "true\n");
        Assert.Equal(0, _command.Run("campaign", Night, "--settle", "0", "--quiet").ExitCode);
        string journal = $"{Night}.campaign/journal";
        byte[] before = File.ReadAllBytes(journal);

        Command refused = _command.Run("campaign", Night, option, "--json", journal);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("is in the directory of the campaign", refused.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(journal));
    }

    [Fact]
    public void A_full_volume_ends_it_with_6_and_room_carries_it_on()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("ext4", "64M");
        string night = volume.File("night.txt");
        File.WriteAllText(night, $"one: test -e {volume.File("small")} || dd if=/dev/zero bs=1M count=200\ntwo: echo two\n");

        Command full = _command.Run("campaign", night, "--settle", "0");

        Assert.Equal(6, full.ExitCode);
        Assert.Contains("1 of 2, one: interrupted: the volume of the outputs was full", full.Error, StringComparison.Ordinal);
        Assert.Contains("make room, and continue with --resume", full.Error, StringComparison.Ordinal);
        File.Delete($"{night}.campaign/01-one.out");
        File.WriteAllText(volume.File("small"), string.Empty);
        Command done = _command.Run("campaign", night, "--resume", "--quiet");
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal("two\n", File.ReadAllText($"{night}.campaign/02-two.out"));
    }
}
