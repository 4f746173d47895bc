using Landspeed.Experiments.Rounds;

namespace HarnessBenchmark;

/// <summary>A trial that does nothing, and says that it read one byte so that a rate can be made of it.</summary>
internal sealed class EmptyTrial(string name) : ITrial
{
    private static readonly TrialWork s_nothing = new() { BytesRead = 1 };

    public string Name => name;

    public TrialStart Prepare(ProgressMonitor monitor) => TrialStart.Unknown;

    public TrialWork Run(ProgressMonitor monitor) => s_nothing;
}
