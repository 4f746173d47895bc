using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

/// <summary>Directories of source and target lose their names while a tree is copied: the copier goes on below its descriptors.</summary>
public sealed class DisplacedTreeTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public DisplacedTreeTests() => Command.Shell(
        $"cd '{_scratch.Path}' && mkdir -p source/d target other && echo 1 > source/one && echo 2 > source/d/two && echo old > target/surplus && ln -s . link");

    private static TreeCopyOptions Move => new() { DeleteExtraneous = true, RemoveSource = true };

    public void Dispose()
    {
        Command.Run("/bin/sh", ["-c", $"umount -l '{_scratch.Path}/target/d' '{_scratch.Path}/target' '{_scratch.Path}/source/d' '{_scratch.Path}/source' 2>/dev/null; true"]);
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("target", "mv target aside && mkdir target", "aside")]
    [InlineData("target", "mv target aside", "aside")]
    [InlineData("target", "mount -t tmpfs none target", "inode")]
    [InlineData("target", "mount --bind other target", "inode")]
    [InlineData("link/target", "ln -sfn other link", "target")]
    public void A_target_that_is_not_any_more_under_its_name_is_reported_with_where_it_is(string target, string command, string where)
    {
        CopyResult result = Copy(target, CopyAction.Copied, command);

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems, problem => problem.Kind == CopyProblemKind.Failed);
        Assert.Equal(_scratch.File(target), problem.Path.Text);
        Assert.Contains(where, problem.Message, StringComparison.Ordinal);
        AssertNothingRemoved();
    }

    [Theory]
    [InlineData("mv target/d aside && mkdir target/d", "aside")]
    [InlineData("mount -t tmpfs none target/d", "inode")]
    [InlineData("mv target/d other/d", "other/d")]
    public void A_directory_of_the_target_that_lost_its_name_is_reported_with_where_it_is(string command, string where)
    {
        CopyResult result = Copy("target", CopyAction.Copied, command, "d/two");

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems, problem => problem.Kind == CopyProblemKind.Failed);
        Assert.Equal(_scratch.File("target/d"), problem.Path.Text);
        Assert.Contains(where, problem.Message, StringComparison.Ordinal);
        AssertNothingRemoved();
    }

    [Theory]
    [InlineData("source", "mv source aside && mkdir source")]
    [InlineData("source", "mv source aside")]
    [InlineData("source", "mount -t tmpfs none source")]
    [InlineData("source/d", "mv source/d aside && mkdir source/d")]
    [InlineData("source/d", "mount -t tmpfs none source/d")]
    public void A_source_that_is_not_any_more_under_its_name_is_reported(string directory, string command)
    {
        CopyResult result = Copy("target", CopyAction.Copied, command, "d/two");

        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems, problem => problem.Kind == CopyProblemKind.SourceChanged);
        Assert.Equal(_scratch.File(directory), problem.Path.Text);
        Assert.True(File.Exists(_scratch.File("target/surplus")));
        Command.Run("/bin/sh", ["-c", $"umount '{_scratch.File(directory)}'"]);
        Assert.Equal(1, int.Parse(Command.Shell($"cd '{_scratch.Path}' && find source aside -name two 2>/dev/null | wc -l"), null));
    }

    [Fact]
    public void Nothing_is_removed_from_the_copy_of_a_directory_that_was_replaced_after_it_was_copied()
    {
        CopyResult result = Copy("target", CopyAction.Removed, "mv source/d aside && mkdir source/d");

        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        Assert.Contains(result.Problems, problem => problem.Path.Text == _scratch.File("source/d"));
        Assert.Equal("2\n2\n", Command.Shell($"cd '{_scratch.Path}' && cat target/d/two aside/two"));
    }

    [Fact]
    public void Nothing_is_removed_from_a_directory_that_was_put_in_place_of_one_that_was_copied()
    {
        Command.Shell($"cd '{_scratch.Path}' && touch -d 2020-01-01 source/d/two && echo X > other/two && touch -d 2020-01-01 other/two");
        string twin = Command.Shell($"cat '{_scratch.Path}/other/two'");

        CopyResult result = Copy("target", CopyAction.Removed, "mv source/d aside && mv other source/d");

        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        Assert.Equal(twin, Command.Shell($"cat '{_scratch.Path}/source/d/two'"));
    }

    [Theory]
    [InlineData("mv target aside && cp -a aside target")]
    [InlineData("mv target/d aside && cp -a aside target/d")]
    [InlineData("mount -t tmpfs none target/d")]
    public void No_source_is_removed_whose_copy_lost_its_name_after_it_was_made(string command)
    {
        CopyResult result = Copy("target", CopyAction.Removed, command);

        Assert.NotEqual(CopyOutcome.Done, result.Outcome);
        Assert.Equal("2\n", Command.Shell($"cat '{_scratch.Path}/source/d/two'"));
    }

    private CopyResult Copy(string target, CopyAction action, string command, string? path = null)
    {
        bool isDone = false;
        var events = new Listener<CopyEvent>(what =>
        {
            if (!isDone && what.Action == action && (path is null || what.Path.Text == path))
            {
                isDone = true;
                Command.Shell($"cd '{_scratch.Path}' && {command}");
            }
        });
        CopyResult result = TreeCopies.Copy(_scratch.File("source"), _scratch.File(target), Move with { Events = events });
        Assert.True(isDone);
        return result;
    }

    private void AssertNothingRemoved()
    {
        Assert.Equal("1\n2\n", Command.Shell($"cd '{_scratch.Path}' && cat source/one source/d/two"));
        Command.Run("/bin/sh", ["-c", $"umount '{_scratch.Path}/target/d' '{_scratch.Path}/target'"]);
        Assert.Equal(
            "1\n2\nold\n",
            Command.Shell($"cd '{_scratch.Path}' && for f in one two surplus; do find target aside other -name $f -exec cat {{}} ';' 2>/dev/null; done; true"));
    }
}
