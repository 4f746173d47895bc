using Landspeed.Experiments.Trials;

namespace HarnessBenchmark;

/// <summary>A trial that does nothing, and says that it read one byte so that a rate can be made of it.</summary>
internal sealed class EmptyTrial(string name) : ITrial
{
    private static readonly TrialWork s_nothing = new() { BytesRead = 1 };

    public string Name => name;

    public TrialStart Prepare(TrialControl control) => TrialStart.Unknown;

    public TrialWork Run(TrialControl control) => s_nothing;
}
