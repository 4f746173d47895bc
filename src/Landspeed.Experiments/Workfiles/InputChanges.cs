namespace Landspeed.Experiments.Workfiles;

/// <summary>Describes an input file that has changed.</summary>
internal static class InputChanges
{
    /// <summary>Reports that the file ended early.</summary>
    internal static ExperimentException Shorter(FilePath path, long expected, long found) => new(
        Outcome.SourceChanged,
        FormattableString.Invariant($"{path.Display} changed while it was read: it had {expected} bytes and ended after ")
        + FormattableString.Invariant($"{found}; leave the directory alone during the run"));

    /// <summary>Reports that the file no longer exists.</summary>
    internal static ExperimentException Gone(FilePath path) => new(
        Outcome.SourceChanged,
        $"{path.Display} was removed since the directory was listed; leave the directory alone during the run");

    /// <summary>Reports that the file is not as it was when listed.</summary>
    internal static ExperimentException Other(FilePath path) => new(
        Outcome.SourceChanged,
        $"{path.Display} changed since the directory was listed; leave the directory alone during the run");
}
