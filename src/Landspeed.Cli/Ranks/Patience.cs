namespace Landspeed.Cli.Ranks;

/// <summary>How long a rank waits for the others after a signal: it has to clean up, and the launcher ends it soon.</summary>
internal sealed class Patience : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly CancellationTokenRegistration _registration;

    /// <summary>Begins.</summary>
    /// <param name="time">How long after the signal.</param>
    /// <param name="stop">The signal.</param>
    internal Patience(TimeSpan time, CancellationToken stop)
    {
        _registration = stop.Register(() => _source.CancelAfter(time));
    }

    /// <summary>Ends the wait.</summary>
    internal CancellationToken Token => _source.Token;

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose(); // a signal that comes later is none of ours; one that comes now is waited for
        _source.Dispose();
    }
}
