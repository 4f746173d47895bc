using Landspeed.Experiments.Copying;
using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Experiments.Tests.Copying;

public sealed class FileComparisonTests : IDisposable
{
    private const int Block = 64 * 1024;
    private const int SmallBlock = 4096;

    // A short transfer of the simulation may end anywhere, which direct ones cannot.
    private static readonly IoMode?[] s_modes = [null, IoMode.Buffered, IoMode.Uncached];
    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Block - 1)]
    [InlineData(Block)]
    [InlineData(Block + 1)]
    [InlineData((5 * Block) + 17)]
    public void Equal_files_have_no_difference(int length) => Assert.Null(Compare(length, length, null));

    [Theory]
    [InlineData(0)]
    [InlineData(Block - 1)]
    [InlineData(Block)]
    [InlineData((3 * Block) + 16)]
    public void The_first_byte_that_differs_is_found(int offset) =>
        Assert.Equal(offset, Compare((3 * Block) + 17, (3 * Block) + 17, offset));

    [Theory]
    [InlineData(0, 1, 0)]
    [InlineData(Block, Block + 1, Block)]
    [InlineData((2 * Block) + 1, 2 * Block, 2 * Block)]
    public void The_end_of_the_shorter_file_is_a_difference(int one, int other, int offset) =>
        Assert.Equal(offset, Compare(one, other, null));

    [Fact]
    public void Whatever_an_engine_does_to_requests_the_first_difference_is_found()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            long? expected = Write(random);

            using var comparison = new FileComparison(SmallBlock, depth => Simulated(depth, seed));
            Assert.True(expected == Compare(comparison, s_modes[seed % s_modes.Length], out _, out _), $"seed {seed}");
        }
    }

    [Fact]
    public void A_block_that_cannot_be_read_counts_unless_a_difference_comes_before_it()
    {
        (int failed, int different) = (0, 0);
        for (int seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            long? expected = Write(random);
            var fault = new SimulatedFault(random.Next(24), NativeErrorKind.DeviceFailure, FaultExtent.Once);

            using var comparison = new FileComparison(SmallBlock, depth => Simulated(depth, seed, fault));
            try
            {
                Assert.True(expected == Compare(comparison, IoMode.Direct, out _, out _), $"seed {seed}");
                different += expected is null ? 0 : 1;
            }
            catch (NativeIOException failure)
            {
                failed++;
                Assert.Equal("read", failure.Operation);
                Assert.True(
                    expected is null || failure.Offset / SmallBlock <= expected / SmallBlock,
                    $"seed {seed}: the difference at {expected} is before {failure.Offset}");
            }
        }

        Assert.True(failed > 20 && different > 20, $"{failed} failed, {different} differed");
    }

    [Fact]
    public void What_was_read_is_counted_once_past_the_cache_or_through_it()
    {
        const int Length = (9 * Block) + 5;
        Assert.Null(Compare(Length, Length, null));
        using var comparison = new FileComparison(Block);

        foreach (IoMode mode in (IoMode[])[IoMode.Direct, IoMode.Buffered])
        {
            Assert.Null(Compare(comparison, mode, out ComparedFile one, out ComparedFile other));
            Assert.Equal((Length, Length), (one.Bytes, other.Bytes));
            Assert.Equal(mode == IoMode.Direct ? Length : 0, one.DirectBytes);
            Assert.Equal(mode == IoMode.Direct ? Length : 0, other.DirectBytes);
        }
    }

    [Fact]
    public void What_leaves_the_page_cache_meanwhile_is_read_past_it()
    {
        const int Length = 64 * Block;
        Assert.Null(Compare(Length, Length, null));
        using var comparison = new FileComparison(Block);
        using ComparedFile one = Open("one", null);
        using ComparedFile other = Open("other", null);
        PageCache.Drop(other.File, Stop);

        Assert.Null(comparison.FirstDifference(one, other, null, Stop));

        Assert.Equal((Length, Length), (one.Bytes, other.Bytes));
        Assert.Equal((0, Length), (one.DirectBytes, other.DirectBytes));
    }

    [Fact]
    public void What_both_files_gained_since_they_were_opened_is_compared()
    {
        Assert.Null(Compare(Block + 7, Block + 7, null));
        using var comparison = new FileComparison(Block);
        using ComparedFile one = Open("one", IoMode.Direct);
        using ComparedFile other = Open("other", IoMode.Direct);
        File.AppendAllText(_scratch.File("one"), new string('x', 3 * Block) + "a");
        File.AppendAllText(_scratch.File("other"), new string('x', 3 * Block) + "b");

        Assert.Equal((4 * Block) + 7, comparison.FirstDifference(one, other, null, Stop));
    }

    [Fact]
    public void A_file_that_was_cut_since_it_was_opened_ends_there()
    {
        Assert.Null(Compare(5 * Block, 5 * Block, null));
        using var comparison = new FileComparison(Block);
        using ComparedFile one = Open("one", IoMode.Direct);
        using ComparedFile other = Open("other", IoMode.Direct);
        Command.Shell($"truncate -s {(2 * Block) + 3} '{_scratch.File("other")}'");

        Assert.Equal((2 * Block) + 3, comparison.FirstDifference(one, other, null, Stop));
    }

    [Fact]
    public void Files_that_are_generated_while_they_are_read_are_compared_to_their_ends()
    {
        Assert.Null(FileComparison.FirstDifference(
            FilePath.FromText("/proc/filesystems"), FilePath.FromText("/proc/filesystems"), null, Stop));
        Assert.Equal(0, FileComparison.FirstDifference(
            FilePath.FromText("/proc/filesystems"), FilePath.FromText("/proc/version"), null, Stop));
    }

    [Fact]
    public void A_comparison_that_is_stopped_ends_with_nothing_in_flight()
    {
        Assert.Null(Compare(64 * Block, 64 * Block, null));
        using var stop = new CancellationTokenSource();
        using var comparison = new FileComparison(Block);
        using ComparedFile one = Open("one", IoMode.Direct);
        using ComparedFile other = Open("other", IoMode.Direct);

        Assert.Throws<OperationCanceledException>(
            () => comparison.FirstDifference(one, other, _ => stop.Cancel(), stop.Token));

        Assert.InRange(one.Bytes, Block, 63 * Block);
        Assert.Null(Compare(comparison, IoMode.Direct, out _, out _));
    }

    private static SimulatedEngine Simulated(int depth, int seed, params SimulatedFault[] faults) =>
        new(new SimulationOptions
        {
            Seed = (ulong)seed,
            QueueDepth = depth,
            ShortProbability = faults.Length > 0 ? 0 : 0.3,
            ErrorProbability = faults.Length > 0 ? 0 : 0.2,
            MaximumDelay = 5,
            Order = CompletionOrder.Random,
            Faults = faults,
        });

    // Two files of one length or nearly, with few or no bytes that differ, and where they first do.
    private long? Write(Random random)
    {
        byte[] bytes = new byte[random.Next(20 * SmallBlock)];
        random.NextBytes(bytes);
        File.WriteAllBytes(_scratch.File("one"), bytes);
        byte[] changed = [.. bytes];
        long? first = null;
        for (int flips = bytes.Length == 0 ? 0 : random.Next(4); flips > 0; flips--)
        {
            int offset = random.Next(bytes.Length);
            changed[offset] = (byte)(bytes[offset] ^ 0xFF);
            first = Math.Min(first ?? offset, offset);
        }

        int length = random.Next(4) == 0 ? random.Next(bytes.Length + 1) : bytes.Length;
        File.WriteAllBytes(_scratch.File("other"), changed[..length]);
        return first < length ? first : length < bytes.Length ? length : null;
    }

    private ComparedFile Open(string name, IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode };
        return new ComparedFile(FileOpening.ForReading(_scratch.FilePath(name), options), options);
    }

    private long? Compare(FileComparison comparison, IoMode? mode, out ComparedFile one, out ComparedFile other)
    {
        using ComparedFile first = one = Open("one", mode);
        using ComparedFile second = other = Open("other", mode);
        return comparison.FirstDifference(first, second, null, Stop);
    }

    private long? Compare(int one, int other, int? flip)
    {
        byte[] bytes = new byte[Math.Max(one, other)];
        new Random(1).NextBytes(bytes);
        File.WriteAllBytes(_scratch.File("one"), bytes[..one]);
        if (flip is { } offset)
        {
            bytes[offset] ^= 1;
        }

        File.WriteAllBytes(_scratch.File("other"), bytes[..other]);
        return FileComparison.FirstDifference(
            _scratch.FilePath("one"), _scratch.FilePath("other"), mode: null, Stop, Block);
    }
}
