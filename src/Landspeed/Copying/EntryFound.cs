using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Receives an entry of a directory.</summary>
/// <param name="name">Its name, valid during the call.</param>
/// <param name="kind">What it is; null where the directory does not tell.</param>
/// <returns>Whether to go on.</returns>
internal delegate bool EntryFound(ReadOnlySpan<byte> name, FileKind? kind);
