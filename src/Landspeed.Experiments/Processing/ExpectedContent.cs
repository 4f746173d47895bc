using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Hashing;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// Computes the expected results with another method: all passes over a byte are one exclusive or with a single number.
/// Each byte is examined once, without vectors and without lines.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
internal static class ExpectedContent
{
    private const int BlockSize = 256 * 1024;

    /// <summary>Computes the digests of the results.</summary>
    /// <param name="input">The files.</param>
    /// <param name="passes">The levels of work.</param>
    /// <param name="monitor">Stops it; receives the progress.</param>
    /// <returns>For each level the digest of each file, in order.</returns>
    internal static Dictionary<LinePasses, Hash128[]> Digests(
        InputDirectory input, IReadOnlyList<LinePasses> passes, ProgressMonitor monitor)
    {
        var digests = passes.ToDictionary(level => level, _ => new Hash128[input.Files.Count]);
        byte[] keys = [.. passes.Select(level => level.Key)];
        long done = 0;
        for (int index = 0; index < input.Files.Count; index++)
        {
            Hash128[] found = Digest(input.PathOf(index), keys, monitor.Stop);
            for (int level = 0; level < passes.Count; level++)
            {
                digests[passes[level]][index] = found[level];
            }

            done += input.Files[index].Length;
            monitor.Report(done, input.TotalBytes);
        }

        return digests;
    }

    /// <summary>Computes the digest of a file as it is.</summary>
    internal static Hash128 Digest(FilePath path, CancellationToken stop) => Digest(path, [0], stop)[0];

    private static Hash128[] Digest(FilePath path, byte[] keys, CancellationToken stop)
    {
        Xxh3State128[] states = [.. keys.Select(_ => new Xxh3State128())];
        byte[] block = new byte[BlockSize];
        byte[] result = new byte[BlockSize];
        using FileStream file = FileStreams.Read(path, ReadHint.Sequential);
        while (file.Read(block) is > 0 and var length)
        {
            stop.ThrowIfCancellationRequested();
            for (int level = 0; level < keys.Length; level++)
            {
                Combine(block.AsSpan(0, length), keys[level], result);
                states[level].Append(result.AsSpan(0, length));
            }
        }

        return [.. states.Select(state => state.Current)];
    }

    private static void Combine(ReadOnlySpan<byte> source, byte key, Span<byte> target)
    {
        if (key == 0)
        {
            source.CopyTo(target);
            return;
        }

        for (int index = 0; index < source.Length; index++)
        {
            byte value = source[index];
            target[index] = value == LineWork.LineEnd ? value : (byte)(value ^ key);
        }
    }
}
