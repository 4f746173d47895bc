namespace Landspeed.Streams.LineReading;

/// <summary>
/// Hands out the lines of one file, once. Workers are threads: the first one opens the file, starts the others, waits
/// for them, and completes the task when everything is closed.
/// </summary>
internal sealed class LineRun<TSink>
    where TSink : struct, ILineSink
{
    private readonly TaskCompletionSource<LineTotals> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly FilePath _path;
    private readonly LineOptions _options;
    private readonly Func<int, TSink> _createSink;
    private readonly CancellationToken _cancellation;
    private readonly Lock _turn = new();
    private readonly LineNumbering _numbering = new();
    private readonly List<Exception> _failures = [];
    private LineCutter? _cutter;
    private long _lastNumber;
    private volatile bool _stopping;
    private bool _cancelled;

    /// <summary>Prepares a run; the options must have been checked.</summary>
    internal LineRun(FilePath path, LineOptions options, Func<int, TSink> createSink, CancellationToken cancellation) =>
        (_path, _options, _createSink, _cancellation) = (path, options, createSink, cancellation);

    /// <summary>The workers' final sinks, by worker index, once the run has ended.</summary>
    internal TSink[] Sinks { get; private set; } = [];

    /// <summary>Starts the first worker.</summary>
    internal Task<LineTotals> Start()
    {
        if (_cancellation.IsCancellationRequested)
        {
            return Task.FromCanceled<LineTotals>(_cancellation);
        }

        LineThread.Start(0, Run);
        return _end.Task;
    }

    private void Run()
    {
        LineTotals totals = default;
        try
        {
            using CancellationTokenRegistration registration = _cancellation.UnsafeRegister(static run => ((LineRun<TSink>)run!).Stop(), this);
            using LineCutter cutter = LineCutter.Open(_path, _options);
            _cutter = cutter;
            RunWorkers();
            totals = new LineTotals(Sinks.Length == 1 ? _lastNumber : _numbering.Lines, cutter.Position);
        }
        catch (Exception failure)
        {
            Fail(failure);
        }

        Complete(totals);
    }

    // After the first chunk the number of blocks is known: more workers would have nothing to hold.
    private void RunWorkers()
    {
        var chunk = new LineChunk(_cutter!.Path, _options, worker: 0);
        bool any = TryTake(chunk);
        Sinks = new TSink[Math.Clamp(_cutter.Depth, 1, _options.MostAtOnce)];
        var others = new List<Thread>();
        try
        {
            for (int index = 1; index < Sinks.Length; index++)
            {
                var other = new LineChunk(_cutter.Path, _options, index);
                others.Add(LineThread.Start(index, () => Work(other, isFilled: false)));
            }

            Work(chunk, any);
        }
        catch (Exception failure)
        {
            // A thread could not be started: those that run end first.
            Fail(failure);
        }

        others.ForEach(thread => thread.Join());
    }

    private void Work(LineChunk chunk, bool isFilled)
    {
        try
        {
            TSink sink = _createSink(chunk.Worker);
            while ((isFilled || TryTake(chunk)) && HandOut(chunk, ref sink))
            {
                isFilled = false;
            }

            Sinks[chunk.Worker] = sink;
        }
        catch (Exception failure)
        {
            Fail(failure);
        }
        finally
        {
            chunk.End();
        }
    }

    private bool TryTake(LineChunk chunk)
    {
        if (!_stopping && _cutter!.TryTakeCached(chunk))
        {
            return true;
        }

        lock (_turn)
        {
            try
            {
                return !_stopping && _cutter!.TryTakeAhead(chunk);
            }
            catch (Exception failure)
            {
                // Inside the lock: the next worker would hit the same failure.
                Fail(failure);
                return false;
            }
        }
    }

    // False if everything stops.
    private bool HandOut(LineChunk chunk, ref TSink sink)
    {
        chunk.Begin();
        if (!TryNumber(chunk))
        {
            return false;
        }

        try
        {
            while (!_stopping && chunk.TryNext())
            {
                sink.Take(chunk.Line, chunk.Info);
            }
        }
        catch (Exception failure) when (failure != chunk.Refusal && !IsCancellation(failure))
        {
            throw LineException.OfAction(_cutter!.Path, chunk.Info, failure);
        }

        if (Sinks.Length == 1)
        {
            _lastNumber = chunk.Number;
        }

        chunk.End();
        return !_stopping;
    }

    // A single worker counts while it hands out lines.
    private bool TryNumber(LineChunk chunk)
    {
        if (Sinks.Length == 1)
        {
            chunk.Number = _lastNumber;
            return true;
        }

        bool isNumbered = _numbering.TryAdd(chunk.Sequence, chunk.CountLines(), out long before);
        chunk.Number = before;
        return isNumbered;
    }

    private bool IsCancellation(Exception failure) =>
        failure is OperationCanceledException && _cancellation.IsCancellationRequested;

    private void Fail(Exception failure)
    {
        lock (_failures)
        {
            if (IsCancellation(failure))
            {
                _cancelled = true;
            }
            else
            {
                _failures.Add(failure);
            }
        }

        Stop();
    }

    private void Stop()
    {
        _stopping = true;
        _numbering.Stop();
    }

    private void Complete(LineTotals totals)
    {
        if (_failures.Count > 0)
        {
            _end.SetException(_failures.OrderBy(failure => (failure as LineException)?.LineNumber ?? long.MaxValue));
        }
        else if (_stopping || _cancelled)
        {
            _end.SetCanceled(_cancellation);
        }
        else
        {
            _end.SetResult(totals);
        }
    }
}

/// <summary>The destination of a worker's lines; a struct, so that the loop over lines is compiled for it.</summary>
internal interface ILineSink
{
    /// <summary>Takes one line, which is valid during the call.</summary>
    void Take(ReadOnlySpan<byte> line, LineInfo info);
}

/// <summary>Passes lines to an action that all workers share.</summary>
internal readonly struct LineActionSink(LineAction action) : ILineSink
{
    /// <inheritdoc/>
    public void Take(ReadOnlySpan<byte> line, LineInfo info) => action(line, info);
}

/// <summary>Passes lines to an action with the worker's state.</summary>
internal struct LineStateSink<TState>(LineStateAction<TState> action, TState state) : ILineSink
{
    private TState _state = state;

    /// <summary>The state after the lines so far.</summary>
    internal readonly TState State => _state;

    /// <inheritdoc/>
    public void Take(ReadOnlySpan<byte> line, LineInfo info) => action(line, info, ref _state);
}
