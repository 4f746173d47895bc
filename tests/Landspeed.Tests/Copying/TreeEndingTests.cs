using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying;

public class TreeEndingTests(Files.TestVolumes volumes)
{
    [Fact]
    public void A_copy_that_is_stopped_leaves_whole_files_only_and_a_second_run_does_the_rest()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($"mkdir '{source}' && cd '{source}' && for d in $(seq 40); do mkdir -m 750 d$d; for n in $(seq 100); do echo $d $n > d$d/f$n; done; done");
        using var stop = new CancellationTokenSource();
        var progress = new Listener<CopyProgress>(now =>
        {
            if (now.Bytes > 4000)
            {
                stop.Cancel();
            }
        });

        CopyResult stopped = Trees.CopyUntil(stop.Token, source, target, null, progress);

        Assert.Equal(CopyOutcome.Stopped, stopped.Outcome);
        Assert.Equal(string.Empty, Trees.Leftovers(target));
        Assert.InRange(stopped.FilesCopied, 1, 3999);
        Assert.Equal(stopped.FilesCopied, Directory.GetFiles(target, "*", SearchOption.AllDirectories).Length);
        Command.Shell($"cd '{target}' && find . -type f -exec cmp '{{}}' '{source}/{{}}' ';'");

        CopyResult rest = Trees.Copy(source, target);

