using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>Sends events and progress of all ranks to rank 0, which passes them on as one.</summary>
/// <remarks>Thread-safe; listeners are called one at a time.</remarks>
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

    /// <summary>Begins a phase, during which reports go through this share.</summary>
    /// <param name="share">This rank's connection to rank 0.</param>
    /// <param name="pool">The pool in which all reports arrive; null on ranks other than 0.</param>
    internal void Begin(WorkShare share, WorkPool? pool)
    {
        lock (_turn)
        {
            (_share, _pool) = (share, pool);
            share.Count(Numbers());
        }
    }

    /// <summary>Ends a phase after everything has been reported.</summary>
    internal void End()
    {
        Answered();
        lock (_turn)
        {
            (_share, _pool) = (null, null);
        }
    }

    /// <summary>Passes on what has arrived, on rank 0.</summary>
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

    /// <summary>Adds the name of the rank to a problem.</summary>
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
