using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>Everything, as the versioned JSON document.</summary>
public sealed class JsonReport : IMeasurementReport
{
    /// <inheritdoc/>
    public void Write(MeasurementDocument document, TextWriter target) => ResultsJson.Write(document, target);
}
