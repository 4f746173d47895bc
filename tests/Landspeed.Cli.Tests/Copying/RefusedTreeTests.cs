using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Exit code 3 says that nothing was touched: of a tree as well, its directories included.</summary>
public sealed class RefusedTreeTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public RefusedTreeTests() => Command.Shell(
        $"cd '{_scratch.Path}' && mkdir -p s/a s/b t/a t/b && echo new | tee s/f s/a/f > s/b/f"
        + " && echo older | tee t/f t/a/f > t/b/f && chmod 750 s s/a s/b && chmod 711 t t/a t/b"
        + " && touch -d 2020-02-02 s s/a s/b && touch -d 2021-03-03 t t/a t/b");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_tree_of_which_all_is_refused_leaves_the_directories_as_they_were()
    {
        string before = Seen();

        Command done = LandspeedProcess.Run("copy", _scratch.File("s"), _scratch.File("t"), "--quiet");

        Assert.Equal(3, done.ExitCode);
        Assert.Equal(before, Seen());
    }

    [Fact]
    public void A_tree_of_which_a_part_is_refused_has_failed_in_part()
    {
        File.Delete(_scratch.File("t/a/f"));

        Command done = LandspeedProcess.Run("copy", _scratch.File("s"), _scratch.File("t"), "--quiet");

        Assert.Equal(1, done.ExitCode);
        Assert.Equal("new\n", File.ReadAllText(_scratch.File("t/a/f")));
        string now = Command.Shell($"stat -c '%a %y' '{_scratch.File("t")}'");
        Assert.StartsWith("750 2020-02-02", now, StringComparison.Ordinal);
    }

    [Fact]
    public void A_directory_that_was_changed_before_the_rest_was_refused_is_no_refusal()
    {
        Command.Shell(
            $"cd '{_scratch.Path}' && rm s/f t/f && rm -r s/a t/a && rm s/b/f && echo > s/z && echo old > t/z"
            + " && chmod 700 s/b");
        string before = Command.Shell($"stat -c '%a %y' '{_scratch.File("t/b")}'");

        Command done = LandspeedProcess.Run("copy", _scratch.File("s"), _scratch.File("t"), "--quiet");

        bool isTouched = before != Command.Shell($"stat -c '%a %y' '{_scratch.File("t/b")}'");
        Assert.Equal(isTouched ? 1 : 3, done.ExitCode);
    }

    private string Seen() =>
        Command.Shell($"cd '{_scratch.Path}/t' && find . -exec stat -c '%n %a %y %u %s' {{}} + | sort");
}
