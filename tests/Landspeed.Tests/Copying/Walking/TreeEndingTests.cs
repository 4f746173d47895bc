using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

public class TreeEndingTests(Files.TestVolumes volumes)
{
    [Fact]
    public void A_copy_that_is_stopped_leaves_whole_files_only_and_a_second_run_does_the_rest()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($"mkdir '{source}' && cd '{source}' && mkdir -m 750 $(printf 'd%s ' $(seq 40)) && for d in $(seq 40); do for n in $(seq 100); do echo $d $n > d$d/f$n; done; done");
        using var stop = new CancellationTokenSource();
        var progress = new Listener<CopyProgress>(now =>
        {
            if (now.Bytes > 4000)
            {
                stop.Cancel();
            }
        });

        CopyResult stopped = TreeCopies.CopyUntil(stop.Token, source, target, null, progress);

        Assert.Equal(CopyOutcome.Stopped, stopped.Outcome);
        Assert.Equal(string.Empty, TreeCopies.Leftovers(target));
        Assert.InRange(stopped.FilesCopied, 1, 3999);
        Assert.Equal(stopped.FilesCopied, Directory.GetFiles(target, "*", SearchOption.AllDirectories).Length);
        Command.Shell($"cd '{target}' && find . -type f -exec cmp '{{}}' '{source}/{{}}' ';'");

        CopyResult rest = TreeCopies.Copy(source, target);

