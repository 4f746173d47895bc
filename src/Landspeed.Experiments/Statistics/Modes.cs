using Pragmastat;
using Perfolizer.Mathematics.Multimodality;

namespace Landspeed.Experiments.Statistics;

/// <summary>Finds the number of values around which runs cluster.</summary>
internal static class Modes
{
    /// <summary>
    /// Below this number of runs several modes are not detected: with 20 on two levels half were, with fewer none.
    /// </summary>
    internal const int EnoughRuns = 20;

    /// <summary>Counts the modes.</summary>
    /// <param name="values">Finite numbers, in any order; not changed.</param>
    /// <returns>1 or more; 1 below <see cref="EnoughRuns"/>.</returns>
    /// <remarks>Lowland modality of Perfolizer. Pure and thread-safe.</remarks>
    internal static int Of(IReadOnlyList<double> values) =>
        values.Count < EnoughRuns || values.Distinct().Count() == 1 ? 1 : LowlandModalityDetector.Instance.DetectModes(new Sample(values)).Modality;
}
