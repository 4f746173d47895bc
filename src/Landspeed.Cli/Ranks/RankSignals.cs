using Landspeed.Cli.Output;

namespace Landspeed.Cli.Ranks;

/// <summary>
/// Signals to one rank, from its first meeting with the others to its last: one that comes before the command listens, or when it has come to its end,
/// must not end this process, for the launcher would kill the others, who may be cleaning up.
/// </summary>
/// <remarks>Safe for all threads. One command listens at a time.</remarks>
internal sealed class RankSignals : IDisposable
{
    private static readonly Action s_nothing = static () => { };
    private readonly ManualResetEventSlim _second = new();
    private readonly StopSignals _signals;
    private Action _abandon = s_nothing;

    internal RankSignals()
    {
        _signals = new StopSignals(() =>
        {
            Volatile.Read(ref _abandon)();
            _second.Set();
        });
    }

    /// <summary>Cancelled by the first signal.</summary>
    internal CancellationToken Token => _signals.Token;

    /// <summary>Tells a command of the signals until it disposes of that; of one that came before, at once.</summary>
    /// <param name="abandon">As of <see cref="StopSignals(Action)"/>.</param>
    internal IStopSignals Listen(Action abandon)
    {
        Volatile.Write(ref _abandon, abandon);
        return new Listener(this);
    }

    /// <summary>Waits for a second signal, which ends the process.</summary>
    /// <param name="longest">How long at most.</param>
    internal void WaitForSecond(TimeSpan longest) => _second.Wait(longest);

    /// <inheritdoc/>
    public void Dispose()
    {
        _signals.Dispose();
        _second.Dispose();
    }

    private sealed class Listener(RankSignals signals) : IStopSignals
    {
        public CancellationToken Token => signals.Token;

        public int? ExitCode => signals._signals.ExitCode;

        public bool IsAbandoned => signals._signals.IsAbandoned;

        public void Dispose() => Volatile.Write(ref signals._abandon, s_nothing);
    }
}
