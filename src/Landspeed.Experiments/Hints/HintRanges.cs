using Landspeed.Experiments.Statistics;
namespace Landspeed.Experiments.Hints;

/// <summary>The ranges of a file that are read, in order; a pure function.</summary>
internal static class HintRanges
{
    /// <summary>Finds them.</summary>
    /// <param name="options">Within their limits.</param>
    /// <returns>Offset and length of each read; together as many bytes as are used.</returns>
    internal static (long Offset, int Length)[] Of(HintOptions options)
    {
        // 10,000 bytes in 3 reads: 3,334, 3,334 and 3,332.
        int length = checked((int)((options.Bytes + options.Reads - 1) / options.Reads));
        return options.Pattern switch
        {
            AccessPattern.Whole => Cut(options.FileSize, length),
            AccessPattern.Header => Cut(options.Bytes, length),
            _ => [.. Cut(options.Bytes, length).Select(range => (Spread(range.Offset, options), range.Length))],
        };
    }

    private static (long Offset, int Length)[] Cut(long bytes, int length) =>
        [.. Enumerable.Range(0, checked((int)((bytes + length - 1) / length)))
            .Select(index => (Offset: (long)index * length, Length: (int)Math.Min(length, bytes - ((long)index * length))))];

    // The first read lies at the start of the file, the last one ends at most at its end.
    private static long Spread(long offset, HintOptions options) =>
        (long)((UInt128)(ulong)offset * (ulong)options.FileSize / (ulong)options.Bytes);
}
