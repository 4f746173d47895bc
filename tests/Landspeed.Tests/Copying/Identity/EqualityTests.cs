using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Identity;

/// <summary>What is taken for equal, and so not copied.</summary>
public class EqualityTests(Files.TestVolumes volumes)
{
    public static TheoryData<OverwriteRule, bool> Rules =>
        [(OverwriteRule.Older, false), (OverwriteRule.Older, true), (OverwriteRule.Always, true)];

    [Theory]
    [MemberData(nameof(Rules))]
    public void A_target_whose_time_is_a_whole_second_is_not_the_source_that_was_changed_within_the_next_two(
        OverwriteRule rule, bool isTree)
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir src dst && echo new >src/f && echo old >dst/f && "
                + "touch -d '2020-01-01 00:00:02 UTC' dst/f && touch -d '2020-01-01 00:00:03.999999999 UTC' src/f");

        CopyResult result = Copy(scratch, isTree, rule);

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal("new\n", File.ReadAllText(scratch.File("dst/f")));
    }

    [Theory]
    [InlineData("a", "b")]
    [InlineData("b", "a")]
    public void Names_of_one_file_that_look_up_to_date_get_its_content_when_one_was_compared(string right, string wrong)
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir -p src/a src/b dst/a dst/b && echo new >src/a/f && ln src/a/f src/b/f && "
                + $"echo new >dst/{right}/f && echo old >dst/{wrong}/f && "
                + "touch -d '2020-01-01 UTC' src/a/f dst/a/f dst/b/f src/a src/b dst/a dst/b");

        CopyResult result = Copy(scratch, isTree: true, OverwriteRule.Older);
        CopyResult second = Copy(scratch, isTree: true, OverwriteRule.Older);

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(scratch.File("src"), scratch.File("dst"));
        Assert.Equal((0L, 2L, 0L), (second.FilesCopied, second.FilesUpToDate, second.HardLinks));
    }

    [Fact]
    public void Names_of_one_file_of_which_one_differs_are_refused_where_nothing_is_to_be_replaced()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir src dst && echo new >src/a && ln src/a src/b && echo new >dst/a && "
                + "echo old >dst/b && touch -d '2020-01-01 UTC' src/a dst/a dst/b");

        CopyResult result = Copy(scratch, isTree: true, OverwriteRule.Never);

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        Assert.Equal(scratch.File("dst/b"), Assert.Single(result.Problems).Path.Text);
        Assert.Equal("new\nold\n", Command.Shell($"cd '{scratch.Path}/dst' && cat a b"));
    }

    private static CopyResult Copy(ScratchDirectory scratch, bool isTree, OverwriteRule rule) => isTree
        ? TreeCopies.Copy(scratch.File("src"), scratch.File("dst"), new() { Overwrite = rule, Verify = true })
        : FileCopier.Copy(
            scratch.FilePath("src/f"),
            scratch.FilePath("dst/f"),
            new() { Overwrite = rule },
            null,
            TestContext.Current.CancellationToken);
}
