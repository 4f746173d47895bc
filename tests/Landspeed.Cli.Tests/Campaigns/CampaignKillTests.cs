using System.Globalization;
using Landspeed.Results;
using Landspeed.Results.Campaigns;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Campaigns;

/// <summary>Campaigns that are killed with SIGKILL at moments chosen by lot, and carried on.</summary>
public sealed class CampaignKillTests
{
    private const int Commands = 4;

    [Fact]
    public void A_killed_campaign_runs_each_command_once_or_says_that_it_was_interrupted()
    {
        const int Seeds = 50;
        int killed = 0;
        int again = 0;
        Parallel.ForEach(Enumerable.Range(1, Seeds), new ParallelOptions { MaxDegreeOfParallelism = 4 }, seed =>
        {
            (int kills, int interrupted) = Survive(new Random(seed), seed);
            Interlocked.Add(ref killed, kills);
            Interlocked.Add(ref again, interrupted);
        });

        TestContext.Current.SendDiagnosticMessage(FormattableString.Invariant($"{Seeds} campaigns, {killed} kills, {again} commands run again"));
        Assert.True(killed >= Seeds / 2 && again > 0, FormattableString.Invariant($"only {killed} of {Seeds} were killed before their end, and {again} commands interrupted"));
    }

    private static (int Kills, int Interrupted) Survive(Random random, int seed)
    {
        using var scratch = new ScratchDirectory();
        string log = scratch.File("log");
        string file = scratch.File("night.txt");
        File.WriteAllLines(file, Enumerable.Range(1, Commands).Select(number => FormattableString.Invariant(
            $"c{number}: echo b{number} >> '{log}'; sleep 0.05; echo e{number} >> '{log}'")));
        const int Most = 5;
        int kills = 0;
        Command done;
        do
        {
            // After so many lines of the commands, and then at any moment of the next: a busy machine does not make it late.
            int enough = (File.Exists(log) ? File.ReadLines(log).Count() : 0) + random.Next(Commands * 2);
            string words = $"campaign '{file}' {(Directory.Exists($"{file}.campaign") ? "--resume" : "--settle 0")} --quiet";
            done = LandspeedProcess.Shell(kills == Most ? $"\"$0\" {words}" : string.Create(
                CultureInfo.InvariantCulture,
                $$"""
                touch '{{log}}'; "$0" {{words}} & it=$!
                until [ $(wc -l < '{{log}}') -ge {{enough}} ] || ! kill -0 $it; do sleep 0.002; done
                sleep {{random.NextDouble() * 0.07:0.0000}}; kill -9 $it; wait $it
                """));
            kills += done.ExitCode == 137 ? 1 : 0;
        }
        while (done.ExitCode == 137);

        Assert.True(done.ExitCode == 0, FormattableString.Invariant($"seed {seed}: {done.ExitCode} {done.Error}"));
        using FileStream stored = File.OpenRead($"{file}.campaign/result.json");
        ResultDocument result = ResultsJson.Read(stored);
        string[] lines = File.ReadAllLines(log);
        int interrupted = 0;
        foreach (RunRecord run in result.Cells.Select(cell => Assert.Single(cell.Runs)))
        {
            string own = string.Concat(lines.Where(line => line[1] == run.Cell[1]).Select(line => line[0]));
            int attempts = int.Parse(run.Facts[CampaignFacts.Attempts], CultureInfo.InvariantCulture);
            bool isMarked = run.Facts.ContainsKey(CampaignFacts.Interruptions);
            interrupted += isMarked ? 1 : 0;
            string about = FormattableString.Invariant($"seed {seed}, {run.Cell}: '{own}' in {attempts} attempts, marked {isMarked}");
            Assert.True(run.Facts[CampaignFacts.State] == "done", about);
            Assert.True(own.EndsWith("be", StringComparison.Ordinal) && own.Count(letter => letter == 'b') <= attempts, about);
            Assert.True(isMarked ? attempts > 1 : own == "be", about);
            Assert.False(own.Contains("ee", StringComparison.Ordinal), $"{about}: it ran beside its own repetition");
        }

        return (kills, interrupted);
    }
}
