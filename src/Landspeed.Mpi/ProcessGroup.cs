using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Mpi;

/// <summary>
/// The checks common to all groups: calls in the wrong order, a second collective call at the same time, calls on a
/// broken group.
/// </summary>
/// <remarks>See <see cref="IProcessGroup"/> for threads and states.</remarks>
public abstract class ProcessGroup : IProcessGroup
{

    private readonly Lock _state = new();
    private string? _call;
    private string? _broken;
    private bool _isOpen;
    private Func<int, byte[], byte[]> _answer = static (_, _) => [];
    private bool _disposed;
    private int _asking;

    private protected ProcessGroup(int rank, int size, string host)
    {
        (Rank, Size, Host) = (rank, size, host);
    }

    /// <inheritdoc/>
    public int Rank { get; }

    /// <inheritdoc/>
    public int Size { get; }

    /// <inheritdoc/>
    public string Host { get; }

    private protected bool IsBroken
    {
        get
        {
            lock (_state)
            {
                return _broken is not null;
            }
        }
    }

    /// <inheritdoc/>
    public AgreedStart AgreeOnStart(TimeSpan delay, CancellationToken stop = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(delay, TimeSpan.Zero);
        using Call call = Enter("the agreement on a start", stop);
        return call.Ended(Agree(delay, stop));
    }

    /// <inheritdoc/>
    public void Barrier(CancellationToken stop = default)
    {
        using Call call = Enter("a barrier", stop);
        Meet(stop);
        call.Ended(true);
    }

    /// <inheritdoc/>
    public void Sum(Span<long> values, CancellationToken stop = default)
    {
        using Call call = Enter("a sum", stop);
        if (call.Ended(Add(values.ToArray(), stop)) is not { } sums)
        {
            throw new ArgumentException($"ranks gave arrays of different lengths to a sum, {RankName.Of(Rank)} one of {RankName.Number(values.Length)}; all must be equal", nameof(values));
        }

        sums.CopyTo(values);
    }

    /// <inheritdoc/>
    public IReadOnlyList<byte[]> Gather(ReadOnlySpan<byte> bytes, CancellationToken stop = default)
    {
        using Call call = Enter("a gathering", stop);
        return call.Ended(Collect(bytes.ToArray(), stop));
    }

    /// <inheritdoc/>
    public void BeginAsking(Func<int, byte[], byte[]>? answer, CancellationToken stop = default)
    {
        if (Rank == 0)
        {
            ArgumentNullException.ThrowIfNull(answer);
        }

        using Call call = Enter("the beginning of questions", stop, Asking.Opens);
        Func<int, byte[], byte[]> given = answer ?? (static (_, _) => []);
        var turn = new Lock();
        _answer = (rank, question) =>
        {
            lock (turn)
            {
                return given(rank, question);
            }
        };
        Listen(_answer, stop);
        lock (_state)
        {
            _isOpen = true;
        }

        call.Ended(true);
    }

    /// <inheritdoc/>
    public byte[] Ask(byte[] question, CancellationToken stop = default)
    {
        ArgumentNullException.ThrowIfNull(question);
        stop.ThrowIfCancellationRequested();
        lock (_state)
        {
            Check();
            CheckIsOpen();
            _asking++;
        }

        bool answered = false;
        try
        {
            byte[] answer = Rank == 0 ? _answer(0, question) : AskRankZero(question, stop);
            answered = true;
            return answer;
        }
        finally
        {
            lock (_state)
            {
                _asking--;
                _broken ??= answered ? null : "one of its questions was cancelled or not answered";
            }
        }
    }

    /// <inheritdoc/>
    public void EndAsking(CancellationToken stop = default)
    {
        using Call call = Enter("the end of questions", stop, Asking.Closes);
        ListenNoMore(stop);
        call.Ended(true);
    }

    /// <inheritdoc/>
    [DoesNotReturn]
    public void Abort(int exitCode)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(exitCode, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(exitCode, 255);
        lock (_state)
        {
            _broken ??= "this rank ended the job";
        }

        EndJob(exitCode);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_state)
        {
            if (_disposed)
            {
                return;
            }

            _disposed = true;
            _broken ??= _call is null && _asking == 0 ? null : "it was disposed while a call was under way";
        }

        Leave(inStep: !IsBroken);
        GC.SuppressFinalize(this);
    }

    private protected abstract AgreedStart Agree(TimeSpan delay, CancellationToken stop);

    private protected abstract void Meet(CancellationToken stop);

    /// <summary>Returns the sums, or null if lengths differ.</summary>
    private protected abstract long[]? Add(long[] values, CancellationToken stop);

    private protected abstract IReadOnlyList<byte[]> Collect(byte[] bytes, CancellationToken stop);

    /// <summary>Starts questions on all ranks; on rank 0 the answers are thread-safe.</summary>
    private protected abstract void Listen(Func<int, byte[], byte[]> answer, CancellationToken stop);

    /// <summary>Asks rank 0; not called on rank 0 itself.</summary>
    private protected abstract byte[] AskRankZero(byte[] question, CancellationToken stop);

    private protected abstract void ListenNoMore(CancellationToken stop);

    [DoesNotReturn]
    private protected abstract void EndJob(int exitCode);

    /// <summary>Makes the last call, which waits for the peers if all went well.</summary>
    private protected abstract void Leave(bool inStep);

    private protected ProcessGroupException NoAnswer(string reason) => new($"{RankName.Of(0)} could not answer {RankName.Of(Rank)}: {reason}");

    private Call Enter(string name, CancellationToken stop, Asking asking = Asking.Unchanged)
    {
        stop.ThrowIfCancellationRequested();
        lock (_state)
        {
            Check();
            if (asking == Asking.Opens && _isOpen)
            {
                throw new InvalidOperationException(
                    $"{RankName.Of(Rank)} has begun questions already: end them before");
            }

            if (asking == Asking.Closes)
            {
                CheckIsOpen();
            }

            if (_call is not null)
            {
                throw new InvalidOperationException($"{RankName.Of(Rank)} is in {_call}: {name} must wait, since all ranks meet in one call at a time");
            }

            if (asking == Asking.Closes && _asking > 0)
            {
                throw new InvalidOperationException(
                    $"{RankName.Number(_asking)} threads of {RankName.Of(Rank)} wait for an answer: "
                        + "end them before questions");
            }

            _call = name;
            _isOpen &= asking != Asking.Closes;
        }

        return new Call(this);
    }

    private void Check()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (_broken is not null)
        {
            throw new InvalidOperationException($"{RankName.Of(Rank)} is out of step with its group: {_broken}; only Abort and Dispose remain");
        }
    }

    private void CheckIsOpen()
    {
        if (!_isOpen)
        {
            throw new InvalidOperationException($"{RankName.Of(Rank)} has begun no questions: do that before");
        }
    }

    private enum Asking
    {
        Unchanged,
        Opens,
        Closes,
    }

    /// <summary>One collective call; if it does not complete, it breaks the group.</summary>
    private sealed class Call(ProcessGroup group) : IDisposable
    {
        private bool _ended;

        internal T Ended<T>(T result)
        {
            _ended = true;
            return result;
        }

        public void Dispose()
        {
            lock (group._state)
            {
                group._broken ??= _ended ? null : $"{group._call} failed or was cancelled";
                group._call = null;
            }
        }
    }
}
