using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Removal;

public class TreeDeletionTests(Files.TestVolumes volumes)
{
    [Fact]
    public void Nothing_is_removed_when_something_failed_and_what_is_excluded_stays()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source target/keep target/go && echo x > source/f && echo y > target/keep/y && echo z > target/go/keep && echo z > target/go/z && echo other > target/f");
        var options = new TreeCopyOptions
        {
            DeleteExtraneous = true,
            Filter = (path, _) => !path.Name.Text.Contains("keep", StringComparison.Ordinal),
        };

        CopyResult refused = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options);
        bool wasThere = File.Exists(scratch.File("target/go/z"));
        CopyResult done = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options with { Overwrite = OverwriteRule.Always });

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.True(wasThere);
        Assert.Contains(refused.Problems, problem => problem.Message.Contains("nothing is removed", StringComparison.Ordinal));
        TreeCopies.AssertDone(done);
        Assert.Equal("./f\n./go/keep\n./keep/y\n", Command.Shell($"cd '{scratch.File("target")}' && find . -type f | sort"));
    }

    [Fact]
    public void What_cannot_be_removed_is_reported_also_beside_what_is_excluded()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source target/go && echo k > target/go/keep && echo s > target/go/stuck && chattr +i target/go/stuck");
        try
        {
            var options = new TreeCopyOptions { DeleteExtraneous = true, Filter = (path, _) => path.Name.Text != "keep" };

            CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options);

            Assert.Equal(CopyOutcome.Failed, result.Outcome);
            Assert.Contains("EPERM", Assert.Single(result.Problems).Message, StringComparison.Ordinal);
        }
        finally
        {
            Command.Shell($"chattr -i '{scratch.File("target/go/stuck")}'");
        }
    }

    [Fact]
    public void What_goes_from_a_directory_that_stays_is_reported_one_by_one()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source target/mixed/deep target/whole/deep && cd target && touch mixed/keep mixed/1 mixed/2 mixed/deep/3 whole/deep/4 only && mkdir kept && touch kept/keep");
        List<string> reported = [];
        List<string> done = [];
        var options = new TreeCopyOptions
        {
            DeleteExtraneous = true,
            Filter = (path, _) => path.Name.Text != "keep",
            Events = new Listener<CopyEvent>(what => done.Add($"{what.Action} {what.Path}")),
        };

        CopyResult plan = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options with { DryRun = true, Events = new Listener<CopyEvent>(what => reported.Add($"{what.Action} {what.Path}")) });
        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options);

        TreeCopies.AssertDone(result);
        Assert.Equal(".\n./kept\n./kept/keep\n./mixed\n./mixed/keep\n", Command.Shell($"cd '{scratch.File("target")}' && find . | sort"));
        Assert.Equal(
            ["Removed mixed/1", "Removed mixed/2", "Removed mixed/deep", "Removed mixed/deep/3", "Removed only", "Removed whole", "Removed whole/deep", "Removed whole/deep/4"],
            done.Order(StringComparer.Ordinal));
        Assert.Equal(done.Order(StringComparer.Ordinal), reported.Order(StringComparer.Ordinal));
        Assert.Equal((8, 8), (result.Removed, plan.Removed));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_is_mounted_in_the_target_stays_and_a_dry_run_knows_it(bool isDryRun)
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir -p source target/a/mounted target/b && touch target/b/gone && "
                + "mount -t tmpfs none target/a/mounted && touch target/a/mounted/f");
        try
        {
            var options = new TreeCopyOptions { DeleteExtraneous = true, DryRun = isDryRun };
            CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options);

            Assert.Equal(CopyOutcome.Failed, result.Outcome);
            Assert.Equal(scratch.File("target/a"), Assert.Single(result.Problems).Path.Text);
            Assert.Equal(1, result.Removed);
            Assert.True(File.Exists(scratch.File("target/a/mounted/f")));
            Assert.Equal(isDryRun, Directory.Exists(scratch.File("target/b")));
        }
        finally
        {
            Command.Shell($"umount '{scratch.File("target/a/mounted")}'");
        }
    }
}
