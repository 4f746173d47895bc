using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Tests.Rounds;

/// <summary>Steps of an experiment on trials.</summary>
internal static class ExperimentExtensions
{
    /// <summary>Makes the files, and gives the trials.</summary>
    internal static IReadOnlyList<ITrial> PrepareTrials(this IExperiment experiment, ProgressMonitor monitor) =>
        [.. experiment.Prepare(monitor).Cast<ITrial>()];
}
