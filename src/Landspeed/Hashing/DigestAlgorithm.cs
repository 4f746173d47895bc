namespace Landspeed.Copying;

/// <summary>The algorithm of a whole-file digest.</summary>
public enum DigestAlgorithm
{
    /// <summary>MD5, 128 bits, as md5sum prints it. Old manifests use it; it no longer resists an attacker.</summary>
    Md5,

    /// <summary>SHA-256, 256 bits, as sha256sum prints it. Resists an attacker.</summary>
    Sha256,

    /// <summary>
    /// XXH3, 128 bits, as xxh128sum prints it. The fastest; detects damage, but does not resist an attacker.
    /// </summary>
    Xxh128,
}

/// <summary>How md5sum, sha256sum and xxh128sum write digests.</summary>
internal static class DigestNotation
{
    internal static readonly DigestAlgorithm[] All = [DigestAlgorithm.Md5, DigestAlgorithm.Sha256, DigestAlgorithm.Xxh128];

    /// <summary>Returns the number of hexadecimal digits of a digest.</summary>
    internal static int DigitsOf(DigestAlgorithm algorithm) => algorithm switch
    {
        DigestAlgorithm.Md5 or DigestAlgorithm.Xxh128 => 32,
        DigestAlgorithm.Sha256 => 64,
        _ => throw new ArgumentOutOfRangeException(nameof(algorithm), algorithm, "no such algorithm"),
    };

    /// <summary>Returns the name at the start of a BSD-style line.</summary>
    internal static string TagOf(DigestAlgorithm algorithm) => algorithm switch
    {
        DigestAlgorithm.Md5 => "MD5",
        DigestAlgorithm.Sha256 => "SHA256",
        DigestAlgorithm.Xxh128 => "XXH128",
        _ => throw new ArgumentOutOfRangeException(nameof(algorithm), algorithm, "no such algorithm"),
    };
}
