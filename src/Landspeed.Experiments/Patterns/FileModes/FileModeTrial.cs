using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>Opens a file in one mode; any outcome other than the documented one fails the cell.</summary>
/// <param name="how">Mode, access and state of the file.</param>
/// <param name="path">A name of ours.</param>
internal sealed class FileModeTrial(FileModeCase how, FilePath path) : ITrial
{
    private string _seen = string.Empty;

    /// <inheritdoc/>
    public string Name => how.Name;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        FileModeOutcome.Arrange(path.Text, how);
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        _seen = FileModeOutcome.See(path.Text, how);
        return new TrialWork { Records = 1 };
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        FileModeOutcome.Clear(path.Text);
        return work is null || _seen == how.Documented
            ? TrialEnd.Nothing
            : throw new ExperimentException(Outcome.Failed, _seen);
    }
}
