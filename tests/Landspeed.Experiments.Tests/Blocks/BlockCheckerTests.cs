using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Orders;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Blocks;

/// <summary>A medium in memory that loses, tears, swaps, delays, zeroes and damages writes.</summary>
public sealed class BlockCheckerTests : IDisposable
{
    private const int RequestSize = 4096;
    private const int BlockBytes = 1024;
    private const int BlocksPerRequest = RequestSize / BlockBytes;
    private const int Requests = 16_384;

    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _medium = new byte[Requests * RequestSize];
    private readonly byte[] _buffer = new byte[RequestSize];
    private readonly Dictionary<long, (string Kind, int Blocks)> _expected = [];

    public BlockCheckerTests()
    {
        new Random(3).NextBytes(_buffer);
        BlockStamp.Prepare(_buffer);
    }

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_of_a_million_blocks_is_called_by_its_right_name()
    {
        const int Rounds = 16; // of 65,536 blocks
        string[] seen = [];
        for (int seed = 1; seed <= Rounds; seed++)
        {
            var random = new Random(seed);
            FilePath path = FilePath.FromText(_scratch.File($"journal{seed}"));
            using BlockJournal journal = Create(path);
            _expected.Clear();
            Write(journal, distancePct: 0, Requests, isFaulty: null);
            Write(journal, distancePct: 100, 2 * Requests, isFaulty: random);

            var states = BlockStates.Of(journal, _medium.Length, Stop);
            for (long request = 0; request < Requests; request++)
            {
                var faults = new BlockFaults();
                long offset = request * RequestSize;
                new BlockChecker(states, faults).Check(_medium.AsSpan((int)offset, RequestSize), offset);

                Assert.Equal(BlocksPerRequest, faults.Checked);
                string found = string.Join(", ", faults.Counts.Select(count => $"{count.Blocks} {count.Kind}"));
                string expected = _expected.TryGetValue(request, out (string Kind, int Blocks) fault)
                    ? $"{fault.Blocks} {fault.Kind}" : string.Empty;
                Assert.True(expected == found, $"seed {seed}, request {request}: {found} instead of {expected}");
                Assert.All(faults.Listed, one => Assert.InRange(one.Offset, offset, offset + RequestSize - 1));
            }

            seen = [.. seen.Union(_expected.Values.Select(fault => fault.Kind))];
        }

        Assert.Equal(["corrupt", "foreign", "misplaced", "stale", "torn", "zeroed"], seen.Order());
    }

    [Fact]
    public void What_an_interrupted_run_wrote_and_did_not_acknowledge_is_not_wrong_whole_or_torn()
    {
        FilePath path = FilePath.FromText(_scratch.File("journal"));
        using BlockJournal journal = Create(path);
        Write(journal, distancePct: 0, Requests, isFaulty: null);
        BlockRun run = Begin(journal, distancePct: 0);
        var blocks = new WorkerBlocks(BlockStates.Of(journal, _medium.Length, Stop), run.Generation, 0, 1);
        BlockOrder[] orders = new BlockOrder[3];
        for (int write = 0; write < 3; write++)
        {
            int offset = write * RequestSize;
            blocks.TryStart(0, offset, writes: true, _buffer);
            int arrived = write == 2 ? 1536 : RequestSize; // a block and a half
            _buffer.AsSpan(0, arrived).CopyTo(_medium.AsSpan(offset));
            blocks.End(0, _buffer, now: 0);
            blocks.Look(now: 0);
            orders[write] = blocks.Ended;
        }

        journal.Acknowledge(new BlockMark { Generation = run.Generation, Workers = [orders[0]] });
        BlockFaults found = Check(journal, _medium.Length);
        Assert.Empty(found.Counts);
        Assert.Equal((Requests * BlocksPerRequest, 4 + 2), (found.Checked, found.Unacknowledged));

        journal.Acknowledge(new BlockMark { Generation = run.Generation, Workers = [orders[2]], HasEnded = true });
        Assert.Equal("3 torn", Names(Check(journal, _medium.Length)));
    }

    [Fact]
    public void Blocks_behind_the_end_of_the_file_are_missing_and_blocks_that_were_never_written_are_not()
    {
        FilePath path = FilePath.FromText(_scratch.File("journal"));
        using BlockJournal journal = Create(path);
        Write(journal, distancePct: 0, 10, isFaulty: null);

        BlockFaults found = Check(journal, 8 * RequestSize);
        Assert.Equal("8 missing", Names(found));
        Assert.Equal(new(8 * RequestSize, 2 * RequestSize), (found.Listed[0].Offset, found.Listed[0].Length));

        found = Check(journal, 12 * RequestSize);
        Assert.Empty(found.Counts);
        Assert.Equal((10 * BlocksPerRequest, 2 * BlocksPerRequest), (found.Checked, found.NeverWritten));
    }

