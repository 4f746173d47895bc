namespace Landspeed.Copying.Sharing;

/// <summary>
/// The pool of work on rank 0: takes surplus items from ranks, gives them to idle ones, passes results on, and
/// determines when all is done.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Uses neither clock nor network: the time is an argument. Memory is bounded by
/// <see cref="PoolRules.Capacity"/> and <see cref="PoolRules.CapacityBytes"/>.</para>
/// <para> A rank may repeat its last question, and gets the same answer. The death of a rank ends the job: a copy's
/// correctness rests on journals. </para>
/// </remarks>
internal sealed partial class WorkPool
{
    private readonly Lock _turn = new();
    private readonly PoolRank[] _ranks;
    private readonly LinkedList<SharedItem> _verifications = new();
    private readonly LinkedList<SharedItem> _others = new();
    private readonly Dictionary<WorkId, PooledItem> _out = [];
    private readonly LinkedList<PooledItem> _repeatable = new();
    private readonly TimeSpan[] _longest = new TimeSpan[(int)WorkKind.Links + 1];
    private List<RankNote> _notes = [];
    private int _idle;
    private int _hunger;
    private int _hungryRanks;
    private int _granted;
    private int _mail;
    private long _waitingBytes;
    private long _largestBytes = 1;
    private bool _isDone;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="rules">The number of ranks, limits and waits.</param>
    internal WorkPool(PoolRules rules)
    {
        Rules = rules;
        _ranks = [.. Enumerable.Range(0, rules.Size).Select(_ => new PoolRank())];
    }

    /// <summary>Number of ranks that ask.</summary>
    internal int Size => Rules.Size;

    /// <summary>The limits and waits.</summary>
    internal PoolRules Rules { get; }

    /// <summary>The rank that wants all to stop, or null if none does.</summary>
    internal StopRequest? Stop { get; private set; }

    /// <summary>Number of items handed out a second time because their takers were late.</summary>
    internal long Repeated { get; private set; }

    /// <summary>Numbers of waiting items, handed-out items and waiting results, to check the limits.</summary>
    internal (int Waiting, int Out, int Mail) Held
    {
        get
        {
            lock (_turn)
            {
                return (Waiting, _out.Count, _mail);
            }
        }
    }

    /// <summary>
    /// Bytes of payloads that the pool holds: of waiting items, of those that may be handed out again, of results, and
    /// of answers that may be requested again.
    /// </summary>
    /// <remarks>Inspects everything; for tests and reports.</remarks>
    internal (long Waiting, long Out, long Mail, long Answers) HeldBytes
    {
        get
        {
            lock (_turn)
            {
                return (
                    _waitingBytes,
                    _out.Values.Sum(pooled => (long)pooled.Item.Payload.Length + (pooled.Result?.Payload.Length ?? 0)),
                    _ranks.Sum(rank => rank.Mail.Sum(result => (long)result.Payload.Length)),
                    _ranks.Sum(rank => (long)rank.Answer.Length));
            }
        }
    }

    private int Demand => Stop is null ? _hunger + Rules.Reserve - _others.Count - _granted : 0;

    private int Waiting => _verifications.Count + _others.Count;

    /// <summary>Answers a question.</summary>
    /// <param name="question">From <see cref="WorkShare.Ask"/>.</param>
    /// <param name="now">The time of any clock that does not go back.</param>
    /// <returns>The answer, for <see cref="WorkShare.Answer"/>.</returns>
    /// <exception cref="InvalidDataException">The question is damaged. Nothing changed.</exception>
    internal byte[] Answer(ReadOnlySpan<byte> question, TimeSpan now)
    {
        CheckIn message = CheckIn.Read(question);
        lock (_turn)
        {
            if (message.Rank >= Size)
            {
                throw CompactReader.Damaged();
            }

            PoolRank rank = _ranks[message.Rank];
            if (message.Sequence <= rank.Sequence)
            {
                return rank.Answer; // the answer to an older question is no longer awaited
            }

            Check(message, rank);
            Hear(message, rank, now);
            rank.Answer = Reply(message, rank, now).ToBytes();
            rank.Sequence = message.Sequence;
            return rank.Answer;
        }
    }

    /// <summary>Returns the sums of the counters of all ranks, as last reported.</summary>
    internal long[] Totals()
    {
        lock (_turn)
        {
            long[] sums = new long[_ranks.Max(rank => rank.Counters.Count)];
            foreach (PoolRank rank in _ranks)
            {
                for (int index = 0; index < rank.Counters.Count; index++)
                {
                    sums[index] += rank.Counters[index];
                }
            }

            return sums;
        }
    }

