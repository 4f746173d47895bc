using Landspeed.Experiments.Sweeping;

namespace Landspeed.Cli.Output;

/// <summary>Shows a sweep while it runs. For one thread.</summary>
internal interface ISweepDisplay : IProgress<SweepProgress>
{
    /// <summary>Removes what must not stay when results are printed.</summary>
    void Clear();
}
