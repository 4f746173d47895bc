namespace Landspeed.Copying.Sharing;

/// <summary>Questions to the pool and its answers.</summary>
internal sealed partial class WorkShare
{
    // A longer message would keep rank 0 from serving the others: 256 KiB.
    private const int LongestPart = 256 << 10;

    // A thread that produces notes faster than they are sent waits: 4 MiB.
    private const int MostNoteBytes = 4 << 20;

    private readonly Queue<WorkOutcome> _outcomes = new();
    private readonly Queue<byte[]> _notes = new();
    private long[] _counters = [];
    private byte[]? _question;
    private long _sequence;
    private long _noteBytes;
    private int _grant;
    private int _toldWants;
    private bool _hasDemand;
    private bool _isBacklogged;
    private bool _isDone;

    /// <summary>True if the work of all ranks is done, or all have stopped.</summary>
    internal bool IsDone
    {
        get
        {
            lock (_gate)
            {
                return _isDone;
            }
        }
    }

    /// <summary>
    /// Called, with a lock held, if there is something to report before <see cref="Waits.Rest"/> is over; must only
    /// wake the asking thread.
    /// </summary>
    internal Action News { get; set; } = static () => { };

    private int Wants => Math.Max(0, Free - _surplus.Count);

    // Number of items that this rank could start now, beyond those it was given.
    private int Free => _isBacklogged ? 0 : Math.Max(0, _slots - _taken - _received.Count);

    // Number of own items beyond those that it could start now.
    private int Beyond => Math.Max(0, _surplus.Count - Free);

    private bool IsIdle => _taken == 0 && _begun == 0 && _surplus.Count == 0 && _foreign.Count == 0 && _received.Count == 0
        && _mail.Count == 0 && _outcomes.Count == 0 && _notes.Count == 0;

    /// <summary>
    /// True if this rank has more work than it can soon finish: it wants nothing, and offers to others.
    /// </summary>
    internal bool IsBacklogged
    {
        set
        {
            lock (_gate)
            {
                _isBacklogged = value;
                if (value ? Beyond > 0 && (_grant > 0 || _hasDemand) : Wants > _toldWants)
                {
                    News();
                }
            }
        }
    }

    /// <summary>Sets this rank's counters for <see cref="WorkPool.Totals"/>: absolute values, 0 or more.</summary>
    internal void Count(long[] counters)
    {
        lock (_gate)
        {
            _counters = counters;
        }
    }

    /// <summary>
    /// Sends rank 0 a note, for <see cref="WorkPool.TakeNotes"/>; waits while many notes are pending. Must not be
    /// called after the work is done.
    /// </summary>
    internal void Note(byte[] payload)
    {
        lock (_gate)
        {
            while (_noteBytes > MostNoteBytes && !_isDone)
            {
                Monitor.Wait(_gate);
            }

            _notes.Enqueue(payload);
            _noteBytes += payload.Length;
            if (_noteBytes > LongestPart)
            {
                News();
            }
        }
    }

    /// <summary>Returns the next question, or the same again while it has not been answered.</summary>
    internal byte[] Ask()
    {
        lock (_gate)
        {
            return _question ??= Next();
        }
    }

    /// <summary>Takes an answer; an answer to an older question is ignored.</summary>
    /// <param name="answer">The answer, from <see cref="WorkPool.Answer"/>.</param>
    /// <returns>How long to wait before the next question, or null if this answer was ignored.</returns>
    /// <exception cref="InvalidDataException">The answer is damaged. Nothing changed.</exception>
    internal Waits? Answer(ReadOnlySpan<byte> answer)
    {
        PoolAnswer message = PoolAnswer.Read(answer);
        bool stops = false;
        lock (_gate)
        {
            if (_question is null || message.Sequence != _sequence)
            {
                return null;
            }

            _question = null;
            Receive(message);
            if (message.Stop is { } request)
            {
                stops = StopAll(request);
            }

            _isDone |= message.IsDone;
            Monitor.PulseAll(_gate);
        }

        if (stops)
        {
            Stopped(Stop!);
        }

        return new Waits(message.Pause, message.Rest);
    }

    private void Receive(PoolAnswer message)
    {
        (_grant, _hasDemand) = (message.Grant, message.HasDemand);
        foreach (SharedItem item in message.Items)
        {
            _fromPool.Add(item.Id);
            _received.AddLast(item);
        }

        // After this rank was stopped, which the pool may not have known, no thread takes items.
        if (Stop is not null)
        {
            LetGoOfReceived();
        }

        foreach (SharedResult result in message.Results.Where(_ => Stop is null))
        {
            _mail.Enqueue(result);
        }

        _revoked.UnionWith(message.Revoked.Where(_fromPool.Contains));
        if (_grant > 0 && Beyond + _foreign.Count > 0)
        {
            News();
        }
    }

    private byte[] Next()
    {
        List<SharedItem> offers = [];
        while (offers.Count < _grant && TakeForOthers() is { } item)
        {
            offers.Add(item);
        }

        List<WorkOutcome> outcomes = [];
        for (int bytes = 0; bytes < LongestPart && _outcomes.TryDequeue(out WorkOutcome? outcome); bytes += outcome.Result?.Length ?? 0)
        {
            outcomes.Add(outcome);
        }

        List<byte[]> notes = [];
        for (int bytes = 0; bytes < LongestPart && _notes.TryDequeue(out byte[]? note); bytes += note.Length)
        {
            notes.Add(note);
            _noteBytes -= note.Length;
        }

        Monitor.PulseAll(_gate);
        _grant = 0;
        _toldWants = Wants;
        if (_outcomes.Count > 0 || _notes.Count > 0)
        {
            News();
        }

        return new CheckIn(Rank, ++_sequence)
        {
            IsIdle = IsIdle,
            Wants = _toldWants,
            Accepts = Math.Max(0, _slots - _received.Count),
            Surplus = Beyond,
            Foreign = _foreign.Count,
            StopCode = Stop?.Code ?? 0,
            Offers = offers,
            Outcomes = outcomes,
            Counters = _counters,
            Notes = notes,
        }.ToBytes();
    }

    // The oldest item leads to the most work.
    private SharedItem? TakeForOthers()
    {
        if (_foreign.TryDequeue(out SharedItem? foreign))
        {
            return foreign;
        }

        if (Beyond == 0 || _surplus.First is not { } first)
        {
            return null;
        }

        _surplus.RemoveFirst();
        _waiting[(int)first.Value.Kind]--;
        return first.Value;
    }
}

/// <summary>How long to wait before the next question.</summary>
/// <param name="Pause">The minimum wait.</param>
/// <param name="Rest">The wait if there is nothing new.</param>
internal readonly record struct Waits(TimeSpan Pause, TimeSpan Rest);
