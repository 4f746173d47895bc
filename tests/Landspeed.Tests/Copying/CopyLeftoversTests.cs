using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying;

public class CopyLeftoversTests
{
    [Fact]
    public void Leftovers_of_dead_runs_are_found_and_removed_and_nothing_else()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($$"""
            cd '{{scratch.Path}}' && mkdir -p d/e && echo 1 > d/.a.0123456789abcdef.landspeed-part && echo 2 > d/e/.b.landspeed-part && echo 3 > d/.q.landspeed-journal
            echo 4 > d/c.landspeed-part && ln -s x d/.l.landspeed-part && mkdir d/.m.landspeed-part && echo 5 > d/.n.landspeed-part && ln d/.n.landspeed-part d/twice
            echo 6 > d/.o.landspeed-part && echo 7 > d/.p.landspeed-part && echo 8 > d/.r.landspeed-part && : > d/.v.landspeed-journal
            echo 9 > d/e/.s.landspeed-part && echo 10 > d/e/.t.landspeed-part && echo 11 > d/.u.1123456789abcdef.landspeed-part
            ln -s x d/e/.w.0123456789abcdef.landspeed-part && ln d/e/.s.landspeed-part d/e/.y.0123456789abcdef.landspeed-part && rm d/e/.s.landspeed-part && echo 12 > d/e/.s.landspeed-part
            echo 13 > d/e/.z.2123456789abcdef.landspeed-part && echo 14 > d/.z.3123456789abcdef.landspeed-part && mkfifo d/.x.0123456789abcdef.landspeed-part && : > d/.4123456789abcdef.landspeed-run
            """);
        MakeJournal(scratch.FilePath("d/e"), "b");
        MakeJournal(scratch.FilePath("d"), "p");
        Mark(scratch.FilePath("d/.n.landspeed-part"), PartMarks.Copy);
        Mark(scratch.FilePath("d/.o.landspeed-part"), PartMarks.Copy);
        Command.Shell($"chown 1:1 '{scratch.File("d/.o.landspeed-part")}'");
        Mark(scratch.FilePath("d/.p.landspeed-part"), PartMarks.Copy);
        Mark(scratch.FilePath("d/e/.s.landspeed-part"), PartMarks.Copy);
        Mark(scratch.FilePath("d/e/.t.landspeed-part"), PartMarks.Records);
        Mark(scratch.FilePath("d/.u.1123456789abcdef.landspeed-part"), PartMarks.Result);
        using OpenDirectory opened = OpenDirectory.Root(scratch.FilePath("d"));
        RunClaim.TryMake(opened, "0123456789abcdef")!.Release(); // a dead run
        RunClaim working = RunClaim.TryMake(opened, "3123456789abcdef")!;
        var later = new LaterTime(TimeSpan.FromSeconds(90));
        using FileStream held = File.OpenRead(scratch.File("d/.p.landspeed-part"));
        Assert.True(NativePlatform.Files.TryLock(held.SafeFileHandle, FileLockKind.Exclusive).Succeeded);
        FilePath directory = FilePath.FromText(scratch.Path);

        Assert.All(CopyLeftovers.Find(directory), found => Assert.NotNull(found.Problem)); // too young
        IReadOnlyList<Leftover> found = CopyLeftovers.Search(directory, later, removes: false);
        string before = Command.Shell($"find '{scratch.Path}' | wc -l");
        IReadOnlyList<Leftover> removed = CopyLeftovers.Search(directory, later, removes: true);
        working.Release();

