using Landspeed.Results;
using Landspeed.Results.Blocks;

namespace Landspeed.Experiments.Blocks;

/// <summary>What was found of blocks that were read.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class BlockFaults
{
    private const int MostListed = 100;

    private readonly long[] _counts = new long[Enum.GetValues<BlockFaultKind>().Length];
    private readonly SortedDictionary<long, BlockFaultRecord> _listed = [];

    /// <summary>Blocks that must hold a write.</summary>
    internal long Checked { get; set; }

    /// <summary>Blocks of which nothing is known.</summary>
    internal long NeverWritten { get; set; }

    /// <summary>Blocks that hold a later write than they must, of a run that was interrupted.</summary>
    internal long Unacknowledged { get; set; }

    /// <summary>Number of blocks that were wrong, by kind.</summary>
    internal IReadOnlyList<BlockFaultCount> Counts =>
    [
        .. Enum.GetValues<BlockFaultKind>().Where(kind => _counts[(int)kind] > 0)
            .Select(kind => new BlockFaultCount(kind.ToWord(), _counts[(int)kind])),
    ];

    /// <summary>The first ranges of wrong blocks, by offset.</summary>
    internal IReadOnlyList<BlockFaultRecord> Listed => [.. Joined().Take(MostListed)];

    /// <summary>Adds a wrong block; one that was found before is listed once.</summary>
    internal void Add(BlockFaultKind kind, BlockFaultRecord fault, int blockBytes)
    {
        _counts[(int)kind] += fault.Length / blockBytes;

        // A few more than are listed: neighbours become one range.
        if (_listed.Count < MostListed * 64 || _listed.ContainsKey(fault.Offset))
        {
            _listed[fault.Offset] = fault;
        }
    }

    /// <summary>Adds what another thread found.</summary>
    internal void Merge(BlockFaults other)
    {
        Checked += other.Checked;
        NeverWritten += other.NeverWritten;
        Unacknowledged += other.Unacknowledged;
        for (int kind = 0; kind < _counts.Length; kind++)
        {
            _counts[kind] += other._counts[kind];
        }

        foreach ((long offset, BlockFaultRecord fault) in other._listed)
        {
            _listed[offset] = fault;
        }
    }

    private IEnumerable<BlockFaultRecord> Joined()
    {
        BlockFaultRecord? open = null;
        foreach (BlockFaultRecord fault in _listed.Values)
        {
            if (open is not null && open.Kind == fault.Kind && open.Offset + open.Length == fault.Offset)
            {
                open = open with { Length = open.Length + fault.Length };
                continue;
            }

            if (open is not null)
            {
                yield return open;
            }

            open = fault;
        }

        if (open is not null)
        {
            yield return open;
        }
    }
}
