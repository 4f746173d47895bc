namespace Landspeed.Cli.Output;

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
