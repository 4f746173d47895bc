using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying;

/// <summary>What went wrong with one entry.</summary>
/// <param name="Kind">What kind of problem.</param>
/// <param name="Path">The entry it is about, as a path that the user can use.</param>
/// <param name="Message">What failed, on what, why, and what to try: a sentence without a full stop at its end.</param>
/// <param name="Range">The bytes concerned, where that is known.</param>
public sealed record CopyProblem(CopyProblemKind Kind, FilePath Path, string Message, ByteRange? Range = null);
