using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting;

/// <summary>
/// The throughput of a sweep's cells, one row a request size, one column a curve: also while it is being measured.
/// </summary>
/// <param name="style">Width and colour; what is wider becomes several tables.</param>
/// <remarks>
/// Where numbers stand depends on the cells there are, not on their values, so that a table that fills up stays calm: a
/// dot for a cell to come, <c>-</c> for a skipped one, <c>failed</c>. Nothing from outside is taken for markup.
/// </remarks>
public sealed class SweepGridTable(ReportStyle style)
{
    /// <summary>Writes it, with a line feed at the end of each line, the same in every culture.</summary>
    /// <param name="cells">By curve; none: the title alone.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public void Write(IReadOnlyList<SweepCellRecord> cells, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(cells);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        new CellGrid(cells, GridQuantity.Throughput).Write(canvas, explained: []);
        canvas.CopyTo(target);
    }
}
