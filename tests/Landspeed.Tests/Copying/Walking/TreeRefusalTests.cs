using Landspeed.Copying;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Walking;

public class TreeRefusalTests(Files.TestVolumes volumes)
{
    [Theory]
    [InlineData("source", "source")]
    [InlineData("source", "./source")]
    [InlineData("source", "source/d")]
    [InlineData("source", "source/d/new")]
    [InlineData("source/d", "source")]
    [InlineData("source", "link")]
    [InlineData("source", "file")]
    [InlineData("source", "bound")]
    [InlineData("bound", "source/d")]
    public void What_would_copy_a_tree_into_itself_is_refused(string source, string target)
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d bound elsewhere && echo x > source/f && echo y > file && ln -s elsewhere link && mount --bind source bound");
        try
        {
            string before = Listing(scratch);

            var refused = Assert.Throws<CopyException>(() => TreeCopies.Copy(scratch.File(source), scratch.File(target)));

            Assert.Equal(CopyOutcome.Refused, refused.Outcome);
            Assert.Equal(before, Listing(scratch));
        }
        finally
        {
            Command.Shell($"umount '{scratch.File("bound")}'");
        }
    }

    [Theory]
    [InlineData("missing", "target")]
    [InlineData("file", "target")]
    [InlineData("source", "missing/target")]
    public void What_cannot_begin_fails_before_anything_is_made(string source, string target)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && echo y > file");
        string before = Listing(scratch);

        var failed = Assert.Throws<CopyException>(() => TreeCopies.Copy(scratch.File(source), scratch.File(target)));

        Assert.Equal(CopyOutcome.Failed, failed.Outcome);
        Assert.Equal(before, Listing(scratch));
    }

    [Theory]
    [InlineData("link", false)]
    [InlineData("link/", true)]
    [InlineData("link/.", true)]
    [InlineData("new/", true)]
    public void A_target_that_is_a_link_is_followed_where_its_name_is_a_directorys(string name, bool isCopied)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source real && echo x > source/x && ln -s real link");

        if (isCopied)
        {
            TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File(name)));
        }
        else
        {
            Assert.Throws<CopyException>(() => TreeCopies.Copy(scratch.File("source"), scratch.File(name)));
        }

        Assert.Equal(isCopied, File.Exists(Path.Combine(scratch.File(name), "x")));
        Assert.Equal("real", new DirectoryInfo(scratch.File("link")).LinkTarget);
    }

    [Fact]
    public void A_target_bound_into_the_source_is_not_copied_into_itself()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/in target && echo x > source/f && mount --bind target source/in");
        try
        {
            CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { CrossMounts = true });

            Assert.Equal(CopyOutcome.Refused, result.Outcome);
            Assert.Equal("f\n", Command.Shell($"ls '{scratch.File("target")}'"));
        }
        finally
        {
            Command.Shell($"umount '{scratch.File("source/in")}'");
        }
    }

    [Fact]
    public void Mounted_directories_are_made_empty_and_listed_unless_they_are_asked_for()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/in && mount -t tmpfs none source/in && echo x > source/in/f");
        try
        {
            CopyResult without = TreeCopies.Copy(scratch.File("source"), scratch.File("without"));
            CopyResult with = TreeCopies.Copy(scratch.File("source"), scratch.File("with"), new TreeCopyOptions { CrossMounts = true });

            Assert.Equal(CopyOutcome.Done, without.Outcome);
            Assert.Equal(CopyProblemKind.Skipped, Assert.Single(without.Problems).Kind);
            Assert.Empty(Directory.GetFileSystemEntries(scratch.File("without/in")));
            TreeCopies.AssertDone(with);
            TreeCopies.AssertEqual(scratch.File("source"), scratch.File("with"));
        }
        finally
        {
            Command.Shell($"umount '{scratch.File("source/in")}'");
        }
    }

    [Fact]
    public void A_second_copy_into_the_same_target_is_refused()
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("source"));
        Directory.CreateDirectory(scratch.File("target"));
        NativePlatform.Trees.OpenDirectory(scratch.FilePath("target"), out SafeFileHandle? other);
        using (other)
        {
            Assert.True(NativePlatform.Files.TryLock(other!, FileLockKind.Exclusive).Succeeded);

            var refused = Assert.Throws<CopyException>(() => TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

            Assert.Equal(CopyOutcome.Refused, refused.Outcome);

            // A child that another test starts at this moment has the directory open, too, until it runs its program: closing is not enough.
            NativePlatform.Files.Unlock(other!);
        }

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));
    }

    [Fact]
    public void A_link_where_a_directory_goes_is_never_entered()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d target outside && echo x > source/d/f && echo y > source/g && ln -s ../outside target/d");

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always });

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        Assert.Equal(CopyProblemKind.Refused, Assert.Single(result.Problems).Kind);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.File("outside")));
        Assert.Equal("y\n", File.ReadAllText(scratch.File("target/g")));
    }

    [Fact]
    public async Task Entries_that_somebody_exchanges_for_links_lead_nowhere()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir -p outside $(printf 'source/d%s ' $(seq 200)) && echo secret > outside/f "
            + "&& for n in $(seq 200); do echo inside > source/d$n/f; done");
        using var stop = new CancellationTokenSource();
        Task racer = Task.Factory.StartNew(
            () =>
            {
                for (int turn = 0; !stop.IsCancellationRequested; turn++)
                {
                    string root = turn % 2 == 0 ? "source" : "target";
                    string place = scratch.File($"{root}/d{turn % 200}");
                    try
                    {
                        Directory.Move(place, scratch.File("aside"));
                        File.CreateSymbolicLink(place, scratch.File("outside"));
                        File.Delete(place);
                        Directory.Move(scratch.File("aside"), place);
                    }
                    catch (IOException)
                    {
                        // not there yet, or being copied
                        if (Directory.Exists(scratch.File("aside")) && !Path.Exists(place))
                        {
                            Directory.Move(scratch.File("aside"), place);
                        }
                    }
                }
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);

        try
        {
            for (int round = 0; round < 10; round++)
            {
                TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always, DeleteExtraneous = true });
            }
        }
        finally
        {
            await stop.CancelAsync();
            await racer;
        }

        Assert.Equal("0\n", Command.Shell($"grep -r secret '{scratch.File("target")}' | wc -l"));
        Assert.Equal("f\n", Command.Shell($"ls -A '{scratch.File("outside")}'"));
        Assert.Equal("secret\n", File.ReadAllText(scratch.File("outside/f")));
    }

    private static string Listing(ScratchDirectory scratch) =>
        Command.Shell($"cd '{scratch.Path}' && find . -printf '%p %i %m %T@ %C@\\n' | sort");
}
