using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Identity;

/// <summary>A directory of the source and one of the target that are one, though they seem two.</summary>
public class OneTreeTwoNamesTests(Files.TestVolumes volumes)
{
    private const string Bind = "mount --bind";
    private const string View = "bindfs";

    [Theory]
    [InlineData(Bind)]
    [InlineData(View)]
    public void A_directory_of_the_source_that_the_target_shows_is_not_moved_into_itself(string mounting)
    {
        using var ground = new Ground(volumes, "mkdir -p src/d dst/d && echo p >src/d/b && echo q >src/q");
        ground.Mount(mounting, "src/d", "dst/d");

        CopyResult result = ground.Move();

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        Assert.Contains("under another name", Assert.Single(result.Problems).Message, StringComparison.Ordinal);
        Assert.Equal("p\nq\n", ground.Shell("cat src/d/b dst/q"));
        Assert.Equal("d\nd/b\n", ground.Shell("cd src && find . -mindepth 1 | cut -c3- | sort"));
    }

    [Theory]
    [InlineData("src", "dst", "src", "dst")]
    [InlineData("dst", "src", "src", "dst")]
    [InlineData("src", "view", "src/in", "view/in")]
    [InlineData("src", "view", "src", "view/in/deep")]
    [InlineData("src", "view", "view", "src/in")]
    public void A_tree_is_not_moved_into_a_view_of_itself(string shown, string at, string source, string target)
    {
        foreach (TreeCopyOptions options in (TreeCopyOptions[])
            [
                new() { RemoveSource = true },
                new() { RemoveSource = true, Verify = true, Overwrite = OverwriteRule.Always },
                new() { DeleteExtraneous = true },
            ])
        {
            using var ground = new Ground(
                volumes, $"mkdir -p {shown}/in/deep {at} && echo p >{shown}/b && echo q >{shown}/in/deep/q");
            ground.Mount(View, shown, at);

            (CopyOutcome outcome, _) = ground.Try(source, target, options);

            Assert.Equal(CopyOutcome.Refused, outcome);
            Assert.Equal("p\nq\n", ground.Shell($"find {shown} -type f | xargs cat | sort -u"));
            string found = ground.Shell($"find {shown} | head -30");
            Assert.True(found.Split('\n').Length < 12, found);
        }
    }

