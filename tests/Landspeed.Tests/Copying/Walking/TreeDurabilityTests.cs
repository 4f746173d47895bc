using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests.Copying.Walking;

/// <summary>Targets on which flushing the whole file system does nothing: FUSE; an overlay that is mounted volatile.</summary>
public sealed class TreeDurabilityTests : IDisposable
{
    private readonly FaultStage _stage = FaultStage.OnMount();
    private readonly ScratchDirectory _scratch = new();

    public TreeDurabilityTests() => Command.Shell(
        $"cd '{_scratch.Path}' && mkdir -p source/d/e source/empty && echo 1 > source/one && echo 2 > source/d/two && head -c 3000000 /dev/urandom > source/d/e/large && ln -s one source/link && ln source/one source/d/hard");

    private string Target => Path.Combine(_stage.Root, "target/new");

    private FaultMount Mount => (FaultMount)_stage.Faults;

    public void Dispose()
    {
        _stage.Dispose();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Each_file_is_flushed_before_it_gets_its_name_and_each_directory_after(bool verify)
    {
        CopyResult result = Copy(new TreeCopyOptions { Verify = verify });

        TreeCopies.AssertDone(result);
        Assert.True(result.IsDurable);
        Assert.NotEqual(TimeSpan.Zero, result.ElapsedToDurable);
        LoggedOperation[] log = [.. Mount.Operations];
        foreach (LoggedOperation renamed in log.Where(one => one.Word == "rename" && !one.Path.EndsWith("link", StringComparison.Ordinal)))
        {
            string name = Path.GetFileName(renamed.Path);
            Assert.Contains(log, one => one.Word == "fsync" && one.Result == 0 && one.Number < renamed.Number
                && Path.GetFileName(one.Path).StartsWith($".{name}.", StringComparison.Ordinal));
        }

        foreach (string directory in new[] { "", "/new", "/new/d", "/new/d/e", "/new/empty" })
        {
            string path = "/target" + directory;
            long last = log.Last(one => one.Word == "utimens" ? one.Path == path
                : one.Word is "rename" or "link" or "mkdir" or "symlink" or "unlink" && Path.GetDirectoryName(one.Path) == path).Number;
            Assert.Contains(log, one => one.Word == "fsyncdir" && one.Result == 0 && one.Number > last && one.Path == path);
        }
    }

    [Fact]
    public void A_file_that_is_up_to_date_is_flushed_too()
    {
        TreeCopies.AssertDone(Copy());
        long before = Mount.Operations.Count;

        CopyResult result = Copy();

        TreeCopies.AssertDone(result);
        Assert.Contains(Mount.Operations, one => one.Number > before && one.Word == "fsync" && one.Path == "/target/new/one");
        Assert.Contains(Mount.Operations, one => one.Number > before && one.Word == "fsync" && one.Path == "/target/new/d/e/large");
    }

    [Theory]
    [InlineData("two")]
    [InlineData("large")]
    public void A_file_whose_flush_fails_gets_no_name_and_its_source_stays(string name)
    {
        _stage.Faults.Arm(new FaultRule(FaultOperations.Fsync, FaultAction.Deny(Errno.EIO)) { Filter = $"~.{name}.", Always = true });

        CopyResult result = Copy(new TreeCopyOptions { RemoveSource = true });

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        Assert.Contains(name, Assert.Single(result.Problems).Message, StringComparison.Ordinal);
        Assert.Equal(string.Empty, Command.Shell($"find '{Target}' -name '*{name}*'"));
        Assert.Contains(name, Command.Shell($"find '{_scratch.Path}/source'"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("*")]
    [InlineData("=d")]
    [InlineData("=target")]
    public void Where_a_directory_cannot_be_flushed_the_copy_is_not_durable_and_no_source_is_removed(string filter)
    {
        _stage.Faults.Arm(new FaultRule(FaultOperations.Fsyncdir, FaultAction.Deny(Errno.EIO)) { Filter = filter, Always = true });

        CopyResult result = Copy(new TreeCopyOptions { RemoveSource = true });

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        Assert.Contains(result.Problems, problem => problem.Message.Contains("durable", StringComparison.Ordinal));
        Assert.False(result.IsDurable);
        Assert.Equal(TimeSpan.Zero, result.ElapsedToDurable);
        TreeCopies.AssertEqual(_scratch.File("source"), Target);
    }

    [Fact]
    public void The_directory_above_a_target_that_was_there_is_none_of_the_copy()
    {
        Directory.CreateDirectory(Target);
        _stage.Faults.Arm(new FaultRule(FaultOperations.Fsyncdir, FaultAction.Deny(Errno.EIO)) { Filter = "=target", Always = true });

        TreeCopies.AssertDone(Copy());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void On_an_overlay_that_is_mounted_volatile_nothing_is_called_durable_and_no_source_is_removed(bool isTree)
    {
        using var layers = new TestVolume("tmpfs");
        string merged = layers.File("merged");
        Command.Shell($"cd '{layers.Path}' && mkdir l u w merged && mount -t overlay -o lowerdir=l,upperdir=u,workdir=w,volatile none merged");
        try
        {
            CopyResult result = isTree
                ? TreeCopies.Copy(_scratch.File("source"), merged + "/new", new TreeCopyOptions { RemoveSource = true })
                : FileCopier.Copy(
                    _scratch.FilePath("source/one"), FilePath.FromText(merged + "/one"), new() { RemoveSource = true }, null, TestContext.Current.CancellationToken);

            Assert.False(result.IsDurable);
            Assert.Equal(TimeSpan.Zero, result.ElapsedToDurable);
            Assert.Equal(CopyOutcome.Failed, result.Outcome);
            Assert.Contains(result.Problems, problem => problem.Message.Contains("volatile", StringComparison.Ordinal));
            Assert.True(File.Exists(_scratch.File("source/one")));
        }
        finally
        {
            Command.Shell($"umount '{merged}'");
        }
    }

    private CopyResult Copy(TreeCopyOptions? options = null) =>
        TreeCopies.Copy(_scratch.File("source"), Target, (options ?? new()) with { SmallFileLimit = 1 << 20 });
}
