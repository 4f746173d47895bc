using Landspeed.Hashing;

namespace Landspeed.Copying.Journal;

/// <summary>A piece of a file that was copied, and what was in it.</summary>
/// <param name="Offset">First byte.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Hash">XXH3 of the bytes as they were read from the source.</param>
internal readonly record struct CopiedChunk(long Offset, int Length, Hash128 Hash);
