using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Mpi;

/// <summary>What all groups refuse alike: calls in the wrong order, a second collective call at a time, calls on a broken group.</summary>
/// <remarks>See <see cref="IProcessGroup"/> for threads and states.</remarks>
public abstract class ProcessGroup : IProcessGroup
{
    private readonly Lock _state = new();
    private string? _call;
    private string? _broken;
    private bool _chunks;
    private bool _disposed;
    private int _taking;

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
    public void BeginChunks(CancellationToken stop = default)
    {
        using Call call = Enter("the beginning of chunks", stop, chunks: false);
        OpenChunks(stop);
        SetChunks(true);
        call.Ended(true);
    }

    /// <inheritdoc/>
    public long NextChunk(CancellationToken stop = default)
    {
        stop.ThrowIfCancellationRequested();
        lock (_state)
        {
            Check();
            Check(chunks: true);
            _taking++;
        }

        bool taken = false;
        try
        {
            long number = TakeChunk(stop);
            taken = true;
            return number;
        }
        finally
        {
            lock (_state)
            {
                _taking--;
                _broken ??= taken ? null : "a call for the next chunk failed or was cancelled";
            }
        }
    }

    /// <inheritdoc/>
    public void EndChunks(CancellationToken stop = default)
    {
        using Call call = Enter("the end of chunks", stop, chunks: true);
        CloseChunks(stop);
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
            _broken ??= _call is null && _taking == 0 ? null : "it was disposed while a call was under way";
        }

        Leave(inStep: !IsBroken);
        GC.SuppressFinalize(this);
    }

    private protected abstract AgreedStart Agree(TimeSpan delay, CancellationToken stop);

    private protected abstract void Meet(CancellationToken stop);

    /// <summary>The sums, or null when lengths differ.</summary>
    private protected abstract long[]? Add(long[] values, CancellationToken stop);

    private protected abstract IReadOnlyList<byte[]> Collect(byte[] bytes, CancellationToken stop);

    private protected abstract void OpenChunks(CancellationToken stop);

    private protected abstract long TakeChunk(CancellationToken stop);

    private protected abstract void CloseChunks(CancellationToken stop);

    [DoesNotReturn]
    private protected abstract void EndJob(int exitCode);

    /// <summary>The last call: waits for the peers when all went well.</summary>
    private protected abstract void Leave(bool inStep);

    private Call Enter(string name, CancellationToken stop, bool? chunks = null)
    {
        stop.ThrowIfCancellationRequested();
        lock (_state)
        {
            Check();
            Check(chunks);
            if (_call is not null)
            {
                throw new InvalidOperationException($"{RankName.Of(Rank)} is in {_call}: {name} must wait, since all ranks meet in one call at a time");
            }

            if (chunks == true && _taking > 0)
            {
                throw new InvalidOperationException($"{RankName.Number(_taking)} threads of {RankName.Of(Rank)} wait for a chunk: end them before the chunks");
            }

            _call = name;
            _chunks &= chunks is null;
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

    private void Check(bool? chunks)
    {
        if (chunks is { } wanted && wanted != _chunks)
        {
            throw new InvalidOperationException(wanted ? "no chunks are handed out: call BeginChunks before" : "chunks are handed out already: call EndChunks before");
        }
    }

    private void SetChunks(bool open)
    {
        lock (_state)
        {
            _chunks = open;
        }
    }

    /// <summary>One collective call; what does not come to its end breaks the group.</summary>
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
