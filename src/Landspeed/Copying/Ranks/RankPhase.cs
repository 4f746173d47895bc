using Landspeed.Copying.Sharing;
using Landspeed.Copying.Trees;

namespace Landspeed.Copying.Ranks;

/// <summary>
/// Work of all ranks from its first item to its last: this rank's threads that take items, and its questions to the
/// pool.
/// </summary>
/// <param name="ranks">The ranks.</param>
/// <param name="run">This rank's part of the copy.</param>
/// <param name="voice">Reports progress to rank 0.</param>
internal sealed class RankPhase(ICopyRanks ranks, TreeRun run, RankProgress voice)
{
    // An entry of the walk, and one that waits: everything beyond is for other ranks.
    private const int Slots = 2;
    private const int StoppedCode = 130;

    /// <summary>Tracks the work handed out and its results.</summary>
    internal required RankWork Work { get; init; }

    /// <summary>Copies ranges, and compares.</summary>
    internal required RankContent Content { get; init; }

    /// <summary>Creates the pool.</summary>
    internal required RankSettings Settings { get; init; }

    /// <summary>Called with 1 when work under way is waited for, and with -1 when it no longer is.</summary>
    internal Action<int> Hurry { get; init; } = static _ => { };

    /// <summary>Creates a share of the work of a phase.</summary>
    internal static WorkShare NewShare(ICopyRanks ranks, TreeRun run) => new(ranks.Rank, ranks.Size, Slots) { Stopped = _ => run.RequestStop() };

    /// <summary>Works until all ranks are done. Collective.</summary>
    /// <param name="seed">On rank 0, offers the initial items, or begins what will offer some.</param>
    /// <param name="body">The work of the calling thread, which ends when no more items come.</param>
    internal void Run(Action<WorkShare> seed, Action<WorkShare> body)
    {
        WorkShare share = Work.Share;
        WorkPool? pool = ranks.Rank == 0 ? Settings.Pool(ranks.Size) : null;
        IWorkExchange exchange = ranks.Open(pool);
        share.Begin();
        if (pool is not null)
        {
            seed(share);
        }

        voice.Begin(share, pool);
        using (var loop = new SharingLoop(share, exchange, TimeProvider.System, voice.Answered))
        using (run.Stop.Register(() => share.RequestStop(StoppedCode)))
        {
            Thread[] threads = [Start("landspeed segments", Content.CopySegments), Start("landspeed answers", Content.Answer)];
            Thread end = Start("landspeed end", () => End(threads, share));
            share.End();
            Guarded(() => body(share));
            end.Join();
            Hurry(1);
            loop.Wait();
            Hurry(-1);
        }

        voice.End();
        ranks.Close();
    }

    // The body may wait for items that will not come.
    private void End(Thread[] threads, WorkShare share)
    {
        Array.ForEach(threads, thread => thread.Join());
        if (share.Stop is not null)
        {
            Work.Abandon();
        }
    }

    private Thread Start(string name, Action body) => Threads.Start(() => Guarded(body), name);

    // Work under way ends first.
    private void Guarded(Action body)
    {
        try
        {
            body();
        }
#pragma warning disable CA1031 // thrown when all have ended
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            run.Crash(mistake);
        }
    }
}
