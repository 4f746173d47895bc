namespace Landspeed.Streams;

/// <summary>What <see cref="Lines"/> does with each line, with a state of the worker that hands it out.</summary>
/// <typeparam name="TState">What a worker keeps, for example a number to count with.</typeparam>
/// <param name="line">
/// The line's bytes without its LF or CR LF, in memory of the reader; valid until the action returns. Not checked to be UTF-8.
/// </param>
/// <param name="info">Where the line is, and which worker hands it out.</param>
/// <param name="state">The worker's own; no other thread touches it meanwhile, so it needs no lock.</param>
public delegate void LineStateAction<TState>(ReadOnlySpan<byte> line, LineInfo info, ref TState state);
