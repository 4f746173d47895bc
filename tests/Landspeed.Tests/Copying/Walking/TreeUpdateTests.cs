using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

public class TreeUpdateTests(Files.TestVolumes volumes)
{
    [Theory]
    [InlineData(OverwriteRule.Never, "old old old old", "refused refused refused refused")]
    [InlineData(OverwriteRule.Older, "new old new old", "- - - -")]
    [InlineData(OverwriteRule.Always, "new new new new", "- - - -")]
    public void What_is_there_and_differs_is_dealt_with_by_the_rule(OverwriteRule rule, string contents, string problems)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($$"""
            cd '{{scratch.Path}}' && mkdir source target && for n in 1 2 3 4; do echo new > source/$n; echo old > target/$n; done
            touch -d 2020-01-01 source/*; touch -d 2010-01-01 target/1 target/3; touch -d 2021-01-01 target/2 target/4
            rm target/3 target/4 source/4; echo old > outside; ln -s ../outside target/3; touch -h -d 2010-01-01 target/3
            ln -s new source/4; ln -s old target/4; touch -h -d 2020-01-01 source/4; touch -h -d 2021-01-01 target/4
            """);

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = rule });

        string[] got = [.. "123".Select(name => File.ReadAllText(scratch.File($"target/{name}")).Trim()), File.ResolveLinkTarget(scratch.File("target/4"), false)!.Name];
        Assert.Equal(contents, string.Join(' ', got));
        Assert.Equal(problems.Split(' ').Count(word => word == "refused"), result.Problems.Count(problem => problem.Kind == CopyProblemKind.Refused));
        Assert.Equal(rule == OverwriteRule.Never ? CopyOutcome.Refused : CopyOutcome.Done, result.Outcome);
        Assert.Equal(
            rule == OverwriteRule.Older ? [scratch.FilePath("target/2"), scratch.FilePath("target/4")] : [],
            result.Problems.Where(problem => problem.Kind == CopyProblemKind.Skipped)
                .Select(problem => problem.Path).OrderBy(path => path.Display, StringComparer.Ordinal));
        Assert.Equal("old\n", File.ReadAllText(scratch.File("outside")));
        Assert.Equal(string.Empty, TreeCopies.Leftovers(scratch.Path));
    }

    [Fact]
    public void A_directory_and_a_file_never_replace_each_other()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d target/f && echo x > source/d/x && echo f > source/f && echo d > target/d && echo g > source/g");

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always, DeleteExtraneous = true });

        Assert.Equal(CopyOutcome.Refused, result.Outcome);
        Assert.Equal("d\n", File.ReadAllText(scratch.File("target/d")));
        Assert.True(Directory.Exists(scratch.File("target/f")));
        Assert.Equal("g\n", File.ReadAllText(scratch.File("target/g")));
    }

    [Theory]
    [MemberData(nameof(Files.TestVolumes.All), MemberType = typeof(Files.TestVolumes))]
    public void A_mirror_becomes_equal_again_and_only_what_changed_is_copied(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($"mkdir -p '{source}/a/b' '{source}/c' && cd '{source}' && for n in $(seq 50); do echo $n > a/$n; echo $n > c/$n; done && ln a/1 c/hard && ln -s x l");
        TreeCopies.AssertDone(TreeCopies.Copy(source, target));
        Command.Shell($"cd '{source}' && rm -r c && echo changed > a/2 && rm a/1 && echo fresh > new && rm l && ln -s y l && mkdir -p '{target}/surplus/deep' && ln -s / '{target}/surplus/root' && echo z > '{target}/surplus/deep/f'");

        CopyResult result = TreeCopies.Copy(source, target, new TreeCopyOptions { Overwrite = OverwriteRule.Always, DeleteExtraneous = true });

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(source, target);
        Assert.Equal((2, 48, 1, 3), (result.FilesCopied + result.FilesReflinked, result.FilesUpToDate, result.SymbolicLinks, result.Removed));
    }

    [Fact]
    public void A_dry_run_reports_what_the_run_then_does_and_touches_nothing()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d/e target/d target/s && cd source && echo 1 > one && echo 2 > d/two && ln one d/hard && ln -s q l && mkfifo p && echo s > ../target/s/x && echo old > ../target/one && touch -d 2001-01-01 ../target/one");
        List<string> reported = [];
        List<string> done = [];
        var options = new TreeCopyOptions { Overwrite = OverwriteRule.Older, DeleteExtraneous = true, DryRun = true, Events = new Listener<CopyEvent>(what => reported.Add(Say(what))) };
        string before = Command.Shell($"cd '{scratch.Path}' && find . -printf '%p %i %T@ %C@\\n'");

        CopyResult plan = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options);

        Assert.Equal(before, Command.Shell($"cd '{scratch.Path}' && find . -printf '%p %i %T@ %C@\\n'"));
        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), options with { DryRun = false, Events = new Listener<CopyEvent>(what => done.Add(Say(what))) });
        Assert.Equal(done.Order(StringComparer.Ordinal), reported.Order(StringComparer.Ordinal));
        Assert.Equal(result.Outcome, plan.Outcome);

        // Which of two names of one file comes first is the directory's affair.
        static string Say(CopyEvent what) => what.Path.Text is "one" or "d/hard" ? "one file, two names" : $"{what.Action} {what.Path}";
    }

    [Theory]
    [InlineData("ext4", ReflinkRule.Automatic)]
    [InlineData("xfs", ReflinkRule.Automatic)]
    [InlineData("btrfs", ReflinkRule.Never)]
    [InlineData("btrfs", ReflinkRule.Automatic)]
    [InlineData("tmpfs", ReflinkRule.Automatic)]
    public void Verified_copies_have_the_digests_that_others_compute(string volume, ReflinkRule reflink)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        Directory.CreateDirectory(source);
        long bytes = 0;
        foreach (int length in new[] { 0, 1, 511, 512, 513, 4095, 4096, 4097, 131_071, 131_072, 131_073, 1_048_575, 1_048_576 })
        {
            scratch.CreateFile($"source/{length}", length, length);
            bytes += length;
        }

        List<string> digests = [];
        CopyResult result = TreeCopies.Copy(source, scratch.File("target"), new TreeCopyOptions
        {
            Verify = true,
            Reflink = reflink,
            Digests = [DigestAlgorithm.Sha256],
            Events = new Listener<CopyEvent>(what => digests.AddRange(what.Digests.Select(digest => $"{digest}  {what.Path}"))),
        });

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(source, scratch.File("target"));
        Assert.Equal(bytes, result.BytesVerified);
        Assert.Equal(volume == "tmpfs" ? bytes : 0, volume is "tmpfs" or "ext4" or "xfs" ? result.BytesVerifiedThroughCache : 0);
        Assert.Equal(
            Command.Shell($"cd '{scratch.File("target")}' && sha256sum *").Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(),
            digests.Order());
    }

    [Theory]
    [InlineData("xfs", ReflinkRule.Always, true)]
    [InlineData("btrfs", ReflinkRule.Automatic, true)]
    [InlineData("btrfs", ReflinkRule.Never, false)]
    public void Blocks_are_shared_where_the_rule_allows(string volume, ReflinkRule rule, bool isShared)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        Directory.CreateDirectory(scratch.File("source"));
        scratch.CreateFile("source/f", 100_000);

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Reflink = rule });

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(scratch.File("source"), scratch.File("target"));
        Assert.Equal(isShared ? (1, 0) : (0, 1), (result.FilesReflinked, result.FilesCopied));
        Assert.Equal(isShared, Command.Shell($"filefrag -v '{scratch.File("target/f")}'").Contains("shared", StringComparison.Ordinal));
    }

    [Fact]
    public void Blocks_that_must_be_shared_and_cannot_are_a_failure()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Directory.CreateDirectory(scratch.File("source"));
        scratch.CreateFile("source/f", 10);

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Reflink = ReflinkRule.Always });

        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.File("target")));
    }

    [Theory]
    [InlineData("00.123456789", "00", true)]
    [InlineData("01.999999999", "00", false)]
    [InlineData("00.123456789", "00.1234567", true)]
    [InlineData("00.123456789", "00.12", true)]
    [InlineData("00.123456789", "01", false)]
    [InlineData("01.5", "00.5", false)]
    [InlineData("02.5", "00", false)]
    [InlineData("00.123456789", "00.123456788", true)]
    public void A_time_that_differs_is_the_same_only_where_the_target_keeps_no_more_of_it(
        string source, string target, bool isSameInWholeSeconds)
    {
        using ScratchDirectory exact = volumes.Directory("ext4");
        using var whole = new TestVolume("ext4", "64M", makeOptions: "-I 128");
        Command.Shell(
            $"cd '{exact.Path}' && mkdir s t '{whole.Path}/t' && echo a > s/f && echo a > t/f && "
                + $"cp t/f '{whole.Path}/t' && touch -d '2020-01-01 00:00:{source}' s/f && "
                + $"touch -d '2020-01-01 00:00:{target}' t/f '{whole.Path}/t/f'");

        CopyResult onExact = TreeCopies.Copy(exact.File("s"), exact.File("t"));
        CopyResult onWhole = TreeCopies.Copy(exact.File("s"), whole.File("t"));

        Assert.Equal((0L, CopyOutcome.Refused), (onExact.FilesUpToDate, onExact.Outcome));
        Assert.Equal(isSameInWholeSeconds ? 1 : 0, onWhole.FilesUpToDate);
        Assert.Equal(isSameInWholeSeconds ? CopyOutcome.Done : CopyOutcome.Refused, onWhole.Outcome);
    }
}
