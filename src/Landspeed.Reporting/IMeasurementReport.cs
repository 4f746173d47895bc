using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>Writes a measurement in one format.</summary>
public interface IMeasurementReport
{
    /// <summary>Writes it whole, with a line feed at the end of each line, the same in every culture.</summary>
    /// <param name="document">The measurement.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    void Write(MeasurementDocument document, TextWriter target);
}
