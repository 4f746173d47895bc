using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Metadata;

/// <summary>
/// Targets that cannot hold each time of a source: ext4 with inodes of 128 bytes has whole seconds from 1901 to 2038.
/// </summary>
public sealed class CoarseTimeTests : IDisposable
{
    private static readonly CopyOptions s_update = new() { Overwrite = OverwriteRule.Older };
    private readonly TestVolume _scratch = new("tmpfs", "64M");
    private readonly TestVolume _small = new("ext4", "64M", makeOptions: "-I 128");

    public static TheoryData<string> Times =>
    [
        "2020-01-01 00:00:01.123456789", "2038-01-19 03:14:08.5", "2040-06-01 12:00:00", "1901-12-13 20:45:51", "1890-01-01 00:00:00.5",
    ];

    public void Dispose()
    {
        _small.Dispose();
        _scratch.Dispose();
    }

    [Theory]
    [MemberData(nameof(Times))]
    public void A_file_is_up_to_date_whose_time_the_target_cannot_hold_and_the_loss_is_reported_once(string time)
    {
        FilePath source = Make("file", time);
        var target = FilePath.FromText(_small.File("file"));

        CopyResult first = FileCopier.Copy(source, target, s_update, null, TestContext.Current.CancellationToken);
        CopyResult second = FileCopier.Copy(source, target, s_update, null, TestContext.Current.CancellationToken);

        AssertLoss(first);
        Assert.Equal(1, first.FilesCopied);
        Assert.Equal((0, 1), (second.FilesCopied, second.FilesUpToDate));
        Assert.Empty(second.Problems);
    }

    [Theory]
    [MemberData(nameof(Times))]
    public void A_tree_is_up_to_date_whose_times_the_target_cannot_hold_and_the_loss_is_reported_once(string time)
    {
        for (int index = 0; index < 5; index++)
        {
            Make($"tree/below/{index}", time);
        }

        Make("tree/large", time, "head -c 3000000 /dev/zero");
        Command.Shell($"cd '{_scratch.Path}/tree' && ln -s large link && touch -h -d '{time} UTC' link below . && chmod 700 below");
        var options = new TreeCopyOptions { Overwrite = OverwriteRule.Older };

        CopyResult first = Copy(options);
        CopyResult second = Copy(options);

        AssertLoss(first);
        Assert.Equal(6, first.FilesCopied);
        Assert.Equal((0, 7), (second.FilesCopied, second.FilesUpToDate));
        Assert.Empty(second.Problems);
    }

    [Theory]
    [InlineData("2040-01-01", "2041-01-01", "other")]
    [InlineData("2040-01-01", "2041-01-01", "CONTENT")]
    [InlineData("2040-01-01", "2040-01-01", "CONTENT")]
    [InlineData("1880-01-01", "1890-01-01", "other")]
    [InlineData("1880-01-01", "1890-01-01", "CONTENT")]
    public void What_was_changed_is_copied_once_also_where_the_target_holds_no_such_time(string before, string after, string content)
    {
        FilePath source = Make("file", before);
        var target = FilePath.FromText(_small.File("file"));
        FileCopier.Copy(source, target, s_update, null, TestContext.Current.CancellationToken);
        Make("file", after, $"echo {content}");

        CopyResult first = FileCopier.Copy(source, target, s_update, null, TestContext.Current.CancellationToken);
        CopyResult second = FileCopier.Copy(source, target, s_update, null, TestContext.Current.CancellationToken);

        Assert.Equal((1, 0), (first.FilesCopied, second.FilesCopied));
        Assert.Equal(content + "\n", Command.Shell($"cat '{_small.Path}/file'"));
    }

    [Theory]
    [InlineData("2040-01-01", "2041-01-01", "other")]
    [InlineData("2040-01-01", "2041-01-01", "CONTENT")]
    [InlineData("1880-01-01", "1890-01-01", "other")]
    [InlineData("1880-01-01", "1890-01-01", "CONTENT")]
    public void What_was_changed_in_a_tree_is_copied_once_and_a_preview_says_so(string before, string after, string content)
    {
        Make("tree/file", before);
        var options = new TreeCopyOptions { Overwrite = OverwriteRule.Older };
        Copy(options);
        Make("tree/file", after, $"echo {content}");

        CopyResult preview = Copy(options with { DryRun = true });
        CopyResult first = Copy(options);
        CopyResult second = Copy(options);

        Assert.Equal((1, 1, 0), (preview.FilesCopied, first.FilesCopied, second.FilesCopied));
        Assert.Equal(content + "\n", Command.Shell($"cat '{_small.Path}/tree/file'"));
    }

    [Fact]
    public void A_directory_whose_time_cannot_be_kept_is_named_as_the_user_does()
    {
        Command.Shell($"mkdir '{_scratch.Path}/tree' && touch -d '2040-01-01 UTC' '{_scratch.Path}/tree'");

        CopyResult result = Copy(new TreeCopyOptions());

        Assert.Equal(_small.File("tree"), Assert.Single(result.Problems).Path.Text);
    }

    [Fact]
    public void Nothing_is_reported_of_times_that_the_target_holds()
    {
        Make("tree/file", "2020-01-01 00:00:01");
        Command.Shell($"touch -d '2020-01-01 00:00:01 UTC' '{_scratch.Path}/tree'");

        Assert.Empty(Copy(new TreeCopyOptions()).Problems);
    }

    private CopyResult Copy(TreeCopyOptions options) => TreeCopier.Copy(
        FilePath.FromText(_scratch.File("tree")),
        FilePath.FromText(_small.File("tree")),
        options,
        null,
        TestContext.Current.CancellationToken);

    private FilePath Make(string name, string time, string content = "echo content")
    {
        string path = _scratch.File(name);
        Command.Shell($"mkdir -p '{Path.GetDirectoryName(path)}' && {content} > '{path}' && touch -d '{time} UTC' '{path}'");
        return FilePath.FromText(path);
    }

    private void AssertLoss(CopyResult result)
    {
        CopyProblem problem = Assert.Single(result.Problems);
        Assert.Equal(CopyProblemKind.NotPreserved, problem.Kind);
        Assert.StartsWith(_small.Path, problem.Path.Text, StringComparison.Ordinal);
        Assert.Contains("time of last change", problem.Message, StringComparison.Ordinal);
        Assert.Equal(CopyOutcome.Done, result.Outcome);
    }
}
