using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>What was swept, where, and how often.</summary>
internal static class SweepHeadline
{
    /// <summary>Writes it.</summary>
    public static void Write(Canvas canvas, SweepDocument document)
    {
        Flow.Write(canvas, What(document).Select(text => (text, Mark.Plain)));
        Flow.Write(canvas, Where(document.Environment).Select(text => (text, Mark.Plain)), indent: 2);
        Flow.Write(canvas, How(document.Setup).Select(text => (text, Mark.Plain)), indent: 2);
    }

    private static IEnumerable<string> What(SweepDocument document)
    {
        IReadOnlyList<SweepCellRecord> cells = document.Cells;
        yield return $"sweep  {document.Setup.Grid}";
        yield return string.Join(", ", cells.Select(cell => cell.Operation).Distinct());
        if (cells.Count > 0)
        {
            long[] sizes = [.. cells.Select(cell => cell.RequestSizeBytes)];
            yield return sizes.Min() == sizes.Max()
                ? Format.ExactSize(sizes.Min())
                : $"{Format.ExactSize(sizes.Min())} to {Format.ExactSize(sizes.Max())}";
        }

        yield return Format.Count(cells.Select(cell => cell.Curve).Distinct(StringComparer.Ordinal).Count(), "curve");
        long done = cells.Count(cell => cell.State == CellState.Done);
        yield return done == cells.Count
            ? Format.Count(done, "cell")
            : $"{Format.Count(done)} of {Format.Count(cells.Count, "cell")}";
    }

    private static IEnumerable<string> Where(EnvironmentRecord place)
    {
        yield return place.Path;
        string?[] medium = [place.Device is { } device ? $"on {device}" : null, place.DeviceModel, place.FileSystem];
        string known = string.Join(", ", medium.Where(word => !string.IsNullOrEmpty(word)));
        if (known.Length > 0)
        {
            yield return known;
        }
    }

    private static IEnumerable<string> How(SweepSetupRecord setup) =>
    [
        $"{Format.Count(setup.Repetitions, "run")} a cell",
        $"each {Format.Duration(setup.TimeS * 1e9)} or {Format.Size(setup.LimitBytes)} at most",
        $"seed {setup.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)}",
    ];
}
