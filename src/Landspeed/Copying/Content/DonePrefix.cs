using Landspeed.Copying.Journal;

namespace Landspeed.Copying.Content;

/// <summary>How far a file is written without a gap, while its pieces end in any order.</summary>
internal sealed class DonePrefix
{
    private readonly Dictionary<long, CopiedChunk> _ahead = [];
    private long _next;

    /// <summary>Every piece before this byte is written.</summary>
    internal long End { get; private set; }

    /// <summary>A piece is written.</summary>
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
