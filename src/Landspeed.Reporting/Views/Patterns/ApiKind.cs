using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>The cells of file APIs of one order, operation and flush.</summary>
internal sealed record ApiKind
{
    private const string On = "on";

    /// <summary><c>sequential</c> or <c>random</c>.</summary>
    public required string Order { get; init; }

    /// <summary><c>read</c> or <c>write</c>.</summary>
    public required string Operation { get; init; }

    /// <summary>Whether the device was to take part.</summary>
    public required bool IsFlushed { get; init; }

    /// <summary>Its cells, whatever their state.</summary>
    public required IReadOnlyList<CellRecord> Cells { get; init; }

    /// <summary>What was done to the page cache before reads with flush; null: not recorded.</summary>
    public required string? CacheBefore { get; init; }

    /// <summary>The verdict of most cells; null: none is measured.</summary>
    public Verdict? Common => MajorityVerdict.Of(Cells);

    /// <summary>What was done to cache and device, in words that do not promise more than the verdicts keep.</summary>
    public string Words => (Operation, IsFlushed) switch
    {
        ("read", true) => CacheBefore switch
        {
            ApiLabels.FileDropped => CacheWords.AfterDrop(Common),
            ApiLabels.SecondFileRead => "a second file read through first",
            ApiLabels.CacheLeft => "page cache left as it was",
            _ => "with flush",
        },
        ("read", false) => "already cached",
        (_, true) => CacheWords.Flushed(Common),
        _ => "to the last call",
    };

    /// <summary>The kinds of a document, in the order of their cells.</summary>
    public static IEnumerable<ApiKind> Of(ResultDocument document) => document.Cells
        .GroupBy(cell => (
            Order: cell.Labels[ApiLabels.OrderAxis],
            Operation: cell.Labels[ApiLabels.OperationAxis],
            Flush: cell.Labels[ApiLabels.FlushAxis]))
        .Select(group => new ApiKind
        {
            Order = group.Key.Order,
            Operation = group.Key.Operation,
            IsFlushed = group.Key.Flush == On,
            Cells = [.. group],
            CacheBefore = Views.Cells.Option(document.Setup, ApiLabels.CacheBeforeFlushedOption),
        });
}
