namespace Landspeed.Hashing;

/// <summary>A digest over a whole file.</summary>
public enum DigestAlgorithm
{
    /// <summary>MD5, as md5sum prints: against accident only.</summary>
    Md5,

    /// <summary>SHA-256, as sha256sum prints: also against tampering.</summary>
    Sha256,

    /// <summary>XXH3 with 128 bits, as xxh128sum prints: against accident, at the speed of memory.</summary>
    Xxh128,
}
