using Landspeed.Experiments.Rounds;

namespace Landspeed.Cli.Output;

/// <summary>Shows an experiment while it runs. For one thread.</summary>
internal interface IRunDisplay : IProgress<ExperimentProgress>
{
    /// <summary>Removes what must not stay when results are printed.</summary>
    void Clear();
}
