namespace Landspeed.Results;

/// <summary>Axis, options and values of the experiment on access hints.</summary>
public static class HintLabels
{
    /// <summary>Bytes of the files in the page cache after the run.</summary>
    public const string PagesLeftBytes = "pages_left_bytes";

    /// <summary>The axis: <c>hint</c>.</summary>
    public const string Hint = "hint";

    /// <summary>Option: files.</summary>
    public const string Files = "files";

    /// <summary>Option: bytes of each file.</summary>
    public const string FileBytes = "file_bytes";

    /// <summary>Option: bytes used of each file.</summary>
    public const string UsedBytes = "used_bytes";

    /// <summary>Option: reads of each file.</summary>
    public const string Reads = "reads";

    /// <summary>Option: the directory whose existing files are read; missing if files are created.</summary>
    public const string FilesOf = "files_of";

    /// <summary>Option: bytes of all files; only with <see cref="FilesOf"/>.</summary>
    public const string TotalBytes = "total_bytes";

    /// <summary>Effective option: <see cref="EachRequest"/>, or why there is only the mean of the device's read requests.</summary>
    public const string RequestSizesOption = "request_sizes";

    /// <summary>Value of that option: the kernel reported each request.</summary>
    public const string EachRequest = "each";

    /// <summary>Fact of a run: number of the device's read requests by size: <c>8192:1000 188416:1000</c>.</summary>
    public const string RequestSizes = "read_request_sizes";

    /// <summary>Fact of a run: read requests missing from <see cref="RequestSizes"/>.</summary>
    public const string RequestsLost = "read_requests_lost";

    /// <summary>Option: which part is read.</summary>
    public const string Pattern = "pattern";
}
