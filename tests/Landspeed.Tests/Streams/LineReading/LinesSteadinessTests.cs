using Landspeed.Soak;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams.LineReading;

[Collection(ProcessWideCollection.Name)]
public sealed class LinesSteadinessTests : IDisposable
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    // 4 MB in blocks of 4 KiB: an object of 24 bytes for each block would be 24,000 bytes.
    private const int LineCount = 40_000;
    private const int BlockSize = 4096;
    private const long LeastPerBlock = 24L * (LineCount * 100 / BlockSize);

    private readonly ScratchDirectory _directory = new();
    private readonly string _path;

    public LinesSteadinessTests()
    {
        _path = _directory.File("lines");
        File.WriteAllLines(_path, Enumerable.Range(1, LineCount).Select(number => number.ToString("D99")));
    }

    public void Dispose() => _directory.Dispose();

    [Fact]
    public void A_walk_allocates_nothing_for_a_line_or_a_block()
    {
        using LineEnumerator lines = Lines.Enumerate(_path, Options(workers: 1), Token).GetEnumerator();
        for (int line = 0; line < 1000; line++)
        {
            Assert.True(lines.MoveNext());
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        while (lines.MoveNext())
        {
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Equal(LineCount, lines.Number);
    }

    [Theory]
    [InlineData(1, null)]
    [InlineData(3, null)]
    [InlineData(3, IoMode.Buffered)]
    public async Task Workers_allocate_nothing_for_a_line_or_a_block(int workers, IoMode? mode)
    {
        LineOptions options = Options(workers);
        options = options with { File = options.File! with { Mode = mode } };

        // Also what the engine's thread allocates; the test platform allocates a little now and then. A worker that
        // waits for a processor may see its line after the others have seen the last: that round has no figure.
        long least = long.MaxValue;
        for (int rounds = 0; rounds < 10;)
        {
            var seen = new Marks();
            await Lines.ForEachAsync(_path, (_, info) => seen.Take(info.Number), options, Token);
            if (seen.InOrder)
            {
                least = Math.Min(least, seen.After - seen.Before);
                rounds++;
            }
        }

        Assert.InRange(least, 0, LeastPerBlock / 2);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(IoMode.Buffered)]
    public void Counting_allocates_nothing_for_a_block(IoMode? mode)
    {
        LineOptions options = Options(1);
        options = options with { File = options.File! with { Mode = mode } };
        Lines.Count(_path, options, Token);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Lines.Count(_path, options, Token);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, LeastPerBlock / 2);
    }

    [Fact]
    public async Task No_thread_is_left()
    {
        await Lines.ForEachAsync(_path, (_, _) => { }, Options(3), TestContext.Current.CancellationToken);
        await Assert.ThrowsAsync<LineException>(() => Lines.ForEachAsync(
            _path, (_, _) => throw new InvalidOperationException(), Options(3), TestContext.Current.CancellationToken));

        // The thread that completes a task ends a moment later.
        Assert.True(SpinWait.SpinUntil(() => !Usage.ThreadNames().Any(IsOurs), TimeSpan.FromSeconds(30)));
    }

    [Fact]
    public async Task While_lines_are_handed_out_the_threads_have_names()
    {
        List<string> names = await NamesAtTheFirstLine(workers: 1, EngineKind.Threads);
        Assert.Contains("lines 0", names);
        Assert.Contains("file stream", names);
    }

    [Fact]
    public async Task Workers_that_read_out_of_the_page_cache_need_no_thread_besides()
    {
        List<string> names = await NamesAtTheFirstLine(workers: 3);
        Assert.Contains("lines 0", names);
        Assert.DoesNotContain("file stream", names);
    }

    private async Task<List<string>> NamesAtTheFirstLine(int workers, EngineKind? engine = null)
    {
        LineOptions options = Options(workers);
        options = options with { File = options.File! with { Engine = engine } };
        var names = new List<string>();
        await Lines.ForEachAsync(
            _path,
            (_, info) =>
            {
                if (info.Number == 1)
                {
                    names.AddRange(Usage.ThreadNames());
                }
            },
            options,
            TestContext.Current.CancellationToken);
        return names;
    }

    private static bool IsOurs(string name) => name is "file stream" || name.StartsWith("lines ", StringComparison.Ordinal);

    private static LineOptions Options(int workers) => new()
    {
        Workers = workers,
        File = new SequentialFileOptions { RequestSize = BlockSize, QueueDepth = workers + 2 },
    };

    // Only the workers that hand out these two lines write: one each, before the run ends.
    private sealed class Marks
    {
        private readonly Lock _lock = new();

        internal long Before { get; private set; }

        internal long After { get; private set; }

        // Whether the first line was seen before the last.
        internal bool InOrder { get; private set; }

        internal void Take(long number)
        {
            if (number is not (2000 or LineCount - 2000))
            {
                return;
            }

            lock (_lock)
            {
                if (number == 2000)
                {
                    InOrder = After == 0;
                    Before = GC.GetTotalAllocatedBytes(precise: true);
                }
                else
                {
                    After = GC.GetTotalAllocatedBytes(precise: true);
                }
            }
        }
    }
}
