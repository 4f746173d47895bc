using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams;

/// <summary>Loops that wait for a file in the calling thread end when they are cancelled, and close the file.</summary>
public sealed class CancelledLoopTests : IDisposable
{
    private const int Length = 2_000_000;
    private const int Block = 64 << 10;

    private readonly ScratchDirectory _scratch = new();
    private readonly string _path;

    public CancelledLoopTests() => _path = _scratch.CreateFile("file", Length);

    public static TheoryData<IoMode?> Modes => [(IoMode?)null, IoMode.Direct, IoMode.Buffered];

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Modes))]
    public void Blocks_end_before_the_next_one(IoMode? mode)
    {
        using var stop = new CancellationTokenSource();
        int blocks = 0;

        Assert.ThrowsAny<OperationCanceledException>(() =>
        {
            foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(_path, File(mode), stop.Token))
            {
                if (++blocks == 3)
                {
                    stop.Cancel();
                }
            }
        });

        Assert.Equal(3, blocks);
        AssertClosed();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Lines_end_with_the_block_that_they_are_in(IoMode? mode)
    {
        using var stop = new CancellationTokenSource();
        long bytes = 0;

        Assert.ThrowsAny<OperationCanceledException>(() =>
        {
            foreach (ReadOnlySpan<byte> line in Lines.Enumerate(_path, new() { File = File(mode) }, stop.Token))
            {
                bytes += line.Length + 1;
                stop.Cancel();
            }
        });

        Assert.InRange(bytes, 1, 2 * Block);
        AssertClosed();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Nothing_is_counted_by_who_was_cancelled_before(IoMode? mode)
    {
        Assert.ThrowsAny<OperationCanceledException>(
            () => Lines.Count(_path, new() { File = File(mode) }, new CancellationToken(canceled: true)));

        AssertClosed();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Counting_in_the_page_cache_ends_with_the_blocks_that_are_counted(int workers)
    {
        System.IO.File.ReadAllBytes(_path);
        using var stop = new CancellationTokenSource();
        int reads = 0;
        var calls = new FaultyFileCalls
        {
            OnRead = length =>
            {
                if (Interlocked.Increment(ref reads) == 3)
                {
                    stop.Cancel();
                }

                return (null, length);
            },
        };
        LineOptions options = new() { Workers = workers, File = File(null) with { CacheCalls = calls } };

        Assert.ThrowsAny<OperationCanceledException>(() => Lines.Count(_path, options, stop.Token));

        // What is cached is asked by one read more.
        Assert.InRange(reads, 3, 3 + workers + 1);
        AssertClosed();
    }

    [Fact]
    public void Counting_past_the_page_cache_ends_with_the_block_that_is_counted()
    {
        using var stop = new CancellationTokenSource();
        SequentialFileOptions file = File(IoMode.Direct) with
        {
            EngineFactory = depth =>
            {
                stop.Cancel();
                return new SimulatedEngine(new SimulationOptions { QueueDepth = depth });
            },
        };

        Assert.ThrowsAny<OperationCanceledException>(() => Lines.Count(_path, new() { File = file }, stop.Token));

        AssertClosed();
    }

    private static SequentialFileOptions File(IoMode? mode) =>
        new() { Mode = mode, RequestSize = Block, QueueDepth = 2 };

    private void AssertClosed() => Assert.DoesNotContain(
        Directory.GetFiles("/proc/self/fd"),
        descriptor => new FileInfo(descriptor).LinkTarget == _path);
}
