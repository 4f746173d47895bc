using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary><c>verify A B</c> by several ranks, as threads and under real launchers.</summary>
[Collection("mpirun")]
public sealed class RankedPairTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public RankedPairTests() => Command.Shell(
        $"cd '{_scratch.Path}' && mkdir -p a/d/e && seq 300 | split -l 1 -a 3 - a/d/f && seq 200000 > a/big && "
        + "ln a/d/faaa a/d/hard && ln a/d/faab a/other && ln -s big a/link && touch -d @1500000000 a/d/* a/d a && "
        + "cp -a a b");

    private string A => _scratch.File("a");

    private string B => _scratch.File("b");

    public void Dispose()
    {
        Command.Run("umount", ["-l", _scratch.File("b/d/e")]);
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("true", 0)]
    [InlineData("printf X | dd of=b/big bs=1 seek=1000000 conv=notrunc,nocreat status=none", 4)]
    [InlineData("chmod 640 b/d/fabc && rm b/d/faca && echo more > b/d/new && ln -sf d b/link", 4)]
    [InlineData("cp -p b/d/hard x && mv x b/d/hard && rm b/other && ln b/d/fabd b/other", 4)]
    [InlineData("rm -r b/d && ln -s a b/d", 4)]
    public void Ranks_say_what_one_process_says(string change, int code)
    {
        Command.Shell($"cd '{_scratch.Path}' && {change}");

        Command alone = RankedCommand.Run(1, Words("--ignore", "times"))[0];
        Command[] together = RankedCommand.Run(4, Words("--ignore", "times"));

        Assert.Equal((code, string.Empty), (alone.ExitCode, alone.Error));
        Assert.Equal(alone, together[0]);
        Assert.All(together.Skip(1), other => Assert.Equal(new Command(0, string.Empty, string.Empty), other));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1, Traits = [Tier.Key, Tier.Mpich])]
    public void Processes_do_so_too(int launcher)
    {
        Command.Shell($"cd '{_scratch.Path}' && echo x > b/d/fabc && rm a/other");
        string[] words = Words("--ignore", "times,links");

        Command alone = LandspeedProcess.Run(words);
        Command together = RankLauncher.All[launcher].Run(3, words);

        Assert.Equal((4, "other: only in B\nd/fabc: length 3, 2\n"), (alone.ExitCode, Listed(alone)));
        Assert.Equal((4, Listed(alone)), (together.ExitCode, Listed(together)));
    }

    [Fact]
    public void Two_files_are_for_one_process()
    {
        Command done = RankedCommand.Run(2, "verify", _scratch.File("a/big"), _scratch.File("b/big"))[0];

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(
            "two files are compared by one process; start it without ranks, or add --mpi=none",
            done.Error,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("b", 3, "b is not the same there as on rank 0")]
    [InlineData("b/d/e", 1, "d/e is not the same directory there as on rank 0")]
    public void A_file_system_that_only_one_rank_has_is_named(string mount, int code, string message)
    {
        Capability.RequireRoot();
        string place = _scratch.File(mount);
        Command.Shell(
            $"cd '{_scratch.Path}' && for n in $(seq 400); do echo $n > a/d/e/$n; done && cp -a a/d/e b/d/");
        string[] hidden =
        [
            "unshare", "-m", "sh", "-c",
            "cp -a \"$0\" /tmp/landspeed-$$ && mount -t tmpfs none \"$0\" && cp -a /tmp/landspeed-$$/. \"$0\" && "
                + "rm -r /tmp/landspeed-$$ && exec \"$@\"",
            place,
        ];

        string[] verify = [LandspeedProcess.Executable, .. Words("--threads", "1")];
        Command done = Start(["-n", "1", .. verify, ":", "-n", "1", .. hidden, .. verify]);

        Assert.True(done.ExitCode == code, done.Output + done.Error);
        Assert.Contains(message, done.Output + done.Error, StringComparison.Ordinal);
    }

    private static string Listed(Command done) =>
        done.Output.Replace("\r", string.Empty, StringComparison.Ordinal);

    private string[] Words(params string[] more) => ["verify", A, B, "--quiet", .. more];

    private static Command Start(params string[] words)
    {
        Capability.RequireProgram(RankLauncher.OpenMpi.Program);
        return Command.Run(
            RankLauncher.OpenMpi.Program, [.. RankLauncher.OpenMpi.Options, .. words], TimeSpan.FromMinutes(2));
    }
}
