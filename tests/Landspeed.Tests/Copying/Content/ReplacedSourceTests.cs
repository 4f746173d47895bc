using Landspeed.Copying;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Content;

/// <summary>Another file gets the source's name while the source is copied: the open one stays as it was.</summary>
public class ReplacedSourceTests(Files.TestVolumes volumes)
{
    private const int Length = (2 << 20) + 100;

    private static CopyOptions Options => new()
    {
        RequestSize = 256 * 1024,
        QueueDepth = 4,
        Overwrite = OverwriteRule.Always,
    };

    [Theory]
    [InlineData("ext4", "echo other > other && mv other source.dat", ReflinkRule.Automatic)]
    [InlineData("ext4", "cp -p source.dat other && mv other source.dat", ReflinkRule.Automatic)]
    [InlineData("ext4", "mv source.dat elsewhere", ReflinkRule.Automatic)]
    [InlineData("ext4", "mv source.dat elsewhere && ln -s target.dat source.dat", ReflinkRule.Automatic)]
    [InlineData("xfs", "echo other > other && mv other source.dat", ReflinkRule.Always)]
    [InlineData("btrfs", "echo other > other && mv other source.dat", ReflinkRule.Always)]
    [InlineData("tmpfs", "echo other > other && mv other source.dat", ReflinkRule.Automatic)]
    public void A_file_that_loses_its_name_while_it_is_copied_is_never_published(string volume, string command, ReflinkRule reflink)
    {
        foreach (int after in new[] { 1, Length / 2, Length })
        {
            using ScratchDirectory parent = volumes.Directory(volume);
            using var ground = new CopyGround(parent.Path);
            ground.MakeSource(Length);
            File.WriteAllText(ground.Target, "old");
            var meanwhile = new OnBytes(after, () => Command.Shell($"cd '{ground.Directory}' && {command}"));

            CopyException failure = Assert.Throws<CopyException>(
                () => ground.Copy(Options with { Reflink = reflink }, engine: null, meanwhile));

            Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
            Assert.Contains("source.dat", failure.Message, StringComparison.Ordinal);
            Assert.Equal("old", File.ReadAllText(ground.Target));
            Assert.DoesNotContain(ground.Leftovers, name => name.Contains("landspeed", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void A_link_that_leads_to_another_file_while_the_first_is_copied_is_reported()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        Command.Shell($"cd '{ground.Directory}' && ln -s source.dat link && echo other > other");
        var meanwhile = new OnBytes(Length / 2, () => Command.Shell($"cd '{ground.Directory}' && ln -sfn other link"));

        CopyException failure = Assert.Throws<CopyException>(() => FileCopier.Copy(
            FilePath.FromText(ground.Directory + "/link"), ground.TargetPath, Options, meanwhile, ground.Stop));

        Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
        Assert.False(File.Exists(ground.Target));
    }

    [Fact]
    public void A_file_whose_directory_is_replaced_while_it_is_copied_is_reported()
    {
        using var ground = new CopyGround();
        Command.Shell($"cd '{ground.Directory}' && mkdir -p d e && head -c {Length} /dev/urandom > d/f && echo other > e/f");
        var meanwhile = new OnBytes(Length / 2, () => Command.Shell($"cd '{ground.Directory}' && mv d aside && mv e d"));

        CopyException failure = Assert.Throws<CopyException>(() => FileCopier.Copy(
            FilePath.FromText(ground.Directory + "/d/f"), ground.TargetPath, Options with { RemoveSource = true }, meanwhile, ground.Stop));

        Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
        Assert.Equal("other\n", Command.Shell($"cat '{ground.Directory}/d/f'"));
        Assert.True(File.Exists(ground.Directory + "/aside/f"));
    }

    [Fact]
    public void A_continued_copy_reports_a_source_that_was_replaced_meanwhile()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        using var stop = new CancellationTokenSource();
        ground.Stop = stop.Token;
        Assert.Throws<OperationCanceledException>(
            () => ground.Copy(Options, engine: null, new OnBytes(Length / 2, stop.Cancel), checkpointInterval: 512 << 10));
        ground.Stop = TestContext.Current.CancellationToken;
        var meanwhile = new OnBytes(Length, () => Command.Shell($"cd '{ground.Directory}' && echo other > other && mv other source.dat"));

        CopyException failure = Assert.Throws<CopyException>(() => ground.Copy(Options, engine: null, meanwhile));

        Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void A_file_that_is_replaced_while_it_is_sent_is_reported()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        using SafeFileHandle target = File.OpenHandle(ground.Target, FileMode.CreateNew, FileAccess.Write);
        var meanwhile = new OnBytes(
            Length / 2, () => Command.Shell($"cd '{ground.Directory}' && echo other > other && mv other source.dat"));

        CopyException failure = Assert.Throws<CopyException>(() => StreamCopier.Send(
            ground.SourcePath, target, FilePath.FromText("standard output"), Options, meanwhile, ground.Stop));

        Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
    }

    [Theory]
    [InlineData("ext4", ReflinkRule.Automatic, false)]
    [InlineData("ext4", ReflinkRule.Automatic, true)]
    [InlineData("btrfs", ReflinkRule.Always, true)]
    public void A_large_file_of_a_tree_that_is_replaced_while_it_is_copied_is_reported_and_stays(
        string volume, ReflinkRule reflink, bool removesSource)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        Command.Shell($"cd '{scratch.Path}' && mkdir source && head -c {Length} /dev/urandom > source/f");
        var options = new TreeCopyOptions { Reflink = reflink, RemoveSource = removesSource, SmallFileLimit = 0 };
        var meanwhile = new OnBytes(1, () => Command.Shell($"cd '{scratch.Path}' && echo other > other && mv other source/f"));

        CopyResult result = TreeCopies.CopyUntil(
            TestContext.Current.CancellationToken, scratch.File("source"), scratch.File("target"), options, meanwhile);

        AssertReported(result, scratch.File("source/f"), scratch.File("target"));
    }

    private static void AssertReported(CopyResult result, string source, string target)
    {
        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems);
        Assert.Equal((CopyProblemKind.SourceChanged, source), (problem.Kind, problem.Path.Text));
        Assert.False(File.Exists(Path.Combine(target, "f")));
        Assert.True(Path.Exists(source));
        Assert.Equal(string.Empty, TreeCopies.Leftovers(target));
    }
}