    /// <summary>
    /// Returns the notes of the ranks since the last call, each once, and those of one rank in order.
    /// </summary>
    internal IReadOnlyList<RankNote> TakeNotes()
    {
        lock (_turn)
        {
            List<RankNote> notes = _notes;
            _notes = [];
            return notes;
        }
    }

    /// <summary>Returns the ranks that have not asked for longer than <see cref="PoolRules.Silence"/>.</summary>
    /// <param name="now">The current time.</param>
    internal IReadOnlyList<int> Silent(TimeSpan now)
    {
        lock (_turn)
        {
            return [.. Enumerable.Range(0, Size).Where(rank => IsSilent(rank, now))];
        }
    }

    private static void Check(CheckIn message, PoolRank rank)
    {
        if (message.Offers.Count > rank.Granted || message.Offers.Any(item => item.Id.Home != message.Rank))
        {
            throw CompactReader.Damaged();
        }
    }

    private void Hear(CheckIn message, PoolRank rank, TimeSpan now)
    {
        rank.Heard = now;
        rank.Counters = message.Counters;
        _notes.AddRange(message.Notes.Select(note => new RankNote(message.Rank, note)));
        foreach (WorkOutcome outcome in message.Outcomes)
        {
            Complete(outcome, message.Rank, now);
        }

        _granted -= rank.Granted;
        rank.Granted = 0;
        SetHunger(rank, 0);
        SetIdle(rank, message.IsIdle);
        if (message.StopCode != 0 && Stop is null)
        {
            Stop = new StopRequest(message.Rank, message.StopCode);
            _verifications.Clear();
            _others.Clear();
            _waitingBytes = 0;
        }

        if (Stop is null)
        {
            foreach (SharedItem item in message.Offers)
            {
                (item.Kind == WorkKind.Verification ? _verifications : _others).AddLast(item);
                _waitingBytes += item.Payload.Length;
                _largestBytes = Math.Max(_largestBytes, item.Payload.Length);
            }
        }
    }

    private PoolAnswer Reply(CheckIn message, PoolRank rank, TimeSpan now)
    {
        List<SharedResult> results = rank.Mail;
        rank.Mail = [];
        _mail -= results.Count;
        List<SharedItem> items = [];
        if (Stop is null)
        {
            Give(items, message, rank, now);
            SetHunger(rank, Math.Max(0, message.Wants - items.Count));
            rank.Granted = Grant(message);
            _granted += rank.Granted;
        }

        bool gotSomething = items.Count > 0 || results.Count > 0;
        SetIdle(rank, rank.IsIdle && !gotSomething);
        rank.Misses = gotSomething || rank.Hunger == 0 ? 0 : rank.Misses + 1;
        _isDone |= _idle == Size && Waiting == 0 && _mail == 0;
        return new PoolAnswer(message.Sequence)
        {
            IsDone = _isDone,
            HasDemand = Demand > 0,
            Stop = Stop,
            Grant = rank.Granted,
            Pause = Rules.Pause,
            Rest = Rest(message, rank),
            Items = items,
            Results = results,
            Revoked = [.. rank.Held.Where(held => held.IsDone).Select(held => held.Item.Id)],
        };
    }

    private TimeSpan Rest(CheckIn message, PoolRank rank)
    {
        if (rank.Hunger > 0)
        {
            TimeSpan wait = Rules.Pause * (1 << Math.Min(rank.Misses, 10));
            return wait < Rules.LongestWait ? wait : Rules.LongestWait;
        }

        return message.Surplus > 0 ? Rules.Watch : Rules.Heartbeat;
    }

    // Items that other ranks must do are granted while there is room; items that the rank could do itself only if some
    // rank is idle.
    private int Grant(CheckIn message)
    {
        long most = Math.Min(Rules.Capacity - Waiting, (Rules.CapacityBytes - _waitingBytes) / _largestBytes) - _granted;
        int room = (int)Math.Max(0, most);
        int foreign = Math.Min(message.Foreign, Math.Min(room, PoolRules.LargestGrant));
        int demand = Math.Min(Demand, room - foreign);
        return Math.Max(0, foreign) + Math.Clamp(Math.Min(message.Surplus, demand), 0, PoolRules.LargestGrant);
    }

    private void SetIdle(PoolRank rank, bool isIdle)
    {
        _idle += (isIdle ? 1 : 0) - (rank.IsIdle ? 1 : 0);
        rank.IsIdle = isIdle;
    }

    private void SetHunger(PoolRank rank, int hunger)
    {
        _hunger += hunger - rank.Hunger;
        _hungryRanks += Math.Sign(hunger) - Math.Sign(rank.Hunger);
        rank.Hunger = hunger;
    }

    private bool IsSilent(int rank, TimeSpan now) => now - _ranks[rank].Heard > Rules.Silence;
}