        Trees.AssertDone(rest);
        Trees.AssertEqual(source, target);
        Assert.Equal(stopped.FilesCopied, rest.FilesUpToDate);
        Assert.Equal(4000, rest.FilesUpToDate + rest.FilesCopied);
    }

    [Theory]
    [InlineData("ext4", "16M")]
    [InlineData("tmpfs", "8M")]
    public void A_full_volume_is_told_and_gets_its_space_back(string volume, string size)
    {
        using var small = new TestVolume(volume, size);
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("source"));
        for (int number = 0; number < 100; number++)
        {
            scratch.CreateFile($"source/{number}", 400_000, number);
        }

        CopyResult result = Trees.Copy(scratch.File("source"), small.File("target"));

        Assert.Equal(CopyOutcome.OutOfSpace, result.Outcome);
        Assert.Equal(100, result.FilesCopied + result.EntriesFailed);
        Assert.Equal(string.Empty, Trees.Leftovers(small.Path));
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
            CopyResult result = Trees.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always });

            Assert.Equal(CopyOutcome.Failed, result.Outcome);
            Assert.Contains("target/b", Assert.Single(result.Problems).Message, StringComparison.Ordinal);
            Assert.Equal("a\n", File.ReadAllText(scratch.File("target/a")));
            Assert.Equal("old\n", File.ReadAllText(scratch.File("target/b")));
            Assert.Equal(string.Empty, Trees.Leftovers(scratch.Path));
        }
        finally
        {
            Command.Shell($"chattr -i '{scratch.File("target/b")}'");
        }
    }

    [Fact]
    public void Special_and_unfinished_files_are_skipped_and_told()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && mkfifo source/p && echo x > source/.a.0123456789abcdef.landspeed-part && echo y > source/y");

        CopyResult result = Trees.Copy(scratch.File("source"), scratch.File("target"));

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal((1, 2), (result.FilesCopied, result.EntriesSkipped));
        Assert.All(result.Problems, problem => Assert.Equal(CopyProblemKind.Skipped, problem.Kind));
        Assert.Equal("y\n", Command.Shell($"ls -A '{scratch.File("target")}'"));
    }

    [Fact]
    public void A_listener_that_throws_ends_the_copy_and_is_told()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source && for n in $(seq 200); do echo $n > source/$n; done");
        var events = new Listener<CopyEvent>(what => throw new FormatException("no"));

        var given = Assert.Throws<InvalidOperationException>(
            () => Trees.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Events = events }));

        Assert.IsType<FormatException>(given.InnerException);
        Assert.Equal(string.Empty, Trees.Leftovers(scratch.Path));
    }

    [Fact]
    public void Progress_reaches_the_totals()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d && for n in $(seq 100); do echo $n > source/d/$n; done && truncate -s 5M source/holes");
        CopyProgress last = default;

        CopyResult result = Trees.CopyUntil(
            TestContext.Current.CancellationToken, scratch.File("source"), scratch.File("target"), null, new Listener<CopyProgress>(now => last = now));

        Trees.AssertDone(result);
        Assert.True(last.IsComplete);
        Assert.Equal((101, 101), (last.Files, last.TotalFiles));
        Assert.Equal((5 * 1024 * 1024) + 292, last.TotalBytes);
        Assert.Equal(last.TotalBytes, last.Bytes);
        Assert.InRange(result.ElapsedToWritten, TimeSpan.FromTicks(1), result.ElapsedToDurable);
    }

    [Fact]
    public void Leftovers_of_dead_runs_are_found_and_removed_and_nothing_else()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($$"""
            cd '{{scratch.Path}}' && mkdir -p d/e && echo 1 > d/.a.0123456789abcdef.landspeed-part && echo 2 > d/e/.b.landspeed-part && echo 3 > d/.q.landspeed-journal
            echo 4 > d/c.landspeed-part && ln -s x d/.l.landspeed-part && mkdir d/.m.landspeed-part && echo 5 > d/.n.landspeed-part && ln d/.n.landspeed-part d/twice
            echo 6 > d/.o.landspeed-part && chown 1:1 d/.o.landspeed-part && echo 7 > d/.p.landspeed-part && echo 8 > d/.r.landspeed-part
            echo 9 > d/e/.s.landspeed-part && echo 10 > d/e/.t.landspeed-part && echo 11 > d/.u.0123456789abcdef.landspeed-part
            """);
        MakeJournal(scratch.FilePath("d/e"), "b");
        MakeJournal(scratch.FilePath("d"), "p");
        Mark(scratch.FilePath("d/e/.s.landspeed-part"), PartMarks.Copy);
        Mark(scratch.FilePath("d/e/.t.landspeed-part"), PartMarks.Records);
        Mark(scratch.FilePath("d/.u.0123456789abcdef.landspeed-part"), PartMarks.Result);
        var later = new LaterTime(TimeSpan.FromSeconds(90));
        using FileStream held = File.OpenRead(scratch.File("d/.p.landspeed-part"));
        Assert.True(NativePlatform.Files.TryLock(held.SafeFileHandle, FileLockKind.Exclusive).Succeeded);
        FilePath directory = FilePath.FromText(scratch.Path);

        Assert.All(CopyLeftovers.Find(directory), found => Assert.NotNull(found.Problem)); // too young
        IReadOnlyList<Leftover> found = CopyLeftovers.Search(directory, later, removes: false);
        string before = Command.Shell($"find '{scratch.Path}' | wc -l");
        IReadOnlyList<Leftover> removed = CopyLeftovers.Search(directory, later, removes: true);

        Assert.Equal("19\n", before);
        Assert.Equal(found.Order(ByPath), removed.Order(ByPath));
        Assert.Equal(
            [".a.0123456789abcdef.landspeed-part", ".b.landspeed-journal", ".b.landspeed-part", ".s.landspeed-part"],
            removed.Where(file => file.Problem is null).Select(file => file.Path.Name.Text).Order(StringComparer.Ordinal));
        Assert.Equal(
            ".l.landspeed-part .m.landspeed-part .n.landspeed-part .o.landspeed-part .p.landspeed-journal .p.landspeed-part "
            + ".q.landspeed-journal .r.landspeed-part .u.0123456789abcdef.landspeed-part c.landspeed-part e twice\n",
            Command.Shell($"cd '{scratch.File("d")}' && LC_ALL=C ls -A | tr '\\n' ' ' | sed 's/ $/\\n/'"));
        Assert.Equal(".t.landspeed-part\n", Command.Shell($"ls -A '{scratch.File("d/e")}'"));
        Assert.Contains(removed, stays => stays.Problem?.Message.Contains("unfinished file of records", StringComparison.Ordinal) == true);
    }

    private static void MakeJournal(FilePath directory, string name)
    {
        using OpenDirectory opened = OpenDirectory.Root(directory);
        var part = new DirectoryEntry(opened, TemporaryNames.Continuable(FilePath.FromText(name)));
        FileStatus status = Entries.Status(part);
        using CopyJournal journal = CopyJournal.Create(new DirectoryEntry(opened, TemporaryNames.Journal(FilePath.FromText(name))), status);
        journal.NotePart(FileIdentity.Of(status));
    }

    private static void Mark(FilePath path, FileMark mark)
    {
        using StorageFile file = StorageFile.Open(path, new() { Access = FileAccessKind.ReadWrite });
        mark.Set(file.Handle, path, file.Identity);
    }

    [Theory]
    [InlineData("n", 0)]
    [InlineData("n", 249)] // the names of part and journal are cut, at different places
    [InlineData("n.0123456789abcdef", 0)]
    public void The_journal_of_a_file_that_has_its_name_goes_and_an_unfinished_file_with_a_journal_stays(string name, int longer)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir source target && echo x > source/f && cp -p source/f target/f && echo foreign > target/.g.landspeed-journal && echo dead > target/.f.0123456789abcdef.landspeed-part");
        FilePath unfinished = FilePath.FromText(name + new string('x', longer));
        using (OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target")))
        {
            FileStatus source = Entries.Status(new DirectoryEntry(target, FilePath.FromText("f")));
            var part = new DirectoryEntry(target, TemporaryNames.Continuable(unfinished));
            File.WriteAllText(part.Path.Text, "half");
            using CopyJournal journal = CopyJournal.Create(new DirectoryEntry(target, TemporaryNames.Journal(unfinished)), source);
            journal.NotePart(FileIdentity.Of(Entries.Status(part)));
            using CopyJournal lonely = CopyJournal.Create(new DirectoryEntry(target, TemporaryNames.Journal(FilePath.FromText("f"))), source);
            lonely.NotePart(FileIdentity.Of(source));
        }

        Trees.AssertDone(Trees.Copy(scratch.File("source"), scratch.File("target")));

        string[] expected = [".g.landspeed-journal", TemporaryNames.Journal(unfinished).Text, TemporaryNames.Continuable(unfinished).Text, "f"];
        Assert.Equal(
            expected.Order(StringComparer.Ordinal),
            Directory.GetFileSystemEntries(scratch.File("target")).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    private static Comparer<Leftover> ByPath =>
        Comparer<Leftover>.Create((one, other) => one.Path.Bytes.SequenceCompareTo(other.Path.Bytes));

    private sealed class LaterTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => TimeProvider.System.GetUtcNow() + by;
    }
}
