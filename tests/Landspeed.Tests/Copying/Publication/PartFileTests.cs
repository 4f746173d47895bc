using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Copying.Ranks;
using Landspeed.Files.Trees;
using Landspeed.Testing;
using Landspeed.Tests.Copying.Ranks;

namespace Landspeed.Tests.Copying.Publication;

public sealed class PartFileTests
{
    [Fact]
    public async Task A_journal_that_goes_while_its_lock_is_waited_for_is_another_copys_and_not_to_be_removed()
    {
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 1 << 20, seed: 1);
        string target = scratch.File("target");
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        var entry = new DirectoryEntry(directory, FilePath.FromText("target"));
        CopyJournal other = CopyJournal.Create(entry, Entries.Status(entry with { Name = FilePath.FromText("source") }));

        Task<CopyException> refused = Task.Run(
            () => Assert.Throws<CopyException>(() => ThreadRanks.CopyFile(1, source, target, new CopyOptions(), new RankSettings())), TestContext.Current.CancellationToken);
        while (!IsOpen(scratch.File(".target.landspeed-journal")))
        {
            await Task.Yield();
        }

        other.Remove();

        Assert.Equal(CopyOutcome.Refused, (await refused).Outcome);
        Assert.StartsWith("another copy is writing", (await refused).Message, StringComparison.Ordinal);
    }

    // By this name: its maker opened it before it had one.
    private static bool IsOpen(string path) => Directory.GetFiles("/proc/self/fd").Any(name => new FileInfo(name).LinkTarget == path);
}