        Assert.Equal("28\n", before);
        Assert.Equal(found.Order(ByPath), removed.Order(ByPath));
        Assert.Equal(
            [
                ".0123456789abcdef.landspeed-run", ".a.0123456789abcdef.landspeed-part", ".b.landspeed-journal", ".p.landspeed-journal", ".s.landspeed-part",
                ".w.0123456789abcdef.landspeed-part", ".x.0123456789abcdef.landspeed-part", ".y.0123456789abcdef.landspeed-part",
            ],
            removed.Where(file => file.Problem is null).Select(file => file.Path.Name.Text).Order(StringComparer.Ordinal));
        Assert.Equal(
            ".3123456789abcdef.landspeed-run .4123456789abcdef.landspeed-run .l.landspeed-part .m.landspeed-part .n.landspeed-part .o.landspeed-part .p.landspeed-part "
            + ".q.landspeed-journal .r.landspeed-part .u.1123456789abcdef.landspeed-part .v.landspeed-journal .z.3123456789abcdef.landspeed-part c.landspeed-part e twice\n",
            Command.Shell($"cd '{scratch.File("d")}' && LC_ALL=C ls -A | tr '\\n' ' ' | sed 's/ $/\\n/'"));
        Assert.Equal(".b.landspeed-part\n.t.landspeed-part\n.z.2123456789abcdef.landspeed-part\n", Command.Shell($"LC_ALL=C ls -A '{scratch.File("d/e")}'"));
        Assert.Contains(removed, stays => stays.Problem?.Message.Contains("unfinished file of records", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void A_claim_stays_as_long_as_what_it_proves()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && echo 1 > .a.0123456789abcdef.landspeed-part && echo 2 > .b.0123456789abcdef.landspeed-part");
        FilePath directory = FilePath.FromText(scratch.Path);
        using OpenDirectory opened = OpenDirectory.Root(directory);
        RunClaim.TryMake(opened, "0123456789abcdef")!.Release();
        using FileStream held = File.OpenRead(scratch.File(".a.0123456789abcdef.landspeed-part"));
        Assert.True(NativePlatform.Files.TryLock(held.SafeFileHandle, FileLockKind.Exclusive).Succeeded);

        IReadOnlyList<Leftover> removed = CopyLeftovers.Search(directory, new LaterTime(TimeSpan.FromSeconds(90)), removes: true);

        Assert.Equal(".b.0123456789abcdef.landspeed-part", Assert.Single(removed, file => file.Problem is null).Path.Name.Text);
        Assert.Contains(removed, file => file.Problem?.Message.Contains("stays as long", StringComparison.Ordinal) == true);
        Assert.Equal(".0123456789abcdef.landspeed-run\n.a.0123456789abcdef.landspeed-part\n", Command.Shell($"LC_ALL=C ls -A '{scratch.Path}'"));
    }

    [Fact]
    public void What_a_dead_run_claimed_on_a_file_system_mounted_below_goes_before_its_claim()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && mkdir -p source/d target/d && echo x > source/d/f && mount -t tmpfs none target/d && echo dead > target/d/.f.0123456789abcdef.landspeed-part");
        try
        {
            using OpenDirectory target = OpenDirectory.Root(scratch.FilePath("target"));
            RunClaim.TryMake(target, "0123456789abcdef")!.Release();

            // Without that file system it proves nothing any more, but who cleans up has not seen what it proves.
            CopyLeftovers.Search(scratch.FilePath("target"), new LaterTime(TimeSpan.FromSeconds(90)), removes: true);
            Assert.True(File.Exists(scratch.File("target/.0123456789abcdef.landspeed-run")));

            TreeCopies.AssertDone(TreeCopies.Copy(scratch.File("source"), scratch.File("target")));

            Assert.Equal(".\n./d\n./d/f\n", Command.Shell($"cd '{scratch.File("target")}' && find . | LC_ALL=C sort"));
        }
        finally
        {
            Command.Shell($"umount '{scratch.File("target/d")}'");
        }
    }

    private static void MakeJournal(FilePath directory, string name)
    {
        using OpenDirectory opened = OpenDirectory.Root(directory);
        var target = new DirectoryEntry(opened, FilePath.FromText(name));
        FileStatus status = Entries.Status(target with { Name = TemporaryNames.Continuable(target.Name) });
        using CopyJournal journal = CopyJournal.Create(target, status);
        journal.NotePart(FileIdentity.Of(status));
    }

    private static void Mark(FilePath path, FileMark mark)
    {
        using StorageFile file = StorageFile.Open(path, new() { Access = FileAccessKind.ReadWrite });
        mark.Set(file.Handle, path, file.Identity);
    }

    private static Comparer<Leftover> ByPath =>
        Comparer<Leftover>.Create((one, other) => one.Path.Bytes.SequenceCompareTo(other.Path.Bytes));

    private sealed class LaterTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => TimeProvider.System.GetUtcNow() + by;
    }
}
