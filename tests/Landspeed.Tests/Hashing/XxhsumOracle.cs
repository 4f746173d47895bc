using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

/// <summary>What xxhsum says of many byte strings, in one run of it.</summary>
internal static class XxhsumOracle
{
    /// <summary>The digests, in order, as hexadecimal text.</summary>
    /// <param name="option"><c>-H2</c> for 128 bits, <c>-H3</c> for 64.</param>
    /// <param name="contents">The byte strings.</param>
    internal static string[] Digests(string option, IReadOnlyList<byte[]> contents)
    {
        Capability.RequireProgram("xxhsum");
        using var scratch = new ScratchDirectory();
        for (int index = 0; index < contents.Count; index++)
        {
            File.WriteAllBytes(scratch.File(index.ToString("d6", CultureInfo.InvariantCulture)), contents[index]);
        }

        string[] lines = Command.Shell($"cd '{scratch.Path}' && xxhsum {option} *").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(contents.Count, lines.Length);
        Assert.All(lines, (line, index) =>
            Assert.Contains(index.ToString("d6", CultureInfo.InvariantCulture), line, StringComparison.Ordinal));

        // "digest  name", or "XXH3 (name) = digest" where the length of the digest does not name the algorithm.
        return [.. lines.Select(line => line.Split(' ') is [_, _, "=", string digest] ? digest : line.Split(' ')[0])];
    }
}
