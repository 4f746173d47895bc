namespace Landspeed.Results;

/// <summary>Axes and options of a sweep.</summary>
public static class SweepLabels
{
    /// <summary>The axis whose values are <c>engine</c> and <c>filestream</c>.</summary>
    public const string ApiAxis = "api";

    /// <summary>The axis whose values are <c>direct</c>, <c>buffered</c> and <c>uncached</c>.</summary>
    public const string ModeAxis = "mode";

    /// <summary>The axis whose values are <c>read</c>, <c>write</c> and <c>extend</c>.</summary>
    public const string OperationAxis = "operation";

    /// <summary>The axis of requests in flight.</summary>
    public const string QueueDepthAxis = "queue_depth";

    /// <summary>The axis of request sizes, bytes.</summary>
    public const string RequestSizeAxis = "request_size_bytes";

    /// <summary>Option: <c>quick</c> or <c>full</c>, the source of the axes that were not given.</summary>
    public const string GridOption = "grid";

    /// <summary>Option: maximum measured time of one run, seconds.</summary>
    public const string TimeOption = "time_s";

    /// <summary>Option: maximum number of bytes that one run moves.</summary>
    public const string LimitOption = "limit_bytes";

    /// <summary>Option: length of the file.</summary>
    public const string FileBytesOption = "file_bytes";

    /// <summary>
    /// Effective option: <c>true</c> if the file was created for the sweep and is removed after it, unless removal was
    /// disabled.
    /// </summary>
    public const string MadeFileOption = "made_file";

    /// <summary>
    /// Effective option: alignment of offset and length for direct I/O; missing if direct I/O is not available.
    /// </summary>
    public const string DirectAlignmentOption = "direct_alignment_bytes";
}
