namespace Landspeed.Streams.LineReading;

/// <summary>What <see cref="Lines"/> does with each line.</summary>
/// <param name="line">
/// The line's bytes without its LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be UTF-8.
/// </param>
/// <param name="info">Where the line is, and which worker hands it out.</param>
/// <remarks>Several threads call it at the same time unless lines are handed out in <see cref="LineOrder.File"/>.</remarks>
public delegate void LineAction(ReadOnlySpan<byte> line, LineInfo info);

/// <summary>What <see cref="Lines"/> does with each line, with a state of the worker that hands it out.</summary>
/// <typeparam name="TState">What a worker keeps, for example a number to count with.</typeparam>
/// <param name="line">
/// The line's bytes without its LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be UTF-8.
/// </param>
/// <param name="info">Where the line is, and which worker hands it out.</param>
/// <param name="state">The worker's own; no other thread touches it meanwhile, so it needs no lock.</param>
public delegate void LineStateAction<TState>(ReadOnlySpan<byte> line, LineInfo info, ref TState state);

/// <summary>Where a line is.</summary>
/// <param name="Number">1 for the file's first line; right whatever the order in which lines are handed out.</param>
/// <param name="Offset">Bytes in the file before the line's first one; 3 for the first line of a file with a byte order mark.</param>
/// <param name="Worker">Index of the worker that hands it out, 0 to the number of workers - 1.</param>
public readonly record struct LineInfo(long Number, long Offset, int Worker);

/// <summary>How much was handed out.</summary>
/// <param name="Lines">Lines; a last one without a line end counts.</param>
/// <param name="Bytes">Bytes of the file, with line ends and byte order mark.</param>
public readonly record struct LineTotals(long Lines, long Bytes);