    [Fact]
    public void A_write_that_the_journal_does_not_know_is_called_newer()
    {
        FilePath path = FilePath.FromText(_scratch.File("journal"));
        using (BlockJournal journal = Create(path))
        {
            Write(journal, distancePct: 0, 10, isFaulty: null);
        }

        string older = _scratch.File("older");
        File.Copy(path.Text, older);
        using (BlockJournal journal = BlockJournal.Open(path, FileAccessKind.ReadWrite))
        {
            Write(journal, distancePct: 0, 1, isFaulty: null);
        }

        using BlockJournal old = BlockJournal.Open(FilePath.FromText(older), FileAccessKind.Read);
        Assert.Equal("4 newer", Names(Check(old, 10 * RequestSize)));
    }

    [Fact]
    public void A_journal_of_a_machine_that_computes_other_places_is_refused()
    {
        FilePath path = FilePath.FromText(_scratch.File("journal"));
        using BlockJournal journal = Create(path);
        Write(journal, distancePct: 100, 10, isFaulty: null);
        BlockOrder other = journal.AcknowledgedOf(1)[0] with { Places = 1 };
        journal.Acknowledge(new BlockMark { Generation = 1, Workers = [other], HasEnded = true });

        var failure = Assert.Throws<ExperimentException>(() => Check(journal, _medium.Length));
        Assert.Equal(Outcome.Refused, failure.Outcome);
        Assert.EndsWith("check on the machine that wrote", failure.Message, StringComparison.Ordinal);
    }

    private static BlockJournal Create(FilePath path) =>
        BlockJournal.Create(path, new BlockStart { Identity = 5, BlockBytes = BlockBytes });

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    private static string Names(BlockFaults faults) =>
        string.Join(", ", faults.Counts.Select(count => $"{count.Blocks} {count.Kind}"));

    private BlockFaults Check(BlockJournal journal, int length)
    {
        var faults = new BlockFaults();
        var states = BlockStates.Of(journal, length, Stop);
        var checker = new BlockChecker(states, faults);
        for (int offset = 0; offset < length; offset += RequestSize)
        {
            checker.Check(_medium.AsSpan(offset, RequestSize), offset);
        }

        checker.CheckEnd(length);
        return faults;
    }

    private static BlockRun Begin(BlockJournal journal, double distancePct)
    {
        var run = new BlockRun
        {
            Generation = journal.Runs.Count + 1,
            At = DateTimeOffset.UnixEpoch,
            RequestSize = RequestSize,
            DistancePct = distancePct,
            ScatterSeed = 1,
            Workers = [new BlockWorker(8, new RequestLayout(0, Requests, Requests, Requests))],
        };
        journal.Begin(run);
        return run;
    }

    private void Write(BlockJournal journal, double distancePct, int writes, Random? isFaulty)
    {
        BlockRun run = Begin(journal, distancePct);
        var states = BlockStates.Of(journal, _medium.Length, Stop);
        var blocks = new WorkerBlocks(states, run.Generation, 0, 1);
        IOffsetSequence sequence = run.SequenceOf(run.Workers[0]);
        for (int write = 0; write < writes; write++)
        {
            long place = sequence.Next(1);
            Assert.True(blocks.TryStart(0, place * RequestSize, writes: true, _buffer));
            Store(place, isFaulty);
            blocks.End(0, _buffer, now: 0);
        }

        blocks.Look(now: 0);
        Assert.Equal(writes, blocks.Ended.Writes);
        journal.Acknowledge(new BlockMark { Generation = run.Generation, Workers = [blocks.Ended], HasEnded = true });
    }

    // A later write to a place puts right what an earlier one left.
    private void Store(long place, Random? random)
    {
        Span<byte> there = _medium.AsSpan((int)place * RequestSize, RequestSize);
        bool wasRight = !_expected.Remove(place);
        int sectors = RequestSize / BlockStamp.SectorBytes;
        int block = random?.Next(BlocksPerRequest) * BlockBytes ?? 0;
        switch (random?.Next(150))
        {
            case 0 when wasRight: // lost
            case 1 when wasRight: // delayed: the earlier one arrives later
                _expected[place] = ("stale", BlocksPerRequest);
                return;
            case 2 when wasRight:
                int arrived = random.Next(1, sectors);
                _buffer.AsSpan(0, arrived * BlockStamp.SectorBytes).CopyTo(there);
                _expected[place] = ("torn", BlocksPerRequest - (arrived * BlockStamp.SectorBytes / BlockBytes));
                return;
            case 3:
                _buffer.CopyTo(there);
                there.Slice(block, BlockBytes).Clear();
                _expected[place] = ("zeroed", 1);
                return;
            case 4:
                _buffer.CopyTo(there);
                there[block + random.Next(BlockBytes)] ^= (byte)(1 << random.Next(8));
                _expected[place] = ("corrupt", 1);
                return;
            case 5:
                _buffer.CopyTo(there);
                random.NextBytes(there.Slice(block, BlockBytes));
                _expected[place] = ("foreign", 1);
                return;
            case 6 when place > 0: // it goes to another place, and what is there comes here
                Span<byte> other = _medium.AsSpan((int)(place - 1) * RequestSize, RequestSize);
                if (_expected.ContainsKey(place - 1))
                {
                    break;
                }

                other.CopyTo(there);
                _buffer.CopyTo(other);
                _expected[place] = _expected[place - 1] = ("misplaced", BlocksPerRequest);
                return;
            default:
                break;
        }

        _buffer.CopyTo(there);
    }
}
