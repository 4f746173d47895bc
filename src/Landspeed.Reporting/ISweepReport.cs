using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>Writes a sweep in one format.</summary>
public interface ISweepReport
{
    /// <summary>Writes it whole, with a line feed at the end of each line, the same in every culture.</summary>
    /// <param name="document">The sweep, complete or not.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    void Write(SweepDocument document, TextWriter target);
}
