using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests.Copying.Removal;

public class SourceRemovalTests(Files.TestVolumes volumes)
{
    [Fact]
    public void A_moved_tree_is_gone_from_its_source_and_whole_in_its_target()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string source = scratch.File("source");
        Command.Shell($"mkdir -p '{source}/d/empty' && cd '{source}' && echo 1 > one && ln one d/hard && ln -s q l && mkfifo p && head -c 3000000 /dev/urandom > large && cp -a . '{scratch.File("model")}'");

        CopyResult result = TreeCopies.Copy(source, scratch.File("target"), new TreeCopyOptions { RemoveSource = true, Special = true });

        TreeCopies.AssertDone(result);
        Assert.False(Directory.Exists(source));
        TreeCopies.AssertEqual(scratch.File("model"), scratch.File("target"));
    }

    [Fact]
    public void What_was_not_copied_is_not_removed_from_its_source()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/out target && echo a > source/same && echo b > source/other && echo c > source/new && echo o > source/out/f && mkfifo source/p && cp -a source/same target && echo x > target/other && touch -r source/other target/other");

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { RemoveSource = true, Filter = (path, _) => path.Name.Text != "out" });

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        Assert.Equal(".\n./other\n./out\n./out/f\n./p\n", Command.Shell($"cd '{scratch.File("source")}' && find . | sort"));
        Assert.Equal("a\nc\nx\n", Command.Shell($"cd '{scratch.File("target")}' && cat same new other"));
    }

    [Fact]
    public void What_changed_or_came_after_it_was_copied_stays_in_its_source_and_is_reported()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d && echo 1 > source/d/log && echo 2 > source/d/other");
        var events = new Listener<CopyEvent>(what =>
        {
            if (what.Path.Text == "d/log" && what.Action == CopyAction.Copied)
            {
                Command.Shell($"cd '{scratch.File("source")}' && echo more >> d/log && echo 3 > d/late && mkdir new && echo 4 > new/4");
            }
        });

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { RemoveSource = true, Events = events });

        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        Assert.Equal(
            ["source/d/late", "source/d/log", "source/new"],
            result.Problems.Select(problem => Path.GetRelativePath(scratch.Path, problem.Path.Text)).Order(StringComparer.Ordinal));
        Assert.Equal("./d/late\n./d/log\n./new/4\n", Command.Shell($"cd '{scratch.File("source")}' && find . -type f | sort"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_removal_that_cannot_be_made_durable_is_reported_and_the_copy_is_whole(bool isTree)
    {
        using var source = FaultStage.OnMount();
        using var scratch = new ScratchDirectory();
        string name = Path.Combine(source.Root, isTree ? "tree" : "tree/file");
        Command.Shell($"mkdir '{source.Root}/tree' && echo 1 > '{source.Root}/tree/file'");
        source.Faults.Arm(new FaultRule(FaultOperations.Fsyncdir, FaultAction.Deny(Errno.EIO)) { Always = true });

        CopyResult result = isTree
            ? TreeCopies.Copy(name, scratch.File("copy"), new TreeCopyOptions { RemoveSource = true })
            : FileCopier.Copy(
                FilePath.FromText(name), scratch.FilePath("copy"), new() { RemoveSource = true }, null, TestContext.Current.CancellationToken);

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        Assert.All(result.Problems, problem => Assert.Contains("make durable what was removed from", problem.Message, StringComparison.Ordinal));
        Assert.NotEmpty(result.Problems);
        Assert.False(Path.Exists(name));
        Assert.Equal("1\n", File.ReadAllText(scratch.File(isTree ? "copy/file" : "copy")));
    }

    [Fact]
    public void A_removal_is_made_durable_on_each_file_system_of_the_source()
    {
        using var other = FaultStage.OnMount();
        using var scratch = new ScratchDirectory();
        string mounted = scratch.File("source/mounted");
        Command.Shell($"mkdir -p '{mounted}' && echo 1 > '{scratch.Path}/source/one' && mkdir '{other.Root}/in' && echo 2 > '{other.Root}/in/two'");
        Command.Shell($"mount --bind '{other.Root}/in' '{mounted}'");
        try
        {
            TreeCopies.Copy(scratch.File("source"), scratch.File("copy"), new TreeCopyOptions { RemoveSource = true, CrossMounts = true });

            LoggedOperation[] log = [.. ((FaultMount)other.Faults).Operations];
            long removed = Assert.Single(log, one => one.Word == "unlink").Number;
            Assert.Contains(log, one => one.Word == "fsyncdir" && one.Result == 0 && one.Number > removed && one.Path == "/in");
        }
        finally
        {
            Command.Shell($"umount '{mounted}'");
        }
    }
}
