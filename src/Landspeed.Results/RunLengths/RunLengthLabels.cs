namespace Landspeed.Results.RunLengths;

/// <summary>Axes, options and modes of a comparison of run lengths.</summary>
public static class RunLengthLabels
{
    /// <summary>The axis whose values are <c>read</c> and <c>write</c>.</summary>
    public const string Operation = "operation";

    /// <summary>The axis whose values are <c>direct</c> and <c>buffered</c>.</summary>
    public const string Mode = "mode";

    /// <summary>
    /// The axis of run lengths, bytes: the requested run length of the file; for the contiguous file its length.
    /// </summary>
    public const string RunLength = "run_length_bytes";

    /// <summary>Option: length of each file.</summary>
    public const string FileBytes = "file_bytes";

    /// <summary>Option: bytes of one request.</summary>
    public const string RequestSize = "request_size_bytes";

    /// <summary>Option: direct requests in flight; buffered I/O has one.</summary>
    public const string DirectDepth = "direct_queue_depth";

    /// <summary>Option: maximum measured time of one run, seconds.</summary>
    public const string Time = "time_s";

    /// <summary>Word in cell names: the file in as few runs as the volume permits.</summary>
    public const string Contiguous = "contiguous";

    /// <summary>Returns how a cell reads or writes its file: <c>read-direct</c>.</summary>
    /// <param name="cell">A cell of such a comparison.</param>
    public static string WayOf(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return $"{cell.Labels.GetValueOrDefault(Operation)}-{cell.Labels.GetValueOrDefault(Mode)}";
    }

    /// <summary>Tells whether a cell belongs to the file that is not fragmented.</summary>
    /// <param name="cell">A cell of such a comparison.</param>
    public static bool IsContiguous(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell.Name.EndsWith(Contiguous, StringComparison.Ordinal);
    }
}
