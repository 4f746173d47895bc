using System.Collections.Concurrent;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.LineReading;

public sealed class LinesForEachTests : IDisposable
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private const int LineCount = 20_000;
    private readonly ScratchDirectory _directory = new();
    private readonly string _path;

    public LinesForEachTests()
    {
        _path = _directory.File("numbers");
        File.WriteAllLines(_path, Enumerable.Range(1, LineCount).Select(number => number.ToString("D9")));
    }

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task In_file_order_one_worker_hands_out_every_line_in_turn()
    {
        long expected = 0;
        LineOptions options = LinesTests.Tiny(queueDepth: 3, workers: 4) with { Order = LineOrder.File };
        LineTotals totals = await Lines.ForEachAsync(
            _path,
            (line, info) =>
            {
                expected++;
                Assert.Equal(new LineInfo(expected, (expected - 1) * 10, 0), info);
                Assert.Equal(expected, long.Parse(line));
            },
            options,
            TestContext.Current.CancellationToken);

        Assert.Equal(new LineTotals(LineCount, LineCount * 10), totals);
        Assert.Equal(LineCount, expected);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Numbers_and_offsets_are_right_with_many_workers(bool fromCache)
    {
        LineOptions options = Options(6, 4, fromCache);
        var seen = new ConcurrentDictionary<long, long>();
        LineTotals totals = await Lines.ForEachAsync(
            _path,
            (line, info) =>
            {
                Assert.Equal(info.Number, long.Parse(line));
                Assert.Equal((info.Number - 1) * 10, info.Offset);
                Assert.InRange(info.Worker, 0, 3);
                Assert.True(seen.TryAdd(info.Number, info.Worker));
            },
            options,
            TestContext.Current.CancellationToken);

        Assert.Equal(new LineTotals(LineCount, LineCount * 10), totals);
        Assert.Equal(LineCount, seen.Count);
    }

    [Theory]
    [InlineData(1, 1, 1, false)]
    [InlineData(4, 6, 4, false)]
    [InlineData(4, 2, 2, false)]
    [InlineData(4, 6, 4, true)]
    [InlineData(4, 2, 2, true)]
    public async Task Each_worker_has_a_state_and_there_are_no_more_than_blocks(
        int workers, int queueDepth, int states, bool fromCache)
    {
        long[] sums = await Lines.ForEachAsync(
            _path,
            worker => worker * 0L,
            (line, _, ref sum) => sum += long.Parse(line),
            Options(queueDepth, workers, fromCache),
            TestContext.Current.CancellationToken);

        Assert.Equal(states, sums.Length);
        Assert.Equal((long)LineCount * (LineCount + 1) / 2, sums.Sum());
    }

    [Fact]
    public async Task A_small_file_has_one_worker_and_an_empty_one_too()
    {
        string path = _directory.File("small");
        await File.WriteAllTextAsync(path, "a\nb\n", TestContext.Current.CancellationToken);
        Assert.Equal(2, Assert.Single(await Count(path)));
        await File.WriteAllTextAsync(path, string.Empty, TestContext.Current.CancellationToken);
        Assert.Equal(0, Assert.Single(await Count(path)));

        static Task<int[]> Count(string path) => Lines.ForEachAsync(
            path, _ => 0, (_, _, ref count) => count++, new LineOptions { Workers = 8 }, TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData(1, 1, false)]
    [InlineData(1, 12_345, false)]
    [InlineData(4, 1, false)]
    [InlineData(4, 12_345, false)]
    [InlineData(4, LineCount, false)]
    [InlineData(4, 1, true)]
    [InlineData(4, 12_345, true)]
    [InlineData(4, LineCount, true)]
    public async Task An_exception_of_the_action_stops_everything_and_says_at_which_line(
        int workers, int number, bool fromCache)
    {
        var thrown = new InvalidOperationException("enough");
        var failure = await Assert.ThrowsAsync<LineException>(() => Lines.ForEachAsync(
            _path,
            (_, info) =>
            {
                if (info.Number == number)
                {
                    throw thrown;
                }
            },
            Options(workers + 2, workers, fromCache),
            TestContext.Current.CancellationToken));

        Assert.Same(thrown, failure.InnerException);
        Assert.Equal((number, (number - 1) * 10), (failure.LineNumber, failure.Offset));
        Assert.Equal(_path, failure.Path.Text);
        Assert.Contains($"line {number} of", failure.Message, StringComparison.Ordinal);
        Assert.Contains("enough", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_several_failures_the_earliest_line_comes_first_and_none_is_lost()
    {
        // Both workers meet at their first line, then both fail.
        using var both = new Barrier(2);
        Task<LineTotals> run = Lines.ForEachAsync(
            _path,
            (_, info) =>
            {
                both.SignalAndWait(TestContext.Current.CancellationToken);
                throw new InvalidOperationException(FormattableString.Invariant($"worker {info.Worker}"));
            },
            LinesTests.Tiny(queueDepth: 4),
            TestContext.Current.CancellationToken);

        var first = await Assert.ThrowsAsync<LineException>(() => run);
        LineException[] all = [.. run.Exception!.InnerExceptions.Cast<LineException>()];
        Assert.Equal(2, all.Length);
        Assert.Same(first, all[0]);
        Assert.Equal(1, all[0].LineNumber);
        Assert.True(all[1].LineNumber > 1);
    }

    [Theory]
    [InlineData(LineOrder.File, false)]
    [InlineData(LineOrder.Any, false)]
    [InlineData(LineOrder.Any, true)]
    public async Task Cancelling_stops_before_the_next_line(LineOrder order, bool fromCache)
    {
        using var cancel = new CancellationTokenSource();
        int handedOut = 0;
        Task<LineTotals> run = Lines.ForEachAsync(
            _path,
            (_, _) =>
            {
                if (Interlocked.Increment(ref handedOut) == 1000)
                {
                    cancel.Cancel();
                }
            },
            Options(4, 2, fromCache) with { Order = order },
            cancel.Token);

        var cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.Equal(cancel.Token, cancelled.CancellationToken);
        Assert.True(run.IsCanceled);
        if (order == LineOrder.File)
        {
            Assert.Equal(1000, handedOut);
        }
    }

    [Fact]
    public async Task An_action_that_observes_the_token_cancels_and_does_not_fail()
    {
        using var cancel = new CancellationTokenSource();
        Task<LineTotals> run = Lines.ForEachAsync(
            _path,
            (_, _) =>
            {
                cancel.Cancel();
                cancel.Token.ThrowIfCancellationRequested();
            },
            LinesTests.Tiny(queueDepth: 4),
            cancel.Token);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.True(run.IsCanceled);
    }

    [Fact]
    public void A_cancelled_token_opens_nothing() =>
        Assert.True(Lines.ForEachAsync("/no/such/file", (_, _) => { }, null, new CancellationToken(canceled: true)).IsCanceled);

    [Fact]
    public async Task What_cannot_be_opened_faults_the_task() =>
        await Assert.ThrowsAsync<FileNotFoundException>(
            () => Lines.ForEachAsync(_directory.File("none"), (_, _) => { }, null, TestContext.Current.CancellationToken));

    [Fact]
    public async Task A_state_that_cannot_be_made_faults_the_task_as_it_is()
    {
        var thrown = new InvalidOperationException("no state");
        var failure = await Assert.ThrowsAsync<InvalidOperationException>(() => Lines.ForEachAsync<int>(
            _path,
            worker => worker == 1 ? throw thrown : 0,
            (_, _, ref _) => { },
            LinesTests.Tiny(queueDepth: 4),
            TestContext.Current.CancellationToken));
        Assert.Same(thrown, failure);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task A_failed_read_faults_the_task_once(int workers)
    {
        LineOptions options = LinesTests.Tiny(queueDepth: 5, workers);
        var faults = new SimulationOptions
        {
            QueueDepth = 5,
            Faults = [new SimulatedFault(40, NativeErrorKind.DeviceFailure, FaultExtent.Permanent)],
        };
        options = options with { File = options.File! with { EngineFactory = _ => new SimulatedEngine(faults) } };
        Task<LineTotals> run = Lines.ForEachAsync(_path, (_, _) => { }, options, TestContext.Current.CancellationToken);

        var failure = await Assert.ThrowsAsync<NativeIOException>(() => run);
        Assert.Equal(40 * 512, failure.Offset);
        Assert.Single(run.Exception!.InnerExceptions);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nothing_stays_open_after_success_failure_and_cancellation(bool fromCache)
    {
        using var cancel = new CancellationTokenSource();
        LineOptions options = Options(4, 2, fromCache);
        await Lines.ForEachAsync(_path, (_, _) => { }, options, TestContext.Current.CancellationToken);
        AssertClosed();
        Lines.Count(_path, options, Token);
        AssertClosed();
        await Assert.ThrowsAsync<LineException>(() => Lines.ForEachAsync(
            _path, (_, _) => throw new InvalidOperationException(), options, TestContext.Current.CancellationToken));
        AssertClosed();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Lines.ForEachAsync(_path, (_, _) => cancel.Cancel(), options, cancel.Token));
        AssertClosed();

        void AssertClosed() => new FileStream(_path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
    }

    private static LineOptions Options(int queueDepth, int workers, bool fromCache)
    {
        LineOptions options = LinesTests.Tiny(queueDepth, workers);
        return fromCache ? LinesTests.FromCache(options) : options;
    }
}
