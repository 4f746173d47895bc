using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>A umask that takes rights from the owner, too: what is made must be usable until it is complete.</summary>
public sealed class CreationMaskTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public CreationMaskTests()
    {
        Capability.RequireRoot();
        Command.Shell(
            $"cd '{_scratch.Path}' && mkdir -p s/sub own && echo one > s/one && head -c 3M /dev/urandom > s/sub/large"
            + " && ln -s one s/link && chmod 640 s/one && chown -R 65534:65534 s own");
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("0277")]
    [InlineData("0777")]
    [InlineData("0177")]
    public void Copies_and_results_come_about_and_a_second_run_finds_them(string mask)
    {
        Command done = LandspeedProcess.ShellAsNobody(
            """
            cd "$1" && umask "$2"
            run() { "$0" "$@" || { echo "$*: $?"; exit 1; } }
            run copy s own/t --verify --quiet --special
            run copy s own/t --verify --quiet
            run copy s/one own/one --verify --quiet --json own/json --manifest own/list
            run copy s/sub/large own/large --quiet
            run copy - own/piped --quiet < s/one
            run measure own/m --write --bytes 1M --size 1M --request-size 4K --quiet > /dev/null
            """,
            _scratch.Path,
            mask);

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal(
            Command.Shell($"cd '{_scratch.Path}/s' && find . ! -type l -printf '%P %m %T@\n' | sort"),
            Command.Shell($"cd '{_scratch.Path}/own/t' && find . ! -type l -printf '%P %m %T@\n' | sort"));
        Assert.Equal("640\n", Command.Shell($"stat -c %a '{_scratch.File("own/one")}'"));
        Assert.Equal(string.Empty, Command.Shell($"find '{_scratch.Path}' -name '*.landspeed-*'"));
    }
}
