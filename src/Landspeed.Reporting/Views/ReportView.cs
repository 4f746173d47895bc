using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Views;

/// <summary>What an experiment's report shows, before it becomes text or a page.</summary>
internal sealed record ReportView
{
    /// <summary>What was done, in short parts: the first names the experiment.</summary>
    public required IReadOnlyList<string> Headline { get; init; }

    /// <summary>How it was done, in short parts.</summary>
    public IReadOnlyList<string> Setup { get; init; } = [];

    /// <summary>The tables, in order.</summary>
    public required IReadOnlyList<ReportTable> Tables { get; init; }

    /// <summary>The charts of the page, in order.</summary>
    public IReadOnlyList<Picture> Charts { get; init; } = [];
}
