using System.Numerics;

namespace Landspeed.Experiments.Blocks;

/// <summary>
/// The writes of a worker, from the first: their number, and a hash of their places, which tells whether the same
/// places were computed again.
/// </summary>
/// <param name="Writes">Their number.</param>
/// <param name="Places">The hash.</param>
internal readonly record struct BlockOrder(long Writes, ulong Places)
{
    /// <summary>Returns it with one write more.</summary>
    /// <param name="offset">Its place.</param>
    internal BlockOrder With(long offset) => new(
        Writes + 1, unchecked((BitOperations.RotateLeft(Places, 5) ^ (ulong)offset) * 0x9E3779B97F4A7C15));
}
