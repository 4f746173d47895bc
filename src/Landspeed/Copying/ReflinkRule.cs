namespace Landspeed.Copying;

/// <summary>Whether a copy may share its blocks with the source until one of them is written to (reflink).</summary>
public enum ReflinkRule
{
    /// <summary>Where the file system can, and nothing asks for bytes that really lie twice, as verifying does.</summary>
    Automatic,

    /// <summary>Never: the bytes are to lie twice.</summary>
    Never,

    /// <summary>Always; where the file system cannot, the copy fails.</summary>
    Always,
}
