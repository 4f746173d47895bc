namespace Landspeed.Results.Creation;

/// <summary>Axes, values and options of the experiment on creating files.</summary>
public static class CreationLabels
{
    /// <summary>The axis of the volume's free space.</summary>
    public const string StateAxis = "state";

    /// <summary>The axis of what is done before the first write.</summary>
    public const string PreallocationAxis = "preallocation";

    /// <summary>The axis of the number of bytes per write.</summary>
    public const string RequestSizeAxis = "request_size_bytes";

    /// <summary>Value of the axis of states: the volume of a directory, however fragmented its free space is.</summary>
    public const string AsIs = "as-is";

    /// <summary>Value of the axis of states: a new volume.</summary>
    public const string Clean = "clean";

    /// <summary>Value of the axis of states: a volume that is full except for holes.</summary>
    public const string Fragmented = "fragmented";

    /// <summary>Value of the axis of preallocation: nothing is done.</summary>
    public const string None = "none";

    /// <summary>Value of the axis of preallocation: the length is set, but no block is allocated.</summary>
    public const string Length = "length";

    /// <summary>Value of the axis of preallocation: the blocks are also reserved.</summary>
    public const string Reserved = "reserved";

    /// <summary>Option: bytes of a file; fewer if requests are small.</summary>
    public const string FileBytesOption = "file_bytes";

    /// <summary>Option: maximum number of requests per file, which shortens files with small requests.</summary>
    public const string MostRequestsOption = "most_requests";

    /// <summary>Option: <c>buffered</c>, through .NET's FileStream, or <c>direct</c>.</summary>
    public const string ModeOption = "mode";

    /// <summary>Option: bytes of a hole of the fragmented volume.</summary>
    public const string HoleBytesOption = "hole_bytes";

    /// <summary>Fact of a run: why the free space of its volume, or the runs of its file, are unknown.</summary>
    public const string UnknownFact = "layout_unknown";

    /// <summary>The states of a volume, in the order of the document.</summary>
    public static IReadOnlyList<string> States { get; } = [AsIs, Clean, Fragmented];

    /// <summary>What can be done before the first write, in the order of the document.</summary>
    public static IReadOnlyList<string> Preallocations { get; } = [None, Length, Reserved];

    /// <summary>Describes a preallocation in words that follow what is created.</summary>
    /// <param name="preallocation">A value of its axis.</param>
    public static string WordsOf(string preallocation) => preallocation switch
    {
        None => "not preallocated",
        Length => "length set",
        Reserved => "blocks reserved",
        _ => preallocation,
    };
}
