using Landspeed.Files;
using Landspeed.Quantities;

namespace Landspeed.Streams.LineReading;

/// <summary>How <see cref="Lines"/> reads a file of lines.</summary>
/// <remarks>
/// Immutable. Memory: queue depth × request size of <see cref="File"/>, in native memory; and, managed, for each worker and
/// once more up to twice the longest line that crosses from one block into the next.
/// </remarks>
public sealed record LineOptions
{
    /// <summary>The most workers: 1,024.</summary>
    public const int MostWorkers = 1024;

    // Small enough that a block read from the page cache is still in a processor's cache when its lines are cut.
    private static readonly ByteCount s_cachedRequestSize = ByteCount.KiB(256);

    // As sequential files: large enough for any device.
    private static readonly ByteCount s_deviceRequestSize = ByteCount.MiB(1);

    /// <summary>
    /// Most threads that hand lines out, 1 to 1,024. Default: one for each processor. No more start than the file has
    /// blocks, or than <see cref="File"/> has queue depth. Ignored in <see cref="LineOrder.File"/>, which has one, and by
    /// <see cref="Lines.Enumerate(string, LineOptions?)"/>.
    /// </summary>
    public int Workers { get; init; } = Math.Min(Environment.ProcessorCount, MostWorkers);

    /// <summary>In which order lines are handed out. Default any. Ignored by what has no action.</summary>
    public LineOrder Order { get; init; }

    /// <summary>
    /// The longest line, without its end, 1 byte to 1 GiB: a longer one is an error and not a buffer without bound.
    /// Default 1 GiB. Ignored by <see cref="Lines.Count(string, LineOptions?)"/>, which keeps no line.
    /// </summary>
    public ByteCount MaximumLineLength { get; init; } = ByteCount.GiB(1);

    /// <summary>
    /// Whether the bytes EF BB BF at the start of the file belong to the first line. Default false: they are skipped.
    /// </summary>
    public bool KeepByteOrderMark { get; init; }

    /// <summary>
    /// How the file is opened and read. Default null: from the page cache where half or more of it is there, in blocks of
    /// 256 KiB, else direct in blocks of 1 MiB; at depth 8, or two more than workers.
    /// </summary>
    public SequentialFileOptions? File { get; init; }

    /// <summary>Workers that may run at once.</summary>
    internal int MostAtOnce => Order == LineOrder.File ? 1 : Workers;

    /// <summary>Refuses values out of range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    internal void Check()
    {
        if (Workers is < 1 or > MostWorkers)
        {
            throw new ArgumentOutOfRangeException(nameof(Workers), Workers, "1 to 1024 workers");
        }

        if (!Enum.IsDefined(Order))
        {
            throw new ArgumentOutOfRangeException(nameof(Order), Order, "not an order");
        }

        if (MaximumLineLength < new ByteCount(1) || MaximumLineLength > ByteCount.GiB(1))
        {
            throw new ArgumentOutOfRangeException(
                nameof(MaximumLineLength), MaximumLineLength, "the longest line has 1 byte to 1 GiB");
        }

        File?.Check();
    }

    /// <summary>How an open file is read when the caller leaves it open.</summary>
    /// <param name="mode">The mode that its reads have.</param>
    /// <param name="workers">How many blocks are held while others are read.</param>
    internal SequentialFileOptions FileOptions(IoMode mode, int workers) => File ?? new SequentialFileOptions
    {
        RequestSize = mode == IoMode.Buffered ? s_cachedRequestSize : s_deviceRequestSize,
        QueueDepth = Math.Max(8, workers + 2),
    };
}

/// <summary>In which order lines are handed out.</summary>
public enum LineOrder
{
    /// <summary>Any order, by all workers at the same time; within a block of the file one after the other.</summary>
    Any,

    /// <summary>The order of the file, one line at a time, by one worker; the file is read ahead all the same.</summary>
    File,
}