        TreeCopies.AssertDone(rest);
        TreeCopies.AssertEqual(source, target);
        Assert.Equal(stopped.FilesCopied, rest.FilesUpToDate);
        Assert.Equal(4000, rest.FilesUpToDate + rest.FilesCopied);
    }

    [Theory]
    [InlineData("ext4", "16M")]
    [InlineData("tmpfs", "8M")]
    public void A_full_volume_is_reported_and_gets_its_space_back(string volume, string size)
    {
        using var small = new TestVolume(volume, size);
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("source"));
        for (int number = 0; number < 100; number++)
        {
            scratch.CreateFile($"source/{number}", 400_000, number);
        }

        CopyResult result = TreeCopies.Copy(scratch.File("source"), small.File("target"));

        Assert.Equal(CopyOutcome.OutOfSpace, result.Outcome);
        Assert.Equal(100, result.FilesCopied + result.EntriesFailed);
        Assert.Equal(string.Empty, TreeCopies.Leftovers(small.Path));
        Assert.Equal(result.FilesCopied, Directory.GetFiles(small.File("target")).Length);
        Command.Shell($"cd '{small.File("target")}' && for f in *; do cmp $f '{scratch.File("source")}/'$f; done");
    }

    [Fact]
    public void What_cannot_be_read_is_listed_and_the_rest_is_copied()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source target && echo a > source/a && echo b > source/b && echo old > target/b && touch -d 2001-01-01 target/b && chattr +i target/b");
        try
        {
            CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always });

            Assert.Equal(CopyOutcome.Failed, result.Outcome);
            Assert.Contains("target/b", Assert.Single(result.Problems).Message, StringComparison.Ordinal);
            Assert.Equal("a\n", File.ReadAllText(scratch.File("target/a")));
            Assert.Equal("old\n", File.ReadAllText(scratch.File("target/b")));
            Assert.Equal(string.Empty, TreeCopies.Leftovers(scratch.Path));
        }
        finally
        {
            Command.Shell($"chattr -i '{scratch.File("target/b")}'");
        }
    }

    [Fact]
    public void Special_and_unfinished_files_are_skipped_and_reported()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && mkfifo source/p && echo y > source/y");
        using (OpenDirectory directory = OpenDirectory.Root(scratch.FilePath("source")))
        {
            UnpublishedFile.Create(new DirectoryEntry(directory, FilePath.FromText("a")), FilePath.FromText(".a.0123456789abcdef.landspeed-part"), PartMarks.Copy).Release();
        }

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"));

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal((1, 2), (result.FilesCopied, result.EntriesSkipped));
        Assert.All(result.Problems, problem => Assert.Equal(CopyProblemKind.Skipped, problem.Kind));
        Assert.Equal("y\n", Command.Shell($"ls -A '{scratch.File("target")}'"));
    }

    [Fact]
    public void A_listener_that_throws_ends_the_copy_and_is_reported()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && for n in $(seq 200); do echo $n > source/$n; done");
        var events = new Listener<CopyEvent>(what => throw new FormatException("no"));

        var given = Assert.Throws<InvalidOperationException>(
            () => TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Events = events }));

        Assert.IsType<FormatException>(given.InnerException);
        Assert.Equal(string.Empty, TreeCopies.Leftovers(scratch.Path));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_listener_that_throws_while_a_large_file_is_copied_ends_the_copy(bool verify)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir source && for n in 1 2 3 4; do head -c 5M /dev/urandom > source/$n; done");
        var progress = new Listener<CopyProgress>(now => ThrowAfter(now.Bytes, 6L << 20));

        var given = Assert.Throws<InvalidOperationException>(() => TreeCopies.CopyUntil(
            TestContext.Current.CancellationToken,
            scratch.File("source"),
            scratch.File("target"),
            new TreeCopyOptions { Verify = verify, Reflink = ReflinkRule.Never },
            progress));

        Assert.IsType<FormatException>(given.InnerException);
        Assert.Equal(string.Empty, TreeCopies.Leftovers(scratch.Path));
    }

    [Fact]
    public void A_listener_that_throws_ends_the_copy_of_a_file_with_what_it_threw()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && head -c 5M /dev/urandom > source");
        var progress = new Listener<CopyProgress>(now => ThrowAfter(now.Bytes, 1L << 20));

        Assert.Throws<FormatException>(() => FileCopier.Copy(
            FilePath.FromText(scratch.File("source")),
            FilePath.FromText(scratch.File("target")),
            new CopyOptions { Reflink = ReflinkRule.Never },
            progress,
            TestContext.Current.CancellationToken));

        Assert.Equal("source\n", Command.Shell($"ls -A '{scratch.Path}'"));
    }

    [Fact]
    public void What_the_machine_refuses_to_the_whole_copy_is_no_mistake_of_ours()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && for n in $(seq 200); do echo $n > source/$n; done");
        var refused = new NativeIOException("map", FilePath.FromText("memory"), NativeError.Of(NativeErrorKind.OutOfMemory));
        var events = new Listener<CopyEvent>(what => throw refused);

        Assert.Same(refused, Assert.ThrowsAny<Exception>(
            () => TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Events = events })));
        Assert.Equal(string.Empty, TreeCopies.Leftovers(scratch.Path));
    }

    [Fact]
    public void Progress_reaches_the_totals()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d && for n in $(seq 100); do echo $n > source/d/$n; done && truncate -s 5M source/holes");
        CopyProgress last = default;

        CopyResult result = TreeCopies.CopyUntil(
            TestContext.Current.CancellationToken, scratch.File("source"), scratch.File("target"), null, new Listener<CopyProgress>(now => last = now));

        TreeCopies.AssertDone(result);
        Assert.True(last.IsComplete);
        Assert.Equal((101, 101), (last.Files, last.TotalFiles));
        Assert.Equal((5 * 1024 * 1024) + 292, last.TotalBytes);
        Assert.Equal(last.TotalBytes, last.Bytes);
        Assert.InRange(result.ElapsedToWritten, TimeSpan.FromTicks(1), result.ElapsedToDurable);
    }

    [Theory]
    [InlineData(OverwriteRule.Never, false)]
    [InlineData(OverwriteRule.Always, true)]
    public void Files_of_the_user_that_have_names_like_ours_are_files_like_others(OverwriteRule rule, bool deletes)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"""
            cd '{scratch.Path}' && mkdir source target && cd source && echo 1 > .a.0123456789abcdef.landspeed-part && echo 2 > .b.landspeed-part && echo 3 > .c.landspeed-journal
            echo 4 > .d.fedcba9876543210.landspeed-part && : > .0123456789abcdef.landspeed-run && ln -s x .e.0123456789abcdef.landspeed-part && echo 5 > f
            cd ../target && echo 6 > .g.0123456789abcdef.landspeed-part && : > .h.landspeed-part && : > .i.landspeed-journal && : > .fedcba9876543210.landspeed-run
            """);
        string before = Command.Shell($"ls -A '{scratch.File("target")}'");

        TreeCopies.AssertDone(TreeCopies.Copy(
            scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = rule, DeleteExtraneous = deletes }));

        string kept = deletes ? string.Empty : before;
        string expected = string.Join('\n', (Command.Shell($"ls -A '{scratch.File("source")}'") + kept).Split('\n').Order(StringComparer.Ordinal)).Trim();
        Assert.Equal(expected, Command.Shell($"LC_ALL=C ls -A '{scratch.File("target")}'").Trim());
        Command.Shell($"cd '{scratch.Path}' && for f in source/.[a-d]*; do cmp $f target/${{f#*/}}; done");
    }

    [Fact]
    public void A_mark_that_a_failure_of_the_machine_left_on_a_whole_file_goes_with_the_next_run()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source target && truncate -s 64M source/f && cp -p source/f target/f");
        using FileStream file = File.Open(scratch.File("target/f"), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        Assert.True(NativePlatform.Files.Status(file.SafeFileHandle, out FileStatus status).Succeeded);
        PartMarks.Copy.Set(file.SafeFileHandle, scratch.FilePath("target/f"), FileIdentity.Of(status));

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

        Assert.Null(FileMark.PurposeOf(file.SafeFileHandle));
    }

    [Fact]
    public void What_a_dead_run_claimed_goes_with_its_claim_and_other_claims_stay()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"""
            cd '{scratch.Path}' && mkdir -p source/d target/d/only target/other && echo x > source/f && cd target
            for d in . d d/only; do echo dead > $d/.f.0123456789abcdef.landspeed-part && ln -s x $d/.l.0123456789abcdef.landspeed-part && echo mine > $d/.f.1123456789abcdef.landspeed-part; done
            echo working > d/.f.2123456789abcdef.landspeed-part
            """);
        using OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target"));
        RunClaim.TryMake(target, "0123456789abcdef")!.Release();
        RunClaim working = RunClaim.TryMake(target, "2123456789abcdef")!;

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

        Assert.Equal(
            """
            ./.2123456789abcdef.landspeed-run
            ./.f.1123456789abcdef.landspeed-part
            ./d/.f.1123456789abcdef.landspeed-part
            ./d/.f.2123456789abcdef.landspeed-part
            ./d/only/.f.1123456789abcdef.landspeed-part
            ./f

            """,
            Command.Shell($"cd '{scratch.File("target")}' && find . -type f -o -type l | LC_ALL=C sort"));
        working.Release();
    }

    [Fact]
    public void What_several_dead_runs_claimed_goes_with_all_their_claims()
    {
        using var scratch = new ScratchDirectory();
        string[] runs = ["0123456789abcdef", "1123456789abcdef", "2123456789abcdef"];
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d target/d && echo x > source/f");
        using OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target"));
        foreach (string run in runs)
        {
            File.WriteAllText(scratch.File($"target/d/.f.{run}.landspeed-part"), "dead");
            RunClaim.TryMake(target, run)!.Release();
        }

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

        Assert.Equal("./f\n", Command.Shell($"cd '{scratch.File("target")}' && find . -type f"));
    }

    [Fact]
    public void What_a_dead_run_claimed_goes_with_the_owner_and_the_permissions_of_its_source()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"""
            cd '{scratch.Path}' && mkdir -p source target && echo x > source/f && cd target && echo dead > .f.0123456789abcdef.landspeed-part
            ln -s x .l.0123456789abcdef.landspeed-part && chown -h 1:1 .[fl].* && chmod 0 .f.*
            """);
        using OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target"));
        RunClaim.TryMake(target, "0123456789abcdef")!.Release();

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

        Assert.Equal("f\n", Command.Shell($"ls -A '{scratch.File("target")}'"));
    }

    [Theory]
    [InlineData("n", 0)]
    [InlineData("n", 249)] // the names of part and journal are cut, at different places
    [InlineData("n.0123456789abcdef", 0)]
    public void The_journal_of_a_file_that_has_its_name_goes_and_an_unfinished_file_with_a_journal_stays(string name, int longer)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source target && echo x > source/f && cp -p source/f target/f && echo foreign > target/.g.landspeed-journal");
        FilePath unfinished = FilePath.FromText(name + new string('x', longer));
        using (OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target")))
        {
            FileStatus source = Entries.Status(new DirectoryEntry(target, FilePath.FromText("f")));
            var final = new DirectoryEntry(target, unfinished);
            UnpublishedFile part = UnpublishedFile.Create(final, TemporaryNames.Continuable(unfinished), PartMarks.Copy);
            using CopyJournal journal = CopyJournal.Create(final, source);
            journal.NotePart(part.Identity);
            part.Release();
            using CopyJournal lonely = CopyJournal.Create(new DirectoryEntry(target, FilePath.FromText("f")), source);
            lonely.NotePart(FileIdentity.Of(source));
        }

        TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

        string[] expected = [".g.landspeed-journal", TemporaryNames.Journal(unfinished).Text, TemporaryNames.Continuable(unfinished).Text, "f"];
        Assert.Equal(
            expected.Order(StringComparer.Ordinal),
            Directory.GetFileSystemEntries(scratch.File("target")).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    private static void ThrowAfter(long bytes, long most)
    {
        if (bytes >= most)
        {
            throw new FormatException("no");
        }
    }
}
