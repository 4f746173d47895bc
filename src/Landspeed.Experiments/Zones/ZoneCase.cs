using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Zones;

/// <summary>Runs the case in one zone of the file that is ready.</summary>
/// <param name="name">Name of its cell.</param>
/// <param name="plan">The case, with the zone as its part of the file.</param>
/// <param name="place">Where the zone starts on the device, bytes, or null if that is not known.</param>
internal sealed class ZoneCase(string name, MeasurementPlan plan, long? place) : ICase
{
    private readonly RepeatedCase _case = new(name, plan);

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context)
    {
        RunRecord run = _case.Run(round, context);
        return place is not { } known ? run : run with
        {
            Metrics = new Dictionary<string, double>(run.Metrics, StringComparer.Ordinal)
            {
                [Metrics.DevicePlace.Name] = known,
            },
        };
    }
}
