using System.Runtime.InteropServices;

namespace Landspeed.Cli.Output;

/// <summary>
/// Turns the first signal to stop into a cancellation; a second one cleans up and ends the process at once.
/// </summary>
internal sealed class StopSignals : IStopSignals
{
    /// <summary>signal(7): a shell reports a process that a signal ended as 128 + the signal's number.</summary>
    internal const int SignalExitBase = 128;

    // Signals, two timers, and of a copy small files, large files and names: the most that any work needs at least.
    private const int LeastThreads = 6;

    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;
    private readonly Action _abandon;
    private int _number;
    private volatile bool _abandoned;

    /// <summary>
    /// Listens until disposed. What listens is about to begin work: that threads can be had for it is made sure of
    /// before.
    /// </summary>
    /// <param name="abandon">
    /// Removes what must not stay behind, on another thread, before a second signal ends the process.
    /// </param>
    /// <exception cref="NativeIOException">The limit of threads is too low for any work.</exception>
    internal StopSignals(Action abandon)
    {
        ThreadRoom.Require(LeastThreads);
        _abandon = abandon;
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGINT, context => Handle(context, 2)),
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => Handle(context, 15)),
            PosixSignalRegistration.Create(PosixSignal.SIGHUP, context => Handle(context, 1)),
        ];
    }

    /// <inheritdoc/>
    public CancellationToken Token => _stop.Token;

    /// <summary>130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; null when none came.</summary>
    public int? ExitCode => Volatile.Read(ref _number) is not 0 and var number ? SignalExitBase + number : null;

    /// <inheritdoc/>
    public bool IsAbandoned => _abandoned;

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Handle(PosixSignalContext context, int number)
    {
        if (Interlocked.CompareExchange(ref _number, number, 0) != 0)
        {
            _abandoned = true;
            _abandon();
            return;
        }

        context.Cancel = true;
        _stop.Cancel();
    }
}

/// <summary>Signals that ask the command to stop, while it listens.</summary>
internal interface IStopSignals : IDisposable
{
    /// <summary>Cancelled by the first signal.</summary>
    CancellationToken Token { get; }

    /// <summary>128 and the number of the first signal, as a shell reports it; null when none came.</summary>
    int? ExitCode { get; }

    /// <summary>
    /// Whether a second signal came: what was made is gone, the process is about to end, and what fails now fails for
    /// that reason.
    /// </summary>
    bool IsAbandoned { get; }
}
