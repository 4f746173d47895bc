using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Removal;

/// <summary>A source is removed only when nothing of it is lost with it, or when that was allowed.</summary>
public class LostAttributesTests
{
    // XFS keeps attributes of 64 KiB, ext4 of less than one block.
    private const string Make =
        "mkdir -p source/d && cd source && for n in a b d/c; do echo $n >$n; done && "
        + "setfattr -n user.large -v \"$(head -c 20000 /dev/zero | tr '\\0' x)\" b d";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_source_whose_attributes_the_target_does_not_keep_stays_unless_that_is_allowed(bool isAllowed)
    {
        using var from = new TestVolume("xfs");
        using var to = new TestVolume("ext4", "64M");
        Command.Shell($"cd '{from.Path}' && {Make}");

        CopyResult result = TreeCopies.Copy(
            from.File("source"),
            to.File("target"),
            new TreeCopyOptions { RemoveSource = true, MayLoseAttributes = isAllowed });

        Assert.Equal(isAllowed ? CopyOutcome.Done : CopyOutcome.Failed, result.Outcome);
        Assert.Equal(
            isAllowed ? [] : [from.File("source/b"), from.File("source/d")],
            result.Problems.Where(problem => problem.Kind == CopyProblemKind.Failed)
                .Select(problem => problem.Path.Text).Order(StringComparer.Ordinal));
        Assert.Equal(
            isAllowed ? string.Empty : "./b\n./d/c\n",
            Command.Shell($"cd '{from.Path}' && [ ! -d source ] || (cd source && find . -type f | sort)"));
        Assert.Equal("./a\n./b\n./d/c\n", Command.Shell($"cd '{to.Path}/target' && find . -type f | sort"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void So_does_a_single_file(bool isAllowed)
    {
        using var from = new TestVolume("xfs");
        using var to = new TestVolume("ext4", "64M");
        Command.Shell($"cd '{from.Path}' && {Make}");

        CopyResult result = FileCopier.Copy(
            FilePath.FromText(from.File("source/b")),
            FilePath.FromText(to.File("b")),
            new CopyOptions { RemoveSource = true, MayLoseAttributes = isAllowed },
            null,
            TestContext.Current.CancellationToken);

        Assert.Equal(isAllowed ? CopyOutcome.Done : CopyOutcome.Failed, result.Outcome);
        Assert.Equal(!isAllowed, File.Exists(from.File("source/b")));
        Assert.True(File.Exists(to.File("b")));
    }
}
