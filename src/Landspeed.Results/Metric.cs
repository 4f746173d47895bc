namespace Landspeed.Results;

/// <summary>One metric of the catalogue <see cref="Metrics"/>.</summary>
/// <param name="Name">Its name in documents: snake_case, the unit at the end.</param>
/// <param name="Meaning">What it measures, in one sentence.</param>
public sealed record Metric(string Name, string Meaning)
{
    /// <summary>Which direction is an improvement.</summary>
    public Better Better { get; init; } = Better.Neither;

    /// <summary>How it is displayed.</summary>
    public MetricPrint Print { get; init; } = MetricPrint.Count;

    /// <summary>Heading of a column that shows it.</summary>
    public string Heading { get; init; } = Name;

    /// <summary>Formats in addition to JSON, which has every metric.</summary>
    public MetricFormats Formats { get; init; } = MetricFormats.Csv;

    /// <summary>
    /// Whether only cells that are compared with each other have it: CSV with one row per run has no column for it.
    /// </summary>
    public bool IsOfGrids { get; init; }
}

/// <summary>Which direction of a metric is an improvement.</summary>
public enum Better
{
    /// <summary>Neither: it only describes.</summary>
    Neither,

    /// <summary>More is better.</summary>
    Higher,

    /// <summary>Less is better.</summary>
    Lower,
}

/// <summary>How a metric is displayed.</summary>
public enum MetricPrint
{
    /// <summary>A whole number.</summary>
    Count,

    /// <summary>A number with as many digits as it needs.</summary>
    Number,

    /// <summary>Nanoseconds as ns, µs, ms or s.</summary>
    Duration,

    /// <summary>Bytes/s as MB/s.</summary>
    Throughput,

    /// <summary>Events per second.</summary>
    Rate,

    /// <summary>Bytes of a file or of memory, in KiB, MiB or GiB.</summary>
    Size,

    /// <summary>Bytes moved, in kB, MB or GB.</summary>
    Moved,

    /// <summary>Percent.</summary>
    Percent,

    /// <summary>Cost of one byte or request.</summary>
    Cost,
}

/// <summary>Formats that show a metric.</summary>
[Flags]
public enum MetricFormats
{
    /// <summary>JSON only.</summary>
    None = 0,

    /// <summary>A column of CSV.</summary>
    Csv = 1,

    /// <summary>Terminal tables, HTML and Markdown, if the view of the kind has room for it.</summary>
    Table = 2,
}
