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

    private static Comparer<Leftover> ByPath =>
        Comparer<Leftover>.Create((one, other) => one.Path.Bytes.SequenceCompareTo(other.Path.Bytes));

    private sealed class LaterTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => TimeProvider.System.GetUtcNow() + by;
    }
}
