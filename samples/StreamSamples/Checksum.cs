using System.Security.Cryptography;
using Landspeed;

namespace StreamSamples;

/// <summary>All bytes of a file, each looked at where it was read to.</summary>
internal static class Checksum
{
    public static Task<string> RunAsync(string path)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(path))
        {
            hash.AppendData(block);
        }

        return Task.FromResult($"{Convert.ToHexStringLower(hash.GetHashAndReset())}  {path}");
    }
}
