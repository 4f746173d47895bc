namespace Landspeed.Experiments.Copying;

/// <summary>Compares two files byte by byte.</summary>
public static class FileComparison
{
    /// <summary>Finds the first difference.</summary>
    /// <param name="one">A regular file.</param>
    /// <param name="other">Another regular file.</param>
    /// <param name="options">How both are read.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Offset of the first byte that differs, or that only one of them has, or null if they are
    /// equal.</returns>
    /// <exception cref="IOException">One of them cannot be read.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    public static long? FirstDifference(FilePath one, FilePath other, SequentialFileOptions options, CancellationToken stop)
    {
        using BlockReader first = BlockReader.Open(one, options);
        using BlockReader second = BlockReader.Open(other, options);
        return FirstDifference(first, second, null, stop);
    }

    /// <summary>Finds the first difference between what two readers have left.</summary>
    /// <param name="first">Still owned by the caller.</param>
    /// <param name="second">Still owned by the caller.</param>
    /// <param name="moved">Receives the length of each block and which reader it came from, or null.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>As the other method.</returns>
    internal static long? FirstDifference(
        BlockReader first, BlockReader second, Action<BlockReader, int>? moved, CancellationToken stop)
    {
        ReadBlock left = Next(first, moved);
        ReadBlock right = Next(second, moved);
        int leftUsed = 0;
        int rightUsed = 0;
        try
        {
            while (!left.IsEnd && !right.IsEnd)
            {
                stop.ThrowIfCancellationRequested();
                ReadOnlySpan<byte> a = left.Span[leftUsed..];
                ReadOnlySpan<byte> b = right.Span[rightUsed..];
                int length = Math.Min(a.Length, b.Length);
                int same = a[..length].CommonPrefixLength(b[..length]);
                if (same < length)
                {
                    return left.Offset + leftUsed + same;
                }

                (left, leftUsed) = Advance(first, left, leftUsed + length, moved);
                (right, rightUsed) = Advance(second, right, rightUsed + length, moved);
            }

            return left.IsEnd && right.IsEnd ? null : left.IsEnd ? right.Offset + rightUsed : left.Offset + leftUsed;
        }
        finally
        {
            left.Dispose();
            right.Dispose();
        }
    }

    private static ReadBlock Next(BlockReader reader, Action<BlockReader, int>? moved)
    {
        ReadBlock block = reader.Read();
        moved?.Invoke(reader, block.Length);
        return block;
    }

    private static (ReadBlock Block, int Used) Advance(
        BlockReader reader, ReadBlock block, int used, Action<BlockReader, int>? moved)
    {
        if (used < block.Length)
        {
            return (block, used);
        }

        block.Dispose();
        return (Next(reader, moved), 0);
    }
}
