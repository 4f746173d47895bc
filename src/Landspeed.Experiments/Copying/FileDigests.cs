using Landspeed.Copying;
using Landspeed.Hashing;

namespace Landspeed.Experiments.Copying;

/// <summary>Reads files to compute their digests.</summary>
/// <remarks>Safe for all threads.</remarks>
internal static class FileDigests
{
    /// <summary>Reads one file from start to end.</summary>
    /// <param name="file">A regular file; symbolic links are followed.</param>
    /// <param name="algorithms">The digests to compute, each once.</param>
    /// <param name="options">How it is read.</param>
    /// <param name="moved">Receives the bytes of each block, or null.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The digests.</returns>
    /// <exception cref="IOException">It is missing, is not a regular file, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    public static ReadDigest Read(
        FilePath file,
        ReadOnlySpan<DigestAlgorithm> algorithms,
        SequentialFileOptions options,
        Action<long>? moved,
        CancellationToken stop)
    {
        using BlockReader reader = BlockReader.Open(file, options);
        using var digest = new WholeFileDigest(algorithms);
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            using ReadBlock block = reader.Read();
            if (block.IsEnd)
            {
                long bytes = digest.Length;
                return new ReadDigest(digest.Finish(), bytes, reader.EffectiveMode == IoMode.Direct);
            }

            digest.Append(block.Span);
            moved?.Invoke(block.Length);
        }
    }
}

/// <summary>The outcome of reading a file to its end.</summary>
/// <param name="Digests">One digest per algorithm, in their order.</param>
/// <param name="Bytes">Bytes read.</param>
/// <param name="Direct">Whether they were read bypassing the page cache.</param>
internal sealed record ReadDigest(IReadOnlyList<FileDigest> Digests, long Bytes, bool Direct);