    [Fact]
    public void A_file_of_the_source_that_is_mounted_into_the_target_is_not_removed()
    {
        using var ground = new Ground(
            volumes, "mkdir src dst && echo p >src/b && touch dst/b && echo q >src/q && ln src/q dst/q");
        ground.Mount(Bind, "src/b", "dst/b");

        CopyResult result = ground.Move();

        Assert.Contains("mounted", Assert.Single(result.Problems).Message, StringComparison.Ordinal);
        Assert.Equal("p\n", ground.Shell("cat src/b"));
        Assert.Equal("q\n", ground.Shell("cat dst/q"));
        Assert.Equal("b\n", ground.Shell("ls src"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_directory_of_the_source_that_the_target_shows_elsewhere_is_not_written_to(bool isDryRun)
    {
        using var ground = new Ground(
            volumes,
            "mkdir -p src/a src/b dst/a dst/b && echo a >src/a/x && echo b >src/b/x && echo b >src/a/y && " +
                "touch -r src/a/x src/b/x");
        ground.Mount(Bind, "src/a", "dst/b");

        CopyResult result = ground.Move(
            new() { RemoveSource = true, Overwrite = OverwriteRule.Always, DryRun = isDryRun });

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        string message = Assert.Single(result.Problems).Message;
        Assert.EndsWith("dst/b is the source itself, or lies in it", message, StringComparison.Ordinal);
        string moved = isDryRun ? "src" : "dst";
        Assert.Equal("a\nb\nb\n", ground.Shell($"cat {moved}/a/x src/b/x {moved}/a/y"));
    }

    [Fact]
    public void A_directory_of_the_target_that_the_source_shows_is_not_copied_into_the_target()
    {
        using var ground = new Ground(volumes, "mkdir -p src/in dst/in && echo p >src/b");
        ground.Mount(Bind, "dst/in", "src/in");

        (CopyOutcome outcome, _) = ground.Try("src", "dst", new() { CrossMounts = true, RemoveSource = true });

        Assert.Equal(CopyOutcome.Refused, outcome);
        Assert.Equal("b\nin\n", ground.Shell("cd dst && find . -mindepth 1 | cut -c3- | sort"));
    }

    [Theory]
    [InlineData(Bind, "view")]
    [InlineData(Bind, "view/k")]
    [InlineData(View, "view")]
    [InlineData(View, "view/k")]
    public void A_source_that_lies_in_the_target_is_not_removed_as_surplus(string mounting, string source)
    {
        using var ground = new Ground(volumes, "mkdir -p dst/a/k view && echo p >dst/a/k/b && echo q >dst/q");
        ground.Mount(mounting, "dst/a", "view");

        (_, CopyResult? result) = ground.Try(source, "dst", new() { DeleteExtraneous = true });

        Assert.Contains(
            result!.Problems,
            problem => problem.Message.Contains("it is the source under another name", StringComparison.Ordinal));
        Assert.Equal("p\n", ground.Shell("cat dst/a/k/b"));
        Assert.False(File.Exists(Path.Combine(ground.Path, "dst/q")));
    }

    [Fact]
    public void What_lies_below_an_overlay_is_not_removed_for_what_the_overlay_shows()
    {
        using var ground = new Ground(volumes, "mkdir -p src/d upper work merged && echo p >src/d/b && echo q >src/q");
        ground.Shell("mount -t overlay overlay -o lowerdir=src,upperdir=upper,workdir=work merged", "merged");

        (CopyOutcome outcome, _) = ground.Try("src", "merged", new() { RemoveSource = true });

        Assert.Equal(CopyOutcome.Refused, outcome);
        Assert.Equal("p\nq\n", ground.Shell("cat src/d/b src/q"));
    }

    [Theory]
    [InlineData("src/b", "view/b", false)]
    [InlineData("view/b", "src/b", false)]
    [InlineData("view/b", "src/c", true)]
    [InlineData("view/b", "dst/b", true)]
    public void A_file_is_not_moved_onto_itself_through_a_view(string source, string target, bool isMoved)
    {
        using var ground = new Ground(
            volumes, "mkdir src view dst && echo p >src/b && echo older >src/c && echo older >dst/b");
        ground.Mount(View, "src", "view");
        CopyOptions options = new() { RemoveSource = true, Overwrite = OverwriteRule.Always };

        CopyOutcome outcome = ground.TryFile(source, target, options);

        Assert.Equal(isMoved ? CopyOutcome.Done : CopyOutcome.Refused, outcome);
        Assert.Equal("p\n", ground.Shell($"cat {target}"));
        Assert.Equal(isMoved, !File.Exists(Path.Combine(ground.Path, source)));
        Assert.Equal(string.Empty, ground.Shell("find . -name '*landspeed*'"));
    }

    [Theory]
    [InlineData("src", "view")]
    [InlineData("view", "dst")]
    public void Trees_that_are_apart_are_moved_also_through_a_view_and_nothing_of_ours_stays(
        string source, string target)
    {
        using var ground = new Ground(
            volumes,
            "mkdir -p src/d/e dst/d other/d/e view && echo p >src/d/b && echo p >other/d/b && " +
                "touch -r src/d/b other/d/b && touch -d 2001-01-01 src/d src other/d other");
        ground.Mount(View, "other", "view");

        (CopyOutcome outcome, CopyResult? result) = ground.Try(source, target, new() { RemoveSource = true });

        Assert.Equal(string.Empty, string.Join("\n", result!.Problems.Select(problem => problem.Message)));
        Assert.Equal(CopyOutcome.Done, outcome);
        Assert.Equal("d\nd/b\nd/e\n", ground.Shell($"cd {target} && find . -mindepth 1 | cut -c3- | sort"));
        Assert.Equal("2001\n2001\n", ground.Shell($"stat -c %y {target} {target}/d | cut -c1-4"));
        Assert.Equal(string.Empty, ground.Shell("find . -name '*landspeed*'"));
    }

    private sealed class Ground : IDisposable
    {
        private readonly ScratchDirectory _scratch;
        private readonly List<string> _mounts = [];

        internal Ground(Files.TestVolumes volumes, string make)
        {
            _scratch = volumes.Directory("ext4");
            Shell(make);
        }

        internal string Path => _scratch.Path;

        internal void Mount(string mounting, string what, string where)
        {
            Capability.RequireProgram(mounting.Split(' ')[0]);
            Shell($"{mounting} {what} {where}", where);
        }

        internal string Shell(string command, string? mounted = null)
        {
            string output = Command.Shell($"cd '{Path}' && {command}");
            if (mounted is not null)
            {
                _mounts.Add(_scratch.File(mounted));
            }

            return output;
        }

        internal CopyResult Move(TreeCopyOptions? options = null) =>
            TreeCopies.Copy(_scratch.File("src"), _scratch.File("dst"), options ?? new() { RemoveSource = true });

        internal CopyOutcome TryFile(string source, string target, CopyOptions options)
        {
            try
            {
                (FilePath from, FilePath to) = (_scratch.FilePath(source), _scratch.FilePath(target));
                return FileCopier.Copy(from, to, options, null, TestContext.Current.CancellationToken).Outcome;
            }
            catch (CopyException refused)
            {
                return refused.Outcome;
            }
        }

        internal (CopyOutcome Outcome, CopyResult? Result) Try(string source, string target, TreeCopyOptions options)
        {
            try
            {
                CopyResult result = TreeCopies.Copy(_scratch.File(source), _scratch.File(target), options);
                return (result.Outcome, result);
            }
            catch (CopyException refused)
            {
                return (refused.Outcome, null);
            }
        }

        public void Dispose()
        {
            _mounts.ForEach(mount => Command.Run("umount", [mount]));
            _scratch.Dispose();
        }
    }
}
