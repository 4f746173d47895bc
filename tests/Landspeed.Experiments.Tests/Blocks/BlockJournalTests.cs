using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Orders;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Blocks;

public sealed class BlockJournalTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    private FilePath Path => FilePath.FromText(_scratch.File("j"));

    [Fact]
    public void What_was_recorded_is_read_back()
    {
        BlockRun run = NewRun(1) with { Exponent = 1.2, DistancePct = 100 };
        using (BlockJournal journal = Create())
        {
            journal.Begin(run);
            journal.Acknowledge(new BlockMark { Generation = 1, Workers = Orders(3, 4) });
            journal.Begin(run with { Generation = 2 });
            journal.Acknowledge(new BlockMark { Generation = 2, Workers = Orders(5, 6), HasEnded = true });
            journal.Begin(run with { Generation = 3 });
        }

        using BlockJournal read = BlockJournal.Open(Path, FileAccessKind.Read);
        Assert.Equal(new BlockStart { File = "f", Identity = 9, BlockBytes = 1024 }, read.Start);
        Assert.Equal([1, 2, 3], read.Runs.Select(one => one.Generation));
        Assert.Equal(run with { Workers = [] }, read.Runs[0] with { Workers = [] });
        Assert.Equal(run.Workers, read.Runs[0].Workers);
        Assert.Equal(
            [Orders(3, 4), Orders(5, 6), [default, default]], Enumerable.Range(1, 3).Select(read.AcknowledgedOf));
        Assert.Equal([false, true, false], Enumerable.Range(1, 3).Select(read.HasEnded));
    }

    [Fact]
    public void A_journal_that_was_cut_anywhere_says_what_was_recorded_before_and_continues()
    {
        using (BlockJournal journal = Create())
        {
            journal.Begin(NewRun(1));
            journal.Acknowledge(new BlockMark { Generation = 1, Workers = Orders(3, 4) });
        }

        byte[] whole = File.ReadAllBytes(Path.Text);
        int marked = whole.Length;
        using (BlockJournal journal = BlockJournal.Open(Path, FileAccessKind.ReadWrite))
        {
            journal.Acknowledge(new BlockMark { Generation = 1, Workers = Orders(3000, 4000), HasEnded = true });
        }

        whole = File.ReadAllBytes(Path.Text);
        for (int length = marked; length < whole.Length; length++)
        {
            File.WriteAllBytes(Path.Text, whole[..length]);
            using (BlockJournal journal = BlockJournal.Open(Path, FileAccessKind.ReadWrite))
            {
                Assert.Equal(Orders(3, 4), journal.AcknowledgedOf(1));
                Assert.False(journal.HasEnded(1));
                journal.Acknowledge(new BlockMark { Generation = 1, Workers = Orders(5, 6) });
            }

            using BlockJournal again = BlockJournal.Open(Path, FileAccessKind.Read);
            Assert.Equal(Orders(5, 6), again.AcknowledgedOf(1));
        }
    }

    [Fact]
    public void A_damaged_journal_and_another_file_are_refused()
    {
        using (BlockJournal journal = Create())
        {
            journal.Begin(NewRun(1));
        }

        byte[] whole = File.ReadAllBytes(Path.Text);
        for (int at = whole.Length / 2; at < whole.Length; at += 7)
        {
            byte[] damaged = [.. whole];
            damaged[at] ^= 4;
            File.WriteAllBytes(Path.Text, damaged);
            Assert.EndsWith("remove it, and write all blocks again", Refusal(), StringComparison.Ordinal);
        }

        File.WriteAllBytes(Path.Text, whole[..20]);
        Assert.EndsWith("ends in its first record: remove it, or name another file", Refusal());
        File.WriteAllText(Path.Text, new string('a', 5000));
        Assert.Equal($"{Path.Display} is not a journal of blocks: name another file", Refusal());
    }

    [Fact]
    public void Many_may_read_a_journal_or_one_may_write_it()
    {
        using (BlockJournal journal = Create())
        {
            journal.Begin(NewRun(1));
            Assert.Contains("is in use by another process", Refusal(FileAccessKind.Read), StringComparison.Ordinal);
            Assert.Contains("is in use by another process", Refusal(), StringComparison.Ordinal);
        }

        using BlockJournal read = BlockJournal.Open(Path, FileAccessKind.Read);
        using BlockJournal other = BlockJournal.Open(Path, FileAccessKind.Read);
        Assert.Single(other.Runs);
        Assert.Contains("is in use by another process", Refusal(), StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_file_becomes_a_journal_and_a_used_one_does_not()
    {
        File.WriteAllText(Path.Text, string.Empty);
        Create().Dispose();
        Assert.Throws<ExperimentException>(Create);
        using BlockJournal read = BlockJournal.Open(Path, FileAccessKind.Read);
        Assert.Equal(9UL, read.Start.Identity);
    }

    private static BlockOrder[] Orders(long first, long second) =>
        [new BlockOrder(first, ulong.MaxValue), new BlockOrder(second, 7)];

    private BlockJournal Create() =>
        BlockJournal.Create(Path, new BlockStart { File = "f", Identity = 9, BlockBytes = 1024 });

    private string Refusal(FileAccessKind access = FileAccessKind.ReadWrite)
    {
        var failure = Assert.Throws<ExperimentException>(() => BlockJournal.Open(Path, access));
        Assert.Equal(Outcome.Refused, failure.Outcome);
        return failure.Message;
    }

    private static BlockRun NewRun(int generation) => new()
    {
        Generation = generation,
        At = DateTimeOffset.UnixEpoch,
        RequestSize = 4096,
        DistancePct = 0,
        ScatterSeed = ulong.MaxValue,
        Workers =
        [
            new BlockWorker(ulong.MaxValue, new RequestLayout(0, 10, 10, 10)),
            new BlockWorker(4, new RequestLayout(10, 20, 20, 20)),
        ],
    };
}
