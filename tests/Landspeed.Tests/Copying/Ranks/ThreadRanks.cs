using System.Runtime.ExceptionServices;
using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.Single;
using Landspeed.Files.Unpublished;

namespace Landspeed.Tests.Copying.Ranks;

/// <summary>Ranks that are threads: what each brings is there for all when all have come.</summary>
internal sealed class ThreadRanks : ICopyRanks
{
    private readonly Shared _shared;

    private ThreadRanks(Shared shared, int rank) => (_shared, Rank) = (shared, rank);

    public int Rank { get; }

    public int Size => _shared.Brought.Length;

    /// <summary>Copies on several ranks.</summary>
    /// <returns>What rank 0 says.</returns>
    internal static CopyResult Copy(
        int size, string source, string target, TreeCopyOptions options, RankSettings settings, IProgress<CopyProgress>? progress = null, CancellationTokenSource? stop = null) =>
        CopyEach(size, source, target, options, settings, progress, stop)[0];

    /// <summary>The same.</summary>
    /// <returns>What rank 0 says, and what each of the others did.</returns>
    internal static CopyResult[] CopyEach(
        int size, string source, string target, TreeCopyOptions options, RankSettings settings, IProgress<CopyProgress>? progress = null, CancellationTokenSource? stop = null) =>
        Run(size, ranks => RankCopy.Execute(
            ranks, FilePath.FromText(source), FilePath.FromText(target), options, settings, progress, TokenOf(stop)));

    /// <summary>Copies one file on several ranks; one alone without any.</summary>
    /// <param name="answersAfter">How long an answer of the pool takes.</param>
    internal static CopyResult CopyFile(
        int size,
        string source,
        string target,
        CopyOptions options,
        RankSettings settings,
        IProgress<CopyProgress>? progress = null,
        CancellationTokenSource? stop = null,
        TimeSpan answersAfter = default)
    {
        (FilePath from, FilePath to) = (FilePath.FromText(source), FilePath.FromText(target));
        if (size == 1)
        {
            var setup = new CopySetup(options, new CopyReporter(null, progress), new RunNames()) { JournalThreshold = 1, CheckpointInterval = 1 << 20 };
            using var run = new FileCopyRun(from, to, setup, TokenOf(stop));
            return run.Execute();
        }

        return Run(
            size,
            ranks => RankFileCopy.Execute(ranks, from, to, options, settings, progress, TokenOf(stop)),
            answersAfter)[0];
    }

    private static CancellationToken TokenOf(CancellationTokenSource? stop) => stop?.Token ?? TestContext.Current.CancellationToken;

    /// <summary>Does something on each rank; throws what the first threw.</summary>
    internal static T[] Run<T>(int size, Func<ICopyRanks, T> body, TimeSpan answersAfter = default)
    {
        using var shared = new Shared(size) { AnswersAfter = answersAfter };
        var results = new T[size];
        ExceptionDispatchInfo? first = null;
        Thread[] threads = [.. Enumerable.Range(0, size).Select(rank => new Thread(() =>
        {
            try
            {
                results[rank] = body(new ThreadRanks(shared, rank));
            }
            catch (Exception failure)
            {
                // Who waits in vain for one that has failed has nothing to say.
                if (failure is not OperationCanceledException || !shared.Broken.IsCancellationRequested)
                {
                    Interlocked.CompareExchange(ref first, ExceptionDispatchInfo.Capture(failure), null);
                }

                shared.Broken.Cancel();
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        first?.Throw();
        return results;
    }

    public string NameOf(int rank) => FormattableString.Invariant($"rank {rank} (host)");

    public IReadOnlyList<byte[]> Gather(string step, byte[] bytes)
    {
        byte[][] all = Exchange(bytes);
        return Rank == 0 ? all : [];
    }

    public byte[] Spread(string step, byte[] bytes) => Exchange(bytes)[0];

    public IWorkExchange Open(WorkPool? pool)
    {
        if (pool is not null)
        {
            _shared.Pool = pool;
        }

        Exchange([]);
        var exchange = new DirectExchange(_shared.Pool!, Rank, TimeProvider.System);
        return _shared.AnswersAfter > TimeSpan.Zero ? new SlowExchange(exchange, _shared.AnswersAfter) : exchange;
    }

    public void Close() => Exchange([]);

    private byte[][] Exchange(byte[] bytes)
    {
        _shared.Brought[Rank] = bytes;
        _shared.All.SignalAndWait(_shared.Broken.Token);
        byte[][] all = [.. _shared.Brought];
        _shared.All.SignalAndWait(_shared.Broken.Token);
        return all;
    }

    private sealed class SlowExchange(DirectExchange exchange, TimeSpan answersAfter) : IWorkExchange
    {
        public int Rank => exchange.Rank;

        public int Size => exchange.Size;

        public byte[] Ask(byte[] question, CancellationToken stop)
        {
            Thread.Sleep(answersAfter);
            return exchange.Ask(question, stop);
        }
    }

    private sealed class Shared(int size) : IDisposable
    {
        internal TimeSpan AnswersAfter { get; init; }

        internal byte[][] Brought { get; } = new byte[size][];

        internal Barrier All { get; } = new(size);

        internal CancellationTokenSource Broken { get; } = new();

        internal WorkPool? Pool { get; set; }

        public void Dispose()
        {
            All.Dispose();
            Broken.Dispose();
        }
    }
}
