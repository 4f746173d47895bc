namespace Landspeed.Cli.Output;

/// <summary>Signals that ask the command to stop, while it listens.</summary>
internal interface IStopSignals : IDisposable
{
    /// <summary>Cancelled by the first signal.</summary>
    CancellationToken Token { get; }

    /// <summary>128 and the number of the first signal, as a shell reports it; null when none came.</summary>
    int? ExitCode { get; }
}
