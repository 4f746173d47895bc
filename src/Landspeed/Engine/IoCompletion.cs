using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>One request's end: a value, never an exception.</summary>
/// <param name="Tag">The request's tag.</param>
/// <param name="Result">Bytes moved, perhaps fewer than asked, or the error.</param>
public readonly record struct IoCompletion(ulong Tag, NativeResult Result);
