using System.Diagnostics;
using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Copying.Sharing;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Observing;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Compares, on another rank than 0, entries that rank 0 lends.</summary>
internal sealed class PairHelp : IDisposable
{
    // Few entries at a time, because they may be large, until they turn out to be small. What one rank has taken no
    // other rank compares.
    private const int MostAhead = 64;
    private static readonly TimeSpan s_quick = TimeSpan.FromMilliseconds(200);

    // How long after an answer without entries rank 0 is asked again, doubled each time; and with enough of them.
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan s_longestPause = TimeSpan.FromMilliseconds(80);
    private static readonly TimeSpan s_heartbeat = TimeSpan.FromMilliseconds(200);

    private readonly IVerificationRanks _ranks;
    private readonly PairTask _task;
    private readonly PairRoots _roots;
    private readonly CancellationTokenSource _stop;
    private readonly Read _read = new();
    private readonly object _turn = new();
    private List<PairBatch> _compared = [];
    private OpenPair? _last;
    private int _ahead = 1;

    private PairHelp(IVerificationRanks ranks, PairTask task, PairRoots roots, CancellationToken stop)
    {
        (_ranks, _task, _roots) = (ranks, task, roots);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
    }

    /// <summary>Helps until nothing is left. Collective, as <see cref="PairRun"/> on rank 0.</summary>
    /// <param name="ranks">The ranks; this one is not 0.</param>
    /// <param name="task">What is compared.</param>
    /// <param name="stop">Ends it early, on all ranks.</param>
    /// <returns>Number of entries that this rank compared.</returns>
    /// <exception cref="IOException">One of the two cannot be opened.</exception>
    internal static int Run(IVerificationRanks ranks, PairTask task, CancellationToken stop)
    {
        BlockDeviceLocation device = BlockDeviceLocator.Find(task.A);
        using PairRoots roots = PairRoots.Open(task);
        roots.Agree(ranks);
        var observation = Observation.Begin(device);
        bool isStopped;
        int entries;
        ranks.Begin(static _ => throw new InvalidOperationException("only rank 0 is asked"));
        try
        {
            using var help = new PairHelp(ranks, task, roots, stop);
            entries = help.Compare();
            isStopped = help._stop.IsCancellationRequested;
        }
        finally
        {
            ranks.End();
        }

        Observed observed = observation.End();
        var writer = new CompactWriter();
        RankCounters.Write(writer, observed.ProcessReadBytes, observed.Process.TotalNs, isStopped);
        CopyForms.Write(writer, roots.Displaced()?.Message);
        ranks.Gather("verify: counters", writer.ToArray());
        return entries;
    }

    public void Dispose()
    {
        Forget();
        _stop.Dispose();
    }

    private int Compare()
    {
        var volumes = new VolumeKinds();
        var progress = new VerificationProgress(_read, 0, 0);
        using var queue = new PairQueue(
            _task.Threads, () => new PairComparer(_task, volumes, progress, _stop.Token), Take);
        int underWay = 0;
        int entries = 0;
        bool isOver = false;
        TimeSpan pause = s_pause;
        long since = Stopwatch.GetTimestamp();
        while (!isOver || underWay > 0)
        {
            List<PairBatch> compared;
            lock (_turn)
            {
                (compared, _compared) = (_compared, []);
            }

            underWay -= compared.Count;
            entries += compared.Sum(batch => batch.Findings.Count(finding => finding is { IsStopped: false }));
            if (compared.Count > 0)
            {
                _ahead = Stopwatch.GetElapsedTime(since) < s_quick
                    ? Math.Min(2 * _ahead, MostAhead) : Math.Max(_ahead / 2, 1);
            }

            int wants = isOver || _stop.IsCancellationRequested ? 0 : Math.Max(0, _ahead - underWay);
            List<PairBatch> more = Ask(compared, wants, queue.HasFailed, ref isOver);
            since = more.Count > 0 ? Stopwatch.GetTimestamp() : since;
            underWay += more.Count;
            more.ForEach(queue.Add);
            Wait(wants > more.Count && !isOver ? pause : s_heartbeat, isIdle: isOver && underWay == 0);
            pause = more.Count > 0 ? s_pause : pause * 2 < s_longestPause ? pause * 2 : s_longestPause;
        }

        queue.Complete();
        return entries;
    }

