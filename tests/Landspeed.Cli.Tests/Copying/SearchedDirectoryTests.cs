using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Directories whose names may be used, and not listed: for all commands that take one name in them.</summary>
public sealed class SearchedDirectoryTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public SearchedDirectoryTests()
    {
        Capability.RequireRoot();

        // searched: others may pass. dropped: others may make names as well. Neither may be listed.
        Command.Shell(
            $"cd '{_scratch.Path}' && mkdir searched searched/own searched/tree dropped"
            + " && echo content | tee searched/f > searched/tree/f && (cd searched && sha256sum f tree/f > own/list)"
            + " && chown -R 65534 searched/own && chmod 711 searched && chmod 733 dropped");
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("copy searched/f searched/own/new", "searched/own/new")]
    [InlineData("copy searched/tree searched/own/new", "searched/own/new/f")]
    [InlineData("copy searched/tree searched/own", "searched/own/f")]
    [InlineData("copy searched/f dropped/new", "dropped/new")]
    [InlineData("copy searched/f dropped/new --verify --manifest dropped/list", "dropped/new")]
    [InlineData("copy searched/tree dropped/new", "dropped/new/f")]
    [InlineData("copy searched/own/list dropped/new --remove-source --json dropped/j", "dropped/new")]
    public void What_may_only_be_searched_holds_sources_and_targets(string line, string copied)
    {
        Command done = Run(line);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.True(File.Exists(_scratch.File(copied)), done.Output);
    }

    [Fact]
    public void Streams_reach_what_may_only_be_searched()
    {
        Command done = LandspeedProcess.ShellAsNobody(
            """cd "$1" && "$0" copy searched/f - --quiet | "$0" copy - dropped/new --quiet""", _scratch.Path);

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal("content\n", File.ReadAllText(_scratch.File("dropped/new")));
    }

    [Fact]
    public void What_may_only_be_searched_is_verified_against_a_manifest()
    {
        Command done = Run("verify searched/own/list --directory searched");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("2 files OK", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void What_must_be_listed_is_refused_with_the_right_that_is_missing()
    {
        Command tree = Run("copy searched searched/own/new");
        Command extra = Run("verify searched/own/list --directory searched --extra");

        Assert.Equal(1, tree.ExitCode);
        Assert.Contains(
            "cannot open the directory searched: permission denied (EACCES)",
            tree.Error + tree.Output,
            StringComparison.Ordinal);
        Assert.NotEqual(0, extra.ExitCode);
        Assert.Contains("permission denied (EACCES)", extra.Error + extra.Output, StringComparison.Ordinal);
    }

    private Command Run(string line) =>
        LandspeedProcess.ShellAsNobody($"cd \"$1\" && exec \"$0\" {line}", _scratch.Path);
}
