using Landspeed.Copying.Runs;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Copying.Walking;

namespace Landspeed.Copying.Ranks;

/// <summary>The entries of a tree that this rank processes: first all except those set aside, then those.</summary>
internal sealed class RankRun
{
    private const int LinksTogether = 256;

    // One for each thread that opens files: more would be withheld from idle ranks.
    private const int FilesAhead = 2;

    // Longer than the pool makes a rank wait that will soon get an item.
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(50);

    private readonly ICopyRanks _ranks;
    private readonly TreeRun _run;
    private readonly RankSettings _settings;
    private readonly RankProgress _voice;

    internal RankRun(ICopyRanks ranks, TreeRun run, RankSettings settings, RankProgress voice)
    {
        (_ranks, _run, _settings, _voice) = (ranks, run, settings, voice);
    }

    /// <summary>Copies until the work of all ranks is done.</summary>
    /// <param name="isNew">True if this run created the target's root.</param>
    /// <returns>The engine for large files, for people.</returns>
    internal string? CopyEntries(bool isNew)
    {
        var setup = new CopySetup(_run.Options, _run.Reporter, _run.Names)
        {
            Preservation = _run.Preservation,
            FollowsLinks = false,
            JournalThreshold = _settings.JournalThreshold,
        };
        using var large = new LargeFileThread(setup, _run.Limits, _run.Crash, _run.Stop, FilesAhead);
        var work = new RankWork(setup, _settings, RankPhase.NewShare(_ranks, _run), _run.Options.BusyPairs);
        _run.Ranks = work;
        using var publisher = new Publisher(_run, large);
        _run.Hurry = publisher.Hurry;
        using var content = new RankContent(_run, work, large);
        using (var workers = new EntryWorkers(_run, large, publisher))
        {
            using var walk = new RankWalk(_run, workers, work, _settings);
            Phase(work, publisher, content, walk, share => share.Offer(WorkKind.Directory, new DirectoriesPayload(RankPaths.Root, isNew, []).ToBytes()));
            DoSetAside(work, publisher, content, walk);
            workers.Complete();
            publisher.Complete();
            large.Complete();
            if (!_run.Stop.IsCancellationRequested)
            {
                walk.FinishDeferred();
            }
        }

        _run.Reporter.FoundAll();
        return large.Description;
    }

    // All names of one file go to one rank, which copies it once and links the other names to it.
    private void DoSetAside(RankWork work, Publisher publisher, RankContent content, RankWalk walk)
    {
        IReadOnlyList<byte[]> all = _ranks.Gather("copy: names set aside", SetAsideForms.Write(work.TakeSetAside()));
        EntriesPayload[] items = _ranks.Rank == 0 ? [.. SetAsideForms.Plan(all, LinksTogether)] : [];
        bool hasSome = BitConverter.ToInt32(_ranks.Spread("copy: further names", BitConverter.GetBytes(items.Length))) > 0;
        if (!hasSome)
        {
            return;
        }

        work.Share = RankPhase.NewShare(_ranks, _run);
        Phase(work, publisher, content, walk, share => Array.ForEach(items, item => share.Offer(WorkKind.Links, item.ToBytes())));
    }

    private void Phase(RankWork work, Publisher publisher, RankContent content, RankWalk walk, Action<WorkShare> seed) => new RankPhase(_ranks, _run, _voice)
    {
        Work = work,
        Content = content,
        Settings = _settings,
        Hurry = publisher.Hurry,
    }.Run(seed, share => Walk(share, publisher, walk));

    private void Walk(WorkShare share, Publisher publisher, RankWalk walk)
    {
        while (true)
        {
            walk.WaitForRoom();
            SharedWork? work = share.TryTake(WorkKinds.Entries) ?? Wait(share, publisher);
            if (work is not SharedWork.Todo todo)
            {
                return;
            }

            try
            {
                walk.Do(todo.Item);
            }
#pragma warning disable CA1031 // what is under way comes to its end first
            catch (Exception mistake)
#pragma warning restore CA1031
            {
                _run.Crash(mistake);
            }
        }
    }

    // Nothing more comes to fill batches; but a flush for the few files of each pause between two items would cost more
    // than it saves.
    private static SharedWork? Wait(WorkShare share, Publisher publisher)
    {
        using var patience = new CancellationTokenSource(s_patience);
        try
        {
            return share.Take(WorkKinds.Entries, patience.Token);
        }
        catch (OperationCanceledException)
        {
            publisher.Hurry(1);
            SharedWork? work = share.Take(WorkKinds.Entries);
            publisher.Hurry(-1);
            return work;
        }
    }
}
