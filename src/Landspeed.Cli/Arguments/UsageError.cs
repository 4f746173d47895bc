using Landspeed.Experiments;

namespace Landspeed.Cli.Arguments;

/// <summary>Mistakes on the command line.</summary>
internal static class UsageError
{
    /// <summary>A mistake.</summary>
    /// <param name="message">The value, what is wrong with it, and what is allowed.</param>
    internal static ExperimentException Of(string message) => new(Outcome.Usage, message);
}