    private void Take(PairBatch batch)
    {
        lock (_turn)
        {
            _compared.Add(batch);
            Monitor.PulseAll(_turn);
        }
    }

    private void Wait(TimeSpan longest, bool isIdle)
    {
        lock (_turn)
        {
            if (_compared.Count == 0 && !isIdle)
            {
                Monitor.Wait(_turn, longest);
            }
        }
    }

    private List<PairBatch> Ask(List<PairBatch> compared, int wants, bool hasFailed, ref bool isOver)
    {
        var writer = new CompactWriter();
        writer.Write(_stop.IsCancellationRequested || hasFailed ? 1 : 0);
        writer.Write(_read.Take());
        writer.Write(wants);
        writer.Write(compared.Count);
        compared.ForEach(batch => PairForms.WriteFindings(writer, batch));
        var reader = new CompactReader(_ranks.Ask(writer.ToArray()));
        if (reader.Number() != 0)
        {
            _stop.Cancel();
        }

        isOver |= reader.Number() != 0 || _stop.IsCancellationRequested;
        List<PairBatch> batches = [];
        for (int left = reader.Elements(); left > 0; left--)
        {
            batches.Add(Batch(ref reader));
        }

        return batches;
    }

    private PairBatch Batch(ref CompactReader reader)
    {
        long number = reader.Number();
        FilePath path = FilePath.FromBytes(reader.Bytes());
        PairFinding? failure = null;
        try
        {
            Open(path);
        }
        catch (NativeIOException refused)
        {
            failure = PairComparer.Failed(path, refused);
        }

        bool isSame = SharedIdentity.IsIdentityOf(ref reader, _last?.StatusA ?? default);
        isSame &= SharedIdentity.IsIdentityOf(ref reader, _last?.StatusB ?? default);
        if (failure is null && !isSame)
        {
            failure = PairFinding.Of(
                path,
                PairState.Unreadable,
                $"{_ranks.NameOf(_ranks.Rank)}: {path.Display} is not the same directory there as on rank 0: "
                    + "mount the same file systems on all hosts");
        }

        PairItem[] items = PairForms.Items(ref reader);
        if (failure is null && _last is { } open)
        {
            return new PairBatch(open.A, open.B, items)
            {
                Number = number, StatusA = open.StatusA, StatusB = open.StatusB,
            };
        }

        Forget();
        items = [.. items.Select(item => item with
        {
            Ready = failure! with { Path = RankPaths.Below(path, item.Name) },
        })];
        return new PairBatch(_roots.A, _roots.B, items) { Number = number };
    }

    private void Open(FilePath path)
    {
        if (_last is { } last && last.Path.Equals(path))
        {
            return;
        }

        Forget();
        OpenDirectory a = RankPaths.Open(_roots.A, path);
        OpenDirectory? b = null;
        try
        {
            b = RankPaths.Open(_roots.B, path);
            _last = new OpenPair(path, a, b, Status(a), Status(b));
        }
        catch
        {
            a.Dispose();
            b?.Dispose();
            throw;
        }
    }

    private void Forget()
    {
        _last?.A.Dispose();
        _last?.B.Dispose();
        _last = null;
    }

    private static FileStatus Status(OpenDirectory directory) =>
        Entries.Status(directory.Handle, new DirectoryEntry(directory, RankPaths.Root));

    /// <summary>A directory of both sides, which the next entries usually have in common.</summary>
    private sealed record OpenPair(
        FilePath Path, OpenDirectory A, OpenDirectory B, FileStatus StatusA, FileStatus StatusB);

    /// <summary>Counts the bytes that were read.</summary>
    private sealed class Read : IProgress<CopyProgress>
    {
        private long _bytes;
        private long _taken;

        public void Report(CopyProgress value) => Volatile.Write(ref _bytes, value.Bytes);

        internal long Take()
        {
            long bytes = Volatile.Read(ref _bytes);
            (long since, _taken) = (bytes - _taken, bytes);
            return since;
        }
    }
}
