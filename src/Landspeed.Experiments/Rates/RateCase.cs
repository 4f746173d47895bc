using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Rates;

/// <summary>Runs the case at one rate on the file that is ready.</summary>
/// <param name="name">Name of its cell.</param>
/// <param name="plan">The case, at that rate.</param>
internal sealed class RateCase(string name, MeasurementPlan plan) : ICase
{
    private readonly RepeatedCase _case = new(name, plan);

    /// <inheritdoc/>
    public string Name => name;

    /// <summary>Makes one run, whose bins are left out as those of all repeated cases.</summary>
    public RunRecord Run(int round, RunContext context)
    {
        RunRecord run = _case.Run(round, context);
        return run with { Response = WithoutBins(run.Response), Lateness = WithoutBins(run.Lateness) };
    }

    private static LatencyRecord? WithoutBins(LatencyRecord? times) =>
        times is null ? null : times with { Bins = [] };
}
