using Landspeed.Hashing;

namespace Landspeed.Experiments.Copying;

/// <summary>What reading a file to its end gave.</summary>
/// <param name="Digests">One for each algorithm, in their order.</param>
/// <param name="Bytes">Bytes read.</param>
/// <param name="Direct">Whether they were read past the page cache.</param>
public sealed record ReadDigest(IReadOnlyList<FileDigest> Digests, long Bytes, bool Direct);
