using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>A directory of which names can be added and never changed (chattr +a), as archives have it.</summary>
public sealed class AppendOnlyTests : IDisposable
{
    private readonly TestVolume _volume = new("ext4", "64M");

    public AppendOnlyTests() => Command.Shell(
        $"cd '{_volume.Path}' && mkdir -p s/sub archive && echo one > s/one && ln s/one s/two"
        + " && head -c 3M /dev/urandom > s/large && echo x > s/sub/x"
        + " && ln -s one s/link && mkfifo s/fifo && chattr +a archive");

    public void Dispose()
    {
        Command.Shell($"chattr -a '{_volume.Path}/archive'");
        _volume.Dispose();
    }

    [Fact]
    public void Files_streams_and_results_come_to_lie_there_and_nothing_else()
    {
        Command done = Run(
            """
            run copy s/large archive/large --verify --quiet --json archive/json --manifest archive/list --events events
            run copy s/one archive/one --quiet
            run copy - archive/piped --quiet < s/one
            """);

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal(
            "json\nlarge\nlist\none\npiped\n",
            Command.Shell($"cd '{_volume.Path}' && cmp s/large archive/large && ls -A archive"));
    }

    [Fact]
    public void A_tree_comes_to_lie_there_and_a_second_run_finds_it()
    {
        Command done = Run(
            """
            run copy s archive --verify --special --quiet 2> first
            run copy s archive --verify --special --quiet 2> second
            run copy s archive/below --quiet --special
            """);

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal(
            Command.Shell($"cd '{_volume.Path}/s' && find . -mindepth 1 -printf '%P %y %m %n %s\n' | sort"),
            Command.Shell(
                $"cd '{_volume.Path}/archive' && find . -mindepth 1 -path ./below -prune -o "
                + "-printf '%P %y %m %n %s\n' | sort"));
    }

    [Fact]
    public void What_is_there_cannot_be_replaced_and_nothing_is_left()
    {
        Run("run copy s/one archive/one --quiet\nrun copy s/one archive/link --quiet");

        Command file = LandspeedProcess.Run(
            "copy", _volume.File("s/large"), _volume.File("archive/one"), "--replace", "always", "--quiet");
        Command tree = LandspeedProcess.Run(
            "copy", _volume.File("s"), _volume.File("archive"), "--replace", "always", "--quiet");

        Assert.True((file.ExitCode, tree.ExitCode) == (1, 1), file.Error + tree.Error);
        Assert.Contains("Its directory is append-only (chattr +a)", file.Error, StringComparison.Ordinal);
        Assert.Contains("is append-only (chattr +a)", tree.Error, StringComparison.Ordinal);
        Assert.Equal("large\nlink\none\nsub\ntwo\n", Command.Shell($"ls -A '{_volume.Path}/archive'"));
        Assert.Equal("one\n", File.ReadAllText(_volume.File("archive/link")));
    }

    private Command Run(string script) => LandspeedProcess.Shell(
        "cd \"$1\"; run() { \"$0\" \"$@\" || { echo \"$*: $?\"; exit 1; } }\n" + script, _volume.Path);
}
