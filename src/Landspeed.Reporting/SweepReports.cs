namespace Landspeed.Reporting;

/// <summary>The formats of a sweep by name.</summary>
public static class SweepReports
{
    /// <summary>The names: <c>table</c>, <c>json</c>, <c>csv</c> and <c>fio</c>.</summary>
    public static IReadOnlyList<string> Formats { get; } = ["table", "json", "csv", "fio"];

    /// <summary>Finds a format.</summary>
    /// <param name="format">One of <see cref="Formats"/>, lower case.</param>
    /// <param name="style">Width and colour for formats that have any; null: <see cref="ReportStyle.Plain"/>.</param>
    /// <exception cref="ArgumentException">There is no such format; the message lists those that are.</exception>
    public static ISweepReport Create(string format, ReportStyle? style = null) => format switch
    {
        "table" => new SweepTable(style ?? ReportStyle.Plain),
        "json" => new SweepJsonReport(),
        "csv" => new SweepCsvReport(),
        "fio" => new SweepFioReport(),
        _ => throw new ArgumentException(
            $"there is no format '{format}'; the formats are {string.Join(", ", Formats)}", nameof(format)),
    };
}
