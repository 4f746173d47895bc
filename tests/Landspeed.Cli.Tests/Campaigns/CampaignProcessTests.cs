using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Campaigns;

public sealed class CampaignProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Night => _scratch.File("night.txt");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Outputs_and_results_are_collected_and_the_next_goes_on_after_a_failure()
    {
        File.WriteAllText(Night, "bad: echo out; echo err >&2; exit 7\nours: landspeed create data --files 1 --lines 10\ndoctor: landspeed doctor --quiet\n".Replace("create data", $"create {_scratch.File("data")}", StringComparison.Ordinal));

        Command done = LandspeedProcess.Run("campaign", Night, "--settle", "0", "--json", _scratch.File("all.json"));

        Assert.Equal(1, done.ExitCode);
        Assert.Equal(
            "landspeed: 1 of 3, bad: started\n",
            done.Error[..(done.Error.IndexOf('\n', StringComparison.Ordinal) + 1)]);
        Assert.Contains("1 of 3, bad: failed, exit code 7, after ", done.Error, StringComparison.Ordinal);
        Assert.Equal(("out\n", "err\n"), (Kept("01-bad.out"), Kept("01-bad.err")));
        Assert.Contains("\"state\": \"ok\"", Kept("03-doctor.json"), StringComparison.Ordinal);
        Assert.Contains("2 done   1 failed", done.Output, StringComparison.Ordinal);
        Assert.Contains("\"kind\": \"campaign\"", File.ReadAllText(_scratch.File("all.json")), StringComparison.Ordinal);

        Command shown = LandspeedProcess.Run("report", Path.Combine($"{Night}.campaign", "result.json"));
        Assert.Equal((0, done.Output), (shown.ExitCode, shown.Output));
    }

    [Fact]
    public void Ctrl_C_stops_the_command_that_runs_marks_it_and_says_how_to_go_on()
    {
        File.WriteAllText(Night, "quick: true\nendless: echo $$; exec sleep 1000\nlast: true\n");
        using LandspeedProcess process = LandspeedProcess.Start("campaign", Night, "--settle", "0");
        process.WaitForError("2 of 3, endless: started");
        LandspeedProcess.WaitForLines($"{Night}.campaign/02-endless.out", 1);

        process.Signal("INT");
        Command stopped = process.Wait();

        Assert.Equal(130, stopped.ExitCode);
        Assert.EndsWith($"1 of 3 runs are done; continue with: landspeed campaign {Night} --resume\n", stopped.Error, StringComparison.Ordinal);
        Assert.Contains("1 done   1 interrupted   1 left", stopped.Output, StringComparison.Ordinal);
        Assert.False(Directory.Exists($"/proc/{Kept("02-endless.out").Trim()}"));
        Command status = LandspeedProcess.Run("campaign", Night, "--status");
        Assert.Equal((0, stopped.Output), (status.ExitCode, status.Output));
    }

    private string Kept(string name) => File.ReadAllText(Path.Combine($"{Night}.campaign", name));
}
