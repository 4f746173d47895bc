using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

/// <summary>Results that would lie where the copy itself removes.</summary>
public sealed class RemovedResultsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public RemovedResultsTests() => Command.Shell(
        $"cd '{_scratch.Path}' && mkdir -p s/sub d/deep/er other && echo a > s/a && echo b > s/sub/b"
        + " && echo old > d/old"
        + " && ln -s d to-d && ln -s d/deep/ev to-ev && ln -s s to-s && ln -s d/missing dangling"
        + " && echo ev > d/deep/ev");

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("s d --delete --yes --events d/ev", "--events d/ev is in d, from which --delete removes")]
    [InlineData("s d --delete --yes --events ./s/../d/deep/er/ev", "from which --delete removes")]
    [InlineData("s d --delete --yes --events to-d/ev", "from which --delete removes")]
    [InlineData("s d --delete --yes --events to-ev", "from which --delete removes")]
    [InlineData("s d --delete --yes --json dangling", "from which --delete removes")]
    [InlineData("s to-d/. --delete --yes --manifest d/m", "from which --delete removes")]
    [InlineData("s d --delete --dry-run --events d/ev", "from which --delete removes")]
    [InlineData("s d --delete --yes --csv d/deep/x --exclude old", "from which --delete removes")]
    [InlineData("s d --events s/ev", "--events s/ev is in s and would be copied while it is written")]
    [InlineData("s d --remove-source --manifest s/m", "--manifest s/m is in s, which --remove-source removes")]
    [InlineData("s d --remove-source --json s/sub/r", "which --remove-source removes")]
    [InlineData("s d --remove-source --html to-s/r", "which --remove-source removes")]
    [InlineData("s/. d --remove-source --events s/ev --exclude ev", "which --remove-source removes")]
    public void They_are_refused_before_anything_is_done(string words, string message)
    {
        string before = Names();

        Command refused = InScratch($"\"$0\" copy {words}");

        Assert.Equal((2, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains(message, refused.Error, StringComparison.Ordinal);
        Assert.Equal(1, refused.Error.Count(character => character == '\n'));
        Assert.Equal(before, Names());
    }

    [Theory]
    [InlineData("s d --delete --yes --events other/ev", "other/ev")]
    [InlineData("s d --events s/ev --exclude ev", "s/ev")]
    [InlineData("s d --manifest s/m", "s/m")]
    [InlineData("s d --delete --yes --events d/ev --exclude ev", "d/ev")]
    [InlineData("s d --delete --yes --json d/deep/r --exclude deep", "d/deep/r")]
    [InlineData("s d --manifest d/m", "d/m")]
    [InlineData("s d --remove-source --manifest d/m", "d/m")]
    [InlineData("s/a d/a --remove-source --manifest s/m", "s/m")]
    [InlineData("s missing --delete --yes --manifest m", "m")]
    public void What_is_not_removed_may_hold_them(string words, string result)
    {
        Command done = InScratch($"\"$0\" copy {words} --quiet");

        Assert.Equal((0, string.Empty, string.Empty), (done.ExitCode, done.Output, done.Error));
        Assert.True(new FileInfo(_scratch.File(result)) is { Exists: true, Length: > 0 });
    }

    private string Names() => Command.Shell($"cd '{_scratch.Path}' && find . | LC_ALL=C sort");

    private Command InScratch(string script) =>
        LandspeedProcess.Shell($"cd \"$1\" || exit 99; {script}", _scratch.Path);
}
