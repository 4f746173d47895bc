namespace Landspeed.Hashing;

/// <summary>How the digest of a whole file is computed.</summary>
public enum DigestAlgorithm
{
    /// <summary>MD5, 128 bits, as md5sum prints it. Old manifests use it; it no longer resists an attacker.</summary>
    Md5,

    /// <summary>SHA-256, 256 bits, as sha256sum prints it. Resists an attacker.</summary>
    Sha256,

    /// <summary>XXH3, 128 bits, as xxh128sum prints it. The fastest; finds damage, not malice.</summary>
    Xxh128,
}
