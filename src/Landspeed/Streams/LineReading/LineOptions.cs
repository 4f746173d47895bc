using Landspeed.Quantities;

namespace Landspeed.Streams.LineReading;

/// <summary>How <see cref="Lines"/> reads a file of lines.</summary>
/// <remarks>
/// Immutable. Memory: queue depth × request size of <see cref="File"/>, in native memory, and for a file that leaves the page
/// cache while it is read one request size more for each worker; and, managed, for each worker and once more up to twice
/// the longest line that crosses from one block into the next.
/// </remarks>
public sealed record LineOptions
{
    /// <summary>The most workers: 1,024.</summary>
    public const int MostWorkers = 1024;

    /// <summary>
    /// Most threads that hand lines out, 1 to 1,024. Default: one for each processor. No more start than the file has
    /// blocks, or than <see cref="File"/> has queue depth. What is in the page cache two or more read themselves, each its
    /// own blocks; else one thread besides reads ahead.
    /// <see cref="Lines.Count(string, LineOptions?, CancellationToken)"/> counts with that many threads in the page cache,
    /// and elsewhere with one. Ignored in <see cref="LineOrder.File"/>, which has one, and by
    /// <see cref="Lines.Enumerate(string, LineOptions?, CancellationToken)"/>.
    /// </summary>
    public int Workers { get; init; } = Math.Min(Environment.ProcessorCount, MostWorkers);

    /// <summary>In which order lines are handed out. Default any. Ignored by what has no action.</summary>
    public LineOrder Order { get; init; }

    /// <summary>
    /// The longest line, without its end, 1 byte to 1 GiB: a longer one is an error and not a buffer without bound.
    /// Default 1 GiB. Ignored by <see cref="Lines.Count(string, LineOptions?, CancellationToken)"/>, which keeps no
    /// line.
    /// </summary>
    public ByteCount MaximumLineLength { get; init; } = ByteCount.GiB(1);

    /// <summary>
    /// Whether the bytes EF BB BF at the start of the file belong to the first line. Default false: they are skipped.
    /// </summary>
    public bool KeepByteOrderMark { get; init; }

    /// <summary>
    /// How the file is opened and read. Default null: from the page cache where half or more of it is there, else direct; in
    /// blocks of 1 MiB at depth 8, or two more than workers. With a mode given, it is read ahead in any case.
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

    /// <summary>How a file is read when the caller leaves it open: with a block more for each worker that holds one.</summary>
    internal SequentialFileOptions FileOptions() =>
        File ?? new SequentialFileOptions { QueueDepth = Math.Max(8, MostAtOnce + 2) };
}

/// <summary>In which order lines are handed out.</summary>
public enum LineOrder
{
    /// <summary>Any order, by all workers at the same time; within a block of the file one after the other.</summary>
    Any,

    /// <summary>The order of the file, one line at a time, by one worker; the file is read ahead all the same.</summary>
    File,
}
