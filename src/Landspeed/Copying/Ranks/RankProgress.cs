using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>Brings events and progress of all ranks to rank 0, which passes them on as one voice.</summary>
/// <remarks>Safe for all threads; listeners are called by one at a time.</remarks>
internal sealed class RankProgress : IProgress<CopyProgress>, IProgress<CopyEvent>
{
    private readonly Lock _turn = new();
    private readonly ICopyRanks _ranks;
    private readonly IProgress<CopyProgress>? _progress;
    private readonly IProgress<CopyEvent>? _events;
    private CopyProgress _own;
    private long[] _all = [0, 0, 0, 0];
    private WorkShare? _share;
    private WorkPool? _pool;

    internal RankProgress(ICopyRanks ranks, IProgress<CopyProgress>? progress, IProgress<CopyEvent>? events)
    {
        (_ranks, _progress, _events) = (ranks, progress, events);
    }

    /// <summary>A phase begins: what is told goes this way.</summary>
    /// <param name="share">This rank's way to rank 0.</param>
    /// <param name="pool">Where all of it arrives; null on other ranks than 0.</param>
    internal void Begin(WorkShare share, WorkPool? pool)
    {
        lock (_turn)
        {
            (_share, _pool) = (share, pool);
            share.Count(Numbers());
        }
    }

    /// <summary>A phase has ended, and everything was told.</summary>
    internal void End()
    {
        Answered();
        lock (_turn)
        {
            (_share, _pool) = (null, null);
        }
    }

    /// <summary>On rank 0: passes on what came.</summary>
    internal void Answered()
    {
        if (_pool is not { } pool)
        {
            return;
        }

        IReadOnlyList<RankNote> notes = pool.TakeNotes();
        long[] all = pool.Totals();
        lock (_turn)
        {
            foreach (RankNote note in notes)
            {
                CopyEvent happened = CopyForms.Event(note.Payload);
                _events?.Report(happened.Problem is { } problem ? happened with { Problem = Named(_ranks, note.Rank, problem) } : happened);
            }

            _all = all.Length == _all.Length ? all : _all;
            Tell();
        }
    }

    /// <summary>A problem with the rank that met it.</summary>
    internal static CopyProblem Named(ICopyRanks ranks, int rank, CopyProblem problem) =>
        rank == 0 ? problem : problem with { Message = $"{ranks.NameOf(rank)}: {problem.Message}" };

    /// <inheritdoc/>
    public void Report(CopyProgress value)
    {
        lock (_turn)
        {
            _own = value;
            _share?.Count(Numbers());
            if (_share is null)
            {
                Tell();
            }
        }
    }

    /// <inheritdoc/>
    public void Report(CopyEvent value)
    {
        if (_events is null)
        {
            return;
        }

        if (_ranks.Rank == 0)
        {
            lock (_turn)
            {
                _events.Report(value);
            }

            return;
        }

        _share?.Note(CopyForms.Event(value));
    }

    private long[] Numbers() => [_own.Bytes, _own.TotalBytes, _own.Files, _own.TotalFiles];

    private void Tell()
    {
        if (_ranks.Rank == 0)
        {
            _progress?.Report(_own with { Bytes = _all[0], TotalBytes = _all[1], Files = _all[2], TotalFiles = _all[3] });
        }
    }
}
