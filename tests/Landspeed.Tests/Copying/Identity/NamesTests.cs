using Landspeed.Copying;
using Landspeed.Files.Trees;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests.Copying.Identity;

/// <summary>Names that a target takes for one another, and names of one file.</summary>
public class NamesTests(Files.TestVolumes volumes)
{
    [Theory]
    [InlineData("echo one >src/F1 && echo two >src/f1", "F1", "f1")]
    [InlineData("mkdir src/F1 src/f1 && echo one >src/F1/a && echo two >src/f1/b", "F1", "f1")]
    [InlineData("ln -s one src/F1 && ln -s two src/f1", "F1", "f1")]
    public void Two_names_of_the_source_never_get_one_name_in_the_target(string make, string one, string two)
    {
        using FaultStage target = FaultStage.OnMount(FaultCache.CachedFolded);
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir src && {make} && touch -h -d '2020-01-01 UTC' src/*");
        string to = Path.Combine(target.Root, "dst");
        var options = new TreeCopyOptions { Overwrite = OverwriteRule.Always, Verify = true };

        CopyResult first = TreeCopies.Copy(scratch.File("src"), to, options);
        CopyResult dry = TreeCopies.Copy(scratch.File("src"), to, options with { DryRun = true });
        CopyResult second = TreeCopies.Copy(scratch.File("src"), to, options);

        foreach (CopyResult result in (CopyResult[])[first, dry, second])
        {
            Assert.Equal(CopyOutcome.Refused, result.Outcome);
            Assert.Contains(Assert.Single(result.Problems).Path.Name.Text, (string[])[one, two]);
        }

        Assert.Single(Directory.GetFileSystemEntries(to));
        Assert.Equal(1, second.FilesUpToDate + second.SymbolicLinks);
    }

    [Fact]
    public void Names_that_the_target_lists_are_up_to_date_also_where_case_does_not_count()
    {
        using FaultStage target = FaultStage.OnMount(FaultCache.CachedFolded);
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p src/Deep && echo one >src/F1 && echo two >src/Deep/f1");
        string to = Path.Combine(target.Root, "dst");

        CopyResult first = TreeCopies.Copy(scratch.File("src"), to);
        CopyResult second = TreeCopies.Copy(scratch.File("src"), to);

        TreeCopies.AssertDone(first);
        TreeCopies.AssertDone(second);
        Assert.Equal(2, second.FilesUpToDate);
    }

    [Fact]
    public void Names_of_one_file_become_files_of_their_own_where_there_are_no_hard_links_and_that_is_said_once()
    {
        using FaultStage target = FaultStage.OnMount();
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir -p src/d && echo one >src/a && ln src/a src/d/b && ln src/a src/c && "
                + "ln -s x src/l && ln src/l src/m");
        target.Faults.Arm(new FaultRule(FaultOperations.Link, FaultAction.Deny(Errno.EPERM)) { Always = true });
        string to = Path.Combine(target.Root, "dst");

        CopyResult first = TreeCopies.Copy(scratch.File("src"), to);
        CopyResult second = TreeCopies.Copy(scratch.File("src"), to);

        Assert.Equal(CopyOutcome.Done, first.Outcome);
        CopyProblem said = Assert.Single(first.Problems);
        Assert.Equal(CopyProblemKind.NotPreserved, said.Kind);
        Assert.Contains("hard link", said.Message, StringComparison.Ordinal);
        Assert.Equal("one\none\none\nx\nx\n", Command.Shell($"cd '{to}' && cat a c d/b && readlink l m"));
        Assert.Equal(CopyOutcome.Done, second.Outcome);
        Assert.Equal((0L, 5L), (second.FilesCopied, second.FilesUpToDate));
    }

    [Fact]
    public void Files_of_two_volumes_that_a_view_gives_one_number_stay_two()
    {
        Capability.RequireProgram("bindfs");
        using var one = new TestVolume("ext4", "64M");
        using var two = new TestVolume("ext4", "64M");
        using ScratchDirectory scratch = volumes.Directory("ext4");
        foreach ((TestVolume volume, string text) in ((TestVolume, string)[])[(one, "one"), (two, "two")])
        {
            Command.Shell($"cd '{volume.Path}' && echo {text} >f && ln f g && touch -d '2020-01-01 UTC' f");
        }

        Command.Shell(
            $"cd '{scratch.Path}' && mkdir -p both/1 both/2 view && mount --bind '{one.Path}' both/1 && "
                + $"mount --bind '{two.Path}' both/2 && bindfs both view");
        try
        {
            CopyResult result = TreeCopies.Copy(scratch.File("view"), scratch.File("dst"), new() { Verify = true });

            TreeCopies.AssertDone(result);
            Assert.Equal("one\none\ntwo\ntwo\n", Command.Shell($"cd '{scratch.Path}/dst' && cat 1/f 1/g 2/f 2/g"));
            Assert.Equal("2\n2\n", Command.Shell($"cd '{scratch.Path}/dst' && stat -c %h 1/f 2/f"));
        }
        finally
        {
            Command.Shell($"cd '{scratch.Path}' && umount view both/1 both/2");
        }
    }

    [Fact]
    public void More_names_than_a_file_can_have_become_a_second_file_and_that_is_said_once()
    {
        using var many = new TestVolume("xfs", "512M");
        string source = many.File("src");
        Command.Shell($"mkdir '{source}' && echo one >'{source}/0'");
        using (OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(source)))
        {
            for (int name = 1; name < 65_100; name++)
            {
                var next = FilePath.FromText(FormattableString.Invariant($"{name}"));
                NativePlatform.Trees.Link(directory.Handle, FilePath.FromText("0"), directory.Handle, next);
            }
        }

        using ScratchDirectory target = volumes.Directory("ext4");

        CopyResult result = TreeCopies.Copy(source, target.File("dst"));

        Assert.Equal(CopyProblemKind.NotPreserved, Assert.Single(result.Problems).Kind);
        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal("65100\n", Command.Shell($"ls -U '{target.File("dst")}' | wc -l"));
        Assert.Equal(
            "2\n", Command.Shell($"cd '{target.File("dst")}' && ls -iU | awk '{{print $1}}' | sort -u | wc -l"));
    }
}
