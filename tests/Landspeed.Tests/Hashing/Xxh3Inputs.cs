namespace Landspeed.Tests.Hashing;

/// <summary>Byte strings of every length at which XXH3 changes its ways.</summary>
internal static class Xxh3Inputs
{
    private const int MiB = 1 << 20;

    /// <summary>0 to 2,000, then around blocks of 1,024 bytes and large ones.</summary>
    internal static readonly int[] Lengths =
    [
        .. Enumerable.Range(0, 2001),
        2047, 2048, 2049, 2111, 2112, 2113, 3071, 3072, 3073, 4095, 4096, 4097, 65535, 65536, 65537,
        MiB - 1, MiB, MiB + 1, MiB + 63, MiB + 64, MiB + 65, (3 * MiB) + 7, 5 * MiB,
    ];

    /// <summary>Pseudo-random bytes.</summary>
    internal static byte[] Bytes(int length, int seed = 1)
    {
        byte[] bytes = new byte[length];
        new Random(unchecked((seed * 31) + length)).NextBytes(bytes);
        return bytes;
    }
}
