using Pragmastat;
using Perfolizer.Mathematics.Multimodality;

namespace Landspeed.Experiments.Statistics;

/// <summary>Around how many values runs gather.</summary>
internal static class Modes
{
    /// <summary>Runs below which several are not seen: of 20 with two levels half were, of fewer none.</summary>
    internal const int EnoughRuns = 20;

    /// <summary>Counts them.</summary>
    /// <param name="values">Finite numbers, in any order; not changed.</param>
    /// <returns>1 or more; 1 below <see cref="EnoughRuns"/>.</returns>
    /// <remarks>Lowland modality of Perfolizer. Pure and thread-safe.</remarks>
    internal static int Of(IReadOnlyList<double> values) =>
        values.Count < EnoughRuns || values.Distinct().Count() == 1 ? 1 : LowlandModalityDetector.Instance.DetectModes(new Sample(values)).Modality;
}
