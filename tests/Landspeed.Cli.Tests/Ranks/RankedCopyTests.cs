using System.Diagnostics;
using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>
/// Copies by several ranks under real launchers: all of them or the launcher killed at seeded moments, and gone on with by another number of
/// ranks; of one rank see <see cref="RankKillTests"/>. LANDSPEED_RANK_KILLS is the number of kills of each kind; without it one.
/// </summary>
[Collection("mpirun")]
public sealed class RankedCopyTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private static int Kills => int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_RANK_KILLS"), NumberStyles.None, CultureInfo.InvariantCulture, out int kills) ? kills : 1;

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    [Theory]
    [InlineData(0)]
    [InlineData(1, Traits = [Tier.Key, Tier.Mpich])]
    public void Ranks_copy_a_tree_and_rank_0_tells_of_all(int launcher)
    {
        MakeTree();

        Command done = RankLauncher.All[launcher].Run(3, "copy", Source, Target, "--verify", "--split", "32M", "--quiet", "--manifest", _scratch.File("sums"), "--json", "-");

        Assert.True(done.ExitCode == 0, done.Error);
        AssertEqual();
        Assert.Equal(140, File.ReadLines(_scratch.File("sums")).Count());
        Assert.Contains("\"files_copied\": 139", done.Output);
        Assert.Contains("\"hard_links\": 1", done.Output);
        File.AppendAllText(Path.Combine(Target, "many", "f7"), "x");
        File.Delete(Path.Combine(Target, "many", "f5"));
        string[] verify = ["verify", _scratch.File("sums"), "--directory", Target, "--quiet"];
        Command alone = LandspeedProcess.Run(verify);
        Command together = RankLauncher.All[launcher].Run(3, verify);
        Assert.Equal((4, "many/f5: missing\nmany/f7: FAILED\n"), (alone.ExitCode, alone.Output));
        Assert.Equal((alone.ExitCode, alone.Output), (together.ExitCode, together.Output.Replace("\r", string.Empty, StringComparison.Ordinal)));
    }

    [Fact]
    public void What_one_process_must_do_is_refused_before_anything_is_touched()
    {
        MakeTree();

        Command done = RankLauncher.All[0].Run(2, "copy", Source, Target, "--remove-source", "--quiet");

        Assert.Equal(2, done.ExitCode);
        Assert.Contains("--remove-source needs a single process", done.Error);
        Assert.False(Directory.Exists(Target));
    }

    [Theory]
    [InlineData("all ranks", false)]
    [InlineData("the launcher", false)]
    [InlineData("all ranks", true, Traits = [Tier.Key, Tier.Mpich])]
    [InlineData("the launcher", true, Traits = [Tier.Key, Tier.Mpich])]
    public void Killed_at_any_moment_any_number_of_ranks_goes_on(string what, bool isOfBothFamilies)
    {
        int families = isOfBothFamilies ? RankLauncher.All.Count : 1;
        MakeTree();
        for (int seed = 1; seed <= Kills; seed++)
        {
            var random = new Random(seed);
            for (int kill = 0; kill < Math.Min(Kills, 2) && CopyAndKill(random, families, what); kill++)
            {
            }

            int ranks = random.Next(1, 5);
            Command done = ranks == 1 ? LandspeedProcess.Run("copy", Source, Target, "--quiet")
                : RankLauncher.All[random.Next(families)].Run(ranks, "copy", Source, Target, "--split", "32M", "--verify", "--quiet");

            Assert.True(done.ExitCode == 0, $"{what}, seed {seed}, {ranks} ranks: {done.Error}");
            AssertEqual();
            Directory.Delete(Target, recursive: true);
        }
    }

    public void Dispose() => _scratch.Dispose();

    // Whether it was killed before its end.
    private bool CopyAndKill(Random random, int families, string what)
    {
        RankLauncher family = RankLauncher.All[random.Next(families)];
        using Process launcher = family.Start(random.Next(2, 5), "copy", Source, Target, "--split", "32M", "--limit", "100MB", "--quiet");

        // A moment is told by what lies in the target.
        int entries = random.Next(1, 200);
        while (!launcher.HasExited && EntriesOfTarget() < entries)
        {
            Thread.Sleep(1);
        }

        string line = $"{LandspeedProcess.Executable} copy {Source} ";
        int[] killed = what == "all ranks" ? RankLauncher.Processes(line) : family.Below(launcher);
        Array.ForEach(killed, pid => Command.Run("/bin/kill", ["-KILL", $"{pid}"]));
        launcher.WaitForExit();
        RankLauncher.WaitForEnd(line);
        return launcher.ExitCode != 0;
    }

    private int EntriesOfTarget()
    {
        try
        {
            return Directory.Exists(Target) ? Directory.EnumerateFileSystemEntries(Target, "*", SearchOption.AllDirectories).Count() : 0;
        }
        catch (IOException)
        {
            return 0; // a name went away meanwhile
        }
    }

    private void AssertEqual()
    {
        Assert.Equal(string.Empty, TreeDifferences.Of(Source, Target));
    }

    private void MakeTree() => Command.Shell(
        $"""
        mkdir -p '{Source}/a/b/c' '{Source}/many' && cd '{Source}'
        for n in $(seq 1 130); do echo $n > many/f$n; done
        for n in $(seq 1 6); do echo $n > a/b/c/g$n; done
        head -c 70M /dev/urandom > large; head -c 3M /dev/urandom > a/middle; truncate -s 80M sparse; printf x | dd of=sparse bs=1 seek=70000000 conv=notrunc status=none
        ln large a/b/again; ln -s ../large a/soft; touch -d '2001-02-03 04:05:06.789' many a/b; chmod 640 many/f3
        """);
}
