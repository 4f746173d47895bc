namespace Landspeed.Experiments.Results.RunLengths;

/// <summary>Axes, options and ways of a comparison of run lengths.</summary>
public static class RunLengthLabels
{
    /// <summary>The axis whose values are <c>read</c> and <c>write</c>.</summary>
    public const string Operation = "operation";

    /// <summary>The axis whose values are <c>direct</c> and <c>buffered</c>.</summary>
    public const string Mode = "mode";

    /// <summary>The axis of run lengths, bytes: what was asked of the file; of the contiguous one its length.</summary>
    public const string RunLength = "run_length_bytes";

    /// <summary>Option: length of each file.</summary>
    public const string FileBytes = "file_bytes";

    /// <summary>Option: bytes of one request.</summary>
    public const string RequestSize = "request_size_bytes";

    /// <summary>Option: direct requests in flight; buffered there is one.</summary>
    public const string DirectDepth = "direct_queue_depth";

    /// <summary>Option: measured time of one run at most, seconds.</summary>
    public const string Time = "time_s";

    /// <summary>Word in names of cells: the file in as few runs as the volume gives.</summary>
    public const string Contiguous = "contiguous";

    /// <summary>The way of a cell through its file: <c>read-direct</c>.</summary>
    /// <param name="cell">A cell of such a comparison.</param>
    public static string WayOf(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return $"{cell.Labels.GetValueOrDefault(Operation)}-{cell.Labels.GetValueOrDefault(Mode)}";
    }

    /// <summary>Whether a cell is one of the file that is not torn.</summary>
    /// <param name="cell">A cell of such a comparison.</param>
    public static bool IsContiguous(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell.Name.EndsWith(Contiguous, StringComparison.Ordinal);
    }
}
