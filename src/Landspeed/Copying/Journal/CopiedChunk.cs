using Landspeed.Hashing;

namespace Landspeed.Copying.Journal;

/// <summary>A copied piece of a file and the hash of its content.</summary>
/// <param name="Offset">First byte.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Hash">XXH3 of the bytes as read from the source.</param>
internal readonly record struct CopiedChunk(long Offset, int Length, Hash128 Hash);
