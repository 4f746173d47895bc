namespace Landspeed.Experiments;

/// <summary>
/// An experiment is impossible or has failed: the message says what failed, on what, the likely cause, and what to try.
/// </summary>
public sealed class ExperimentException : Exception
{
    /// <summary>Initialises the exception.</summary>
    /// <param name="outcome">How the command ends; not <see cref="Outcome.Done"/>.</param>
    /// <param name="message">What failed, on what, the likely cause, and what to try; no full stop needed.</param>
    /// <param name="inner">The error behind it, or null.</param>
    public ExperimentException(Outcome outcome, string message, Exception? inner = null)
        : base(message, inner)
    {
        Outcome = outcome;
    }

    /// <summary>How the command ends.</summary>
    public Outcome Outcome { get; }
}
