namespace Landspeed;

/// <summary>How <see cref="Lines"/> reads a file.</summary>
/// <remarks>
/// Immutable. Native memory: queue depth × request size of <see cref="File"/>, plus one request size per worker for a
/// file that leaves the page cache while it is read. Managed memory: per worker, and once more, up to twice the longest
/// line that crosses from one block into the next.
/// </remarks>
public sealed record LineOptions
{
    /// <summary>Maximum number of workers: 1,024.</summary>
    public const int MaxWorkers = 1024;

    /// <summary>
    /// Maximum number of threads that hand out lines, 1 to 1,024. Default: one per CPU. At most as many start as the
    /// file has blocks, or as <see cref="File"/> has queue depth. Two or more workers read cached data themselves, each
    /// its own blocks; otherwise one additional thread reads ahead.
    /// <see cref="Lines.Count(string, LineOptions?, CancellationToken)"/> counts with this many threads in the page
    /// cache, and with one otherwise. Ignored with <see cref="LineOrder.File"/>, which uses one, and by
    /// <see cref="Lines.Enumerate(string, LineOptions?, CancellationToken)"/>.
    /// </summary>
    public int Workers { get; init; } = Math.Min(Environment.ProcessorCount, MaxWorkers);

    /// <summary>The order in which lines are handed out. Default: any. Ignored by methods without an action.</summary>
    public LineOrder Order { get; init; }

    /// <summary>
    /// Maximum length of a line without its end, 1 byte to 1 GiB; a longer one is an error, so that the buffer stays
    /// bounded. Default 1 GiB. Ignored by <see cref="Lines.Count(string, LineOptions?, CancellationToken)"/>, which
    /// keeps no line.
    /// </summary>
    public int MaxLineLength { get; init; } = 1 << 30;

    /// <summary>
    /// Whether the bytes EF BB BF at the start of the file belong to the first line. Default false: they are skipped.
    /// </summary>
    public bool KeepByteOrderMark { get; init; }

    /// <summary>
    /// How the file is opened and read. Default null: from the page cache if at least half of it is there, otherwise
    /// direct; in blocks of 1 MiB at depth 8, or workers plus two if that is more. If a mode is given, the file is
    /// always read ahead.
    /// </summary>
    public SequentialFileOptions? File { get; init; }

    /// <summary>Maximum number of workers that run at once.</summary>
    internal int MostAtOnce => Order == LineOrder.File ? 1 : Workers;

    /// <summary>Throws if a value is out of range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    internal void Check()
    {
        if (Workers is < 1 or > MaxWorkers)
        {
            throw new ArgumentOutOfRangeException(nameof(Workers), Workers, "1 to 1024 workers");
        }

        if (!Enum.IsDefined(Order))
        {
            throw new ArgumentOutOfRangeException(nameof(Order), Order, "not an order");
        }

        if (MaxLineLength is < 1 or > 1 << 30)
        {
            throw new ArgumentOutOfRangeException(
                nameof(MaxLineLength), MaxLineLength, "the longest line has 1 byte to 1 GiB");
        }

        File?.Check();
    }

    /// <summary>
    /// Returns how a file is read if the caller does not specify it: with an additional block for each worker that
    /// holds one.
    /// </summary>
    internal SequentialFileOptions FileOptions() =>
        File ?? new SequentialFileOptions { QueueDepth = Math.Max(8, MostAtOnce + 2) };
}

/// <summary>The order in which lines are handed out.</summary>
public enum LineOrder
{
    /// <summary>Any order, by all workers at the same time; in order within a block of the file.</summary>
    Any,

    /// <summary>The order of the file, one line at a time, by one worker; the file is still read ahead.</summary>
    File,
}
