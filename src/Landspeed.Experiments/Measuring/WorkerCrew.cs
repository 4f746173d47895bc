using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// The workers of one measurement, each on its own thread, which pass through phases together: all start a phase at the
/// same time, and it ends when no worker has requests in flight. So the counters read between phases belong to whole
/// phases.
/// </summary>
internal sealed class WorkerCrew : IDisposable
{
    // Three times the deepest call chain seen; the default of 8 MiB (1.5 MiB on musl) would only cost address space.
    private const int StackSize = 256 * 1024;

    private readonly WorkerControl _control = new();
    private readonly IReadOnlyList<WorkerSettings> _settings;
    private readonly IWorker?[] _workers;
    private readonly Exception?[] _failures;
    private readonly Thread[] _threads;
    private readonly Barrier _go;
    private readonly CountdownEvent _busy;
    private PhaseLimits[] _limits = [];
    private volatile bool _dismissed;

    /// <summary>Starts the threads and waits until every worker has its engine and its memory.</summary>
    /// <param name="settings">One entry per worker.</param>
    /// <exception cref="Exception">The exception of the first failing worker; all threads have ended.</exception>
    internal WorkerCrew(IReadOnlyList<WorkerSettings> settings)
    {
        _settings = settings;
        _workers = new IWorker?[settings.Count];
        _failures = new Exception?[settings.Count];
        _busy = new CountdownEvent(settings.Count);
        _go = new Barrier(settings.Count + 1);
        _threads = [.. settings.Select((one, index) => new Thread(() => Live(index), StackSize)
        {
            IsBackground = true,
            Name = FormattableString.Invariant($"landspeed worker {one.Index}"),
        })];
        foreach (Thread thread in _threads)
        {
            thread.Start();
        }

        _busy.Wait();
        if (Array.Exists(_failures, failure => failure is not null))
        {
            Dispose();
            ThrowFirstFailure();
        }
    }

    /// <summary>What each worker counted in the last phase.</summary>
    internal IEnumerable<WorkerTally> Tallies => _workers.Select(worker => worker!.Tally);

    /// <summary>The interface or engine that carries out the requests, the same for all workers.</summary>
    internal WorkerDescription Description => _workers[0]!.Description;

    /// <summary>Tells the workers to end the phase as soon as nothing is in flight.</summary>
    internal void RequestStop() => _control.RequestStop();

    /// <summary>Runs one phase to its end.</summary>
    /// <param name="limits">When each worker ends, one entry per worker.</param>
    /// <param name="tick">Called about four times a second, with the bytes moved so far.</param>
    /// <exception cref="Exception">The exception of the first failing worker; nothing is in flight.</exception>
    internal void RunPhase(PhaseLimits[] limits, Action<long> tick)
    {
        _limits = limits;
        _busy.Reset();
        _go.SignalAndWait();
        while (!_busy.Wait(TimeSpan.FromMilliseconds(250)))
        {
            tick(Tallies.Sum(tally => tally.Bytes));
        }

        ThrowFirstFailure();
    }

    /// <summary>Ends the threads and releases engines and memory.</summary>
    public void Dispose()
    {
        if (_dismissed)
        {
            return;
        }

        _dismissed = true;
        _control.RequestStop();
        _go.SignalAndWait();
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _go.Dispose();
        _busy.Dispose();
    }

    private void Live(int index)
    {
        if (!TryCreate(index, out IWorker? worker))
        {
            return;
        }

        try
        {
            using (worker)
            {
                _workers[index] = worker;
                _busy.Signal();
                _go.SignalAndWait();
                while (!_dismissed)
                {
                    RunOnePhase(index, worker);
                    _busy.Signal();
                    _go.SignalAndWait();
                }
            }
        }
        catch (Exception failure) // while releasing resources; the owner checks after joining
        {
            _failures[index] ??= failure;
        }
    }

    // A failure is reported to the owner: an exception that escaped from the thread would end the process.
    private bool TryCreate(int index, [NotNullWhen(true)] out IWorker? worker)
    {
        try
        {
            worker = Create(_settings[index]);
            return true;
        }
        catch (Exception failure)
        {
            worker = null;
            _failures[index] = failure;
            _go.RemoveParticipant();
            _busy.Signal();
            return false;
        }
    }

    private IWorker Create(WorkerSettings settings) => settings.Options.Api == FileApi.FileStream
        ? new FileStreamWorker(settings, _control)
        : new EngineWorker(settings, _control);

    private void RunOnePhase(int index, IWorker worker)
    {
        try
        {
            worker.RunPhase(_limits[index]);
        }
        catch (Exception failure)
        {
            _failures[index] = failure;
            _control.RequestStop();
        }
    }

    private void ThrowFirstFailure()
    {
        if (Array.Find(_failures, failure => failure is not null) is { } first)
        {
            ExceptionDispatchInfo.Throw(first);
        }
    }
}
