namespace Landspeed.Experiments.Hints;

/// <summary>Names of what this experiment alone measures, and of its options.</summary>
public static class HintValues
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

    /// <summary>The name of a hint in results and on the command line.</summary>
    /// <param name="hint">The hint.</param>
    public static string NameOf(AccessHint hint) => hint switch
    {
        AccessHint.None => "none",
        AccessHint.SequentialScan => "sequential-scan",
        AccessHint.RandomAccess => "random-access",
        AccessHint.AdviseSequential => "fadvise-sequential",
        AccessHint.AdviseRandom => "fadvise-random",
        AccessHint.AdviseWillNeed => "fadvise-willneed",
        AccessHint.AdviseNoReuse => "fadvise-noreuse",
        AccessHint.Direct => "direct",
        _ => "uncached",
    };
}
