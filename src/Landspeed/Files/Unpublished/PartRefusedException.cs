namespace Landspeed.Files.Unpublished;

/// <summary>
/// Reports that the file with a temporary name is not an unpublished file that may be taken over; it was left as it is.
/// </summary>
internal sealed class PartRefusedException(FilePath path, PartRefusal reason, FileKind kind)
    : IOException($"{path.Display} cannot be used: {TextOf(reason, kind)}")
{
    /// <summary>The temporary name.</summary>
    internal FilePath Path => path;

    /// <summary>The reason.</summary>
    internal PartRefusal Reason => reason;

    /// <summary>Kind of the file with the name.</summary>
    internal FileKind Kind => kind;

    /// <summary>The purpose of its mark, which differs from the caller's, or null if unknown.</summary>
    internal string? Purpose { get; init; }

    private static string TextOf(PartRefusal reason, FileKind kind) => reason switch
    {
        PartRefusal.NotRegular => $"it is {FileKinds.Describe(kind)}",
        PartRefusal.InUse => "another process is writing it",
        PartRefusal.Replaced => "another process is at work on it",
        PartRefusal.OtherName => "it has another name as well",
        _ => "nothing proves that it is ours",
    };
}

/// <summary>Why an unpublished file is not taken over.</summary>
internal enum PartRefusal
{
    /// <summary>It is a directory, a symbolic link, a FIFO or similar.</summary>
    NotRegular,

    /// <summary>A process holds a lock on it.</summary>
    InUse,

    /// <summary>Its name belonged to another file a moment later.</summary>
    Replaced,

    /// <summary>There is no proof that it was created for this purpose.</summary>
    NotOurs,

    /// <summary>It has another name as well, whose content would change.</summary>
    OtherName,
}
