namespace Landspeed;

/// <summary>Receives each line from <see cref="Lines"/>.</summary>
/// <param name="line">
/// The line's bytes without LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be
/// UTF-8.
/// </param>
/// <param name="info">The line's position, and the worker that hands it out.</param>
/// <remarks>Several threads call it at the same time unless lines are handed out in <see cref="LineOrder.File"/>.</remarks>
public delegate void LineAction(ReadOnlySpan<byte> line, LineInfo info);

/// <summary>Receives each line from <see cref="Lines"/>, with the state of the worker that hands it out.</summary>
/// <typeparam name="TState">Type of a worker's state, for example a number for counting.</typeparam>
/// <param name="line">
/// The line's bytes without LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be
/// UTF-8.
/// </param>
/// <param name="info">The line's position, and the worker that hands it out.</param>
/// <param name="state">The worker's state; no other thread touches it during the call, so it needs no lock.</param>
public delegate void LineStateAction<TState>(ReadOnlySpan<byte> line, LineInfo info, ref TState state);

/// <summary>The position of a line.</summary>
public readonly record struct LineInfo
{
    internal LineInfo(long number, long offset, int worker) => (Number, Offset, Worker) = (number, offset, worker);

    /// <summary>
    /// Line number, 1 for the first line of the file; correct whatever the order in which lines are handed out.
    /// </summary>
    public long Number { get; }

    /// <summary>
    /// Offset of the line's first byte in the file; 3 for the first line of a file with a byte order mark.
    /// </summary>
    public long Offset { get; }

    /// <summary>Index of the worker that hands it out, 0 to the number of workers - 1.</summary>
    public int Worker { get; }
}

/// <summary>Totals of what was handed out.</summary>
public readonly record struct LineTotals
{
    internal LineTotals(long lines, long bytes) => (Lines, Bytes) = (lines, bytes);

    /// <summary>Number of lines, including a last one without a line end.</summary>
    public long Lines { get; }

    /// <summary>Bytes of the file, including line ends and byte order mark.</summary>
    public long Bytes { get; }
}
