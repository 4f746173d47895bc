namespace Landspeed.Streams;

/// <summary>What <see cref="Lines"/> does with each line.</summary>
/// <param name="line">
/// The line's bytes without its LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be UTF-8.
/// </param>
/// <param name="info">Where the line is, and which worker hands it out.</param>
/// <remarks>Several threads call it at the same time unless lines are handed out in <see cref="LineOrder.File"/>.</remarks>
public delegate void LineAction(ReadOnlySpan<byte> line, LineInfo info);
