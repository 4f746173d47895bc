namespace Landspeed.Experiments.Results;

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

    /// <summary>Option: which part is read.</summary>
    public const string Pattern = "pattern";
}
