using Landspeed.Copying.Journal;

namespace Landspeed.Copying.Content;

/// <summary>
/// Tracks how far a file, or a range of it, is written without a gap, while its pieces end in any order.
/// </summary>
/// <param name="start">Offset of the range.</param>
internal sealed class DonePrefix(long start)
{
    private readonly Dictionary<long, CopiedChunk> _ahead = [];
    private long _next;

    /// <summary>Every piece from the start up to this byte is written.</summary>
    internal long End { get; private set; } = start;

    /// <summary>Records that a piece is written.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="chunk">The piece.</param>
    /// <param name="reached">Receives the pieces that now belong to the prefix, in order.</param>
    internal void Add(long number, in CopiedChunk chunk, List<CopiedChunk> reached)
    {
        _ahead.Add(number, chunk);
        while (_ahead.Remove(_next, out CopiedChunk next))
        {
            _next++;
            End = next.Offset + next.Length;
            reached.Add(next);
        }
    }
}
