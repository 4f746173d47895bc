namespace Landspeed.Mpi;

/// <summary>A meeting of the threads of one group: each brings a value, and all leave with the values of all.</summary>
/// <remarks>Thread-safe; each rank takes part in one exchange at a time.</remarks>
internal sealed class Meeting(int size)
{
    /// <summary>The value of a rank that has nothing to bring.</summary>
    internal static readonly object Present = new();

    /// <summary>The value of a rank that will not come again.</summary>
    internal static readonly object Leaving = new();

    private readonly object _lock = new();
    private object[] _brought = new object[size];
    private object[] _result = [];
    private int _arrived;
    private long _round;
    private ProcessGroupException? _broken;

    /// <summary>Number of ranks that meet.</summary>
    internal int Size => size;

    /// <summary>The answers of rank 0, between two exchanges of all.</summary>
    internal Func<int, byte[], byte[]> Answers { get; set; } = static (_, _) => [];

    /// <summary>Waits for all ranks.</summary>
    /// <param name="rank">The rank that arrives.</param>
    /// <param name="brought">Its value, which must not change afterwards.</param>
    /// <param name="stop">Ends the wait and with it the meeting, because the peers would wait for ever.</param>
    /// <returns>The value of each rank, in rank order.</returns>
    internal object[] Exchange(int rank, object brought, CancellationToken stop)
    {
        using CancellationTokenRegistration wake = stop.UnsafeRegister(static meeting => ((Meeting)meeting!).Wake(), this);
        lock (_lock)
        {
            ThrowIfBroken();
            _brought[rank] = brought;
            long round = _round;
            if (++_arrived == size)
            {
                Complete();
                return Checked(_result);
            }

            while (round == _round)
            {
                if (stop.IsCancellationRequested)
                {
                    Fail(rank, "was stopped while it waited for the others", exitCode: null);
                    stop.ThrowIfCancellationRequested();
                }

                ThrowIfBroken();
                Monitor.Wait(_lock);
            }

            return Checked(_result);
        }
    }

    /// <summary>Ends all waits.</summary>
    /// <param name="rank">The rank that caused it.</param>
    /// <param name="what">What happened, as in "rank 1 failed".</param>
    /// <param name="exitCode">Its exit code.</param>
    internal void Break(int rank, string what, int? exitCode)
    {
        lock (_lock)
        {
            Fail(rank, what, exitCode);
        }
    }

    /// <summary>Throws the exception that ended the meeting.</summary>
    internal void ThrowIfBroken()
    {
        lock (_lock)
        {
            if (_broken is not null)
            {
                throw new ProcessGroupException(_broken.Message) { ExitCode = _broken.ExitCode };
            }
        }
    }

    private void Complete()
    {
        (_result, _brought) = (_brought, new object[size]);
        _arrived = 0;
        _round++;
        Monitor.PulseAll(_lock);
    }

    // A round's result is replaced only by the next round, to which all must come: a rank that wakes late still finds
    // its own.
    private object[] Checked(object[] result)
    {
        int leaving = result.Count(brought => ReferenceEquals(brought, Leaving));
        if (leaving > 0 && leaving < size)
        {
            Fail(Array.FindIndex(result, brought => ReferenceEquals(brought, Leaving)), "left while others waited for it", exitCode: null);
            throw _broken!;
        }

        int other = Array.FindIndex(result, brought => brought.GetType() != result[0].GetType());
        if (other > 0)
        {
            Fail(other, "made another call than rank 0", exitCode: null);
            throw _broken!;
        }

        return result;
    }

    private void Fail(int rank, string what, int? exitCode)
    {
        _broken ??= new ProcessGroupException($"{RankName.Of(rank)} {what}: the others cannot go on") { ExitCode = exitCode };
        Monitor.PulseAll(_lock);
    }

    private void Wake()
    {
        lock (_lock)
        {
            Monitor.PulseAll(_lock);
        }
    }
}
