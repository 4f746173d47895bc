using Landspeed.Cli.Output;

namespace Landspeed.Cli.Tests;

/// <summary>Signals that a test sends.</summary>
internal sealed class FakeSignals : IStopSignals
{
    private Action _abandon = () => { };

    public CancellationToken Token => CancellationToken.None;

    public int? ExitCode { get; private set; }

    public bool IsAbandoned { get; private set; }

    public IStopSignals Listen(Action abandon)
    {
        _abandon = abandon;
        return this;
    }

    /// <summary>The first stops, the second abandons.</summary>
    public void Send(int number)
    {
        if (ExitCode is not null)
        {
            IsAbandoned = true;
            _abandon();
        }

        ExitCode ??= 128 + number;
    }

    public void Dispose()
    {
    }
}
