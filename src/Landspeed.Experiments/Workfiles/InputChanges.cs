using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>What is said of an input file that is not what it was.</summary>
internal static class InputChanges
{
    /// <summary>It ended early.</summary>
    internal static ExperimentException Shorter(FilePath path, long expected, long found) => new(
        Outcome.SourceChanged,
        FormattableString.Invariant($"{path.Display} changed while it was read: it had {expected} bytes and ended after ")
        + FormattableString.Invariant($"{found}; leave the directory alone during the run"));

    /// <summary>It is no longer there.</summary>
    internal static ExperimentException Gone(FilePath path) => new(
        Outcome.SourceChanged,
        $"{path.Display} is gone since the directory was listed; leave the directory alone during the run");

    /// <summary>It is not as it was listed.</summary>
    internal static ExperimentException Other(FilePath path) => new(
        Outcome.SourceChanged,
        $"{path.Display} changed since the directory was listed; leave the directory alone during the run");
}
