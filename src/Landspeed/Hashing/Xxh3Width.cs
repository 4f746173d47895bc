namespace Landspeed.Hashing;

/// <summary>Bits that one instruction of a hash kernel works on. Results are equal; only speed differs.</summary>
internal enum Xxh3Width
{
    /// <summary>64: plain integers, on every machine.</summary>
    Scalar,

    /// <summary>128: SSE2 or AdvSimd.</summary>
    Vector128,

    /// <summary>256: AVX2.</summary>
    Vector256,

    /// <summary>512: AVX-512.</summary>
    Vector512,
}
