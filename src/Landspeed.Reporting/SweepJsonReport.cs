using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>Everything, as the versioned JSON document of a sweep.</summary>
public sealed class SweepJsonReport : ISweepReport
{
    /// <inheritdoc/>
    public void Write(SweepDocument document, TextWriter target) => ResultsJson.Write(document, target);
}
