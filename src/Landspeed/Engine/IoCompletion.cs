using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>One request's end: a value, never an exception.</summary>
/// <param name="Tag">The request's tag.</param>
/// <param name="Result">Bytes moved, perhaps fewer than asked, or the error.</param>
/// <param name="CompletedAt">
/// Moment of completion, ticks of <see cref="System.Diagnostics.Stopwatch"/>, from an engine whose own threads see it;
/// 0 where whoever reaps knows it as well.
/// </param>
public readonly record struct IoCompletion(ulong Tag, NativeResult Result, long CompletedAt = 0);
