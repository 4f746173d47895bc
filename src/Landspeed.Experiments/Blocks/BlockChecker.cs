using Landspeed.Results;
using Landspeed.Results.Blocks;

namespace Landspeed.Experiments.Blocks;

/// <summary>Compares what was read with what must be there.</summary>
/// <param name="states">What must be there.</param>
/// <param name="faults">Receives what was found.</param>
/// <remarks>For use by one thread; no allocation but for what is wrong.</remarks>
internal sealed class BlockChecker(BlockStates states, BlockFaults faults)
{
    private readonly int _blockBytes = states.BlockBytes;
    private (BlockState State, BlockFaultKind Kind, BlockStamp? Stamp)[] _found = [];

    private enum BlockState
    {
        Good,
        Later,
        NeverWritten,
        Wrong,
    }

    /// <summary>Checks the whole blocks of a range of the file.</summary>
    /// <param name="bytes">What was read.</param>
    /// <param name="offset">Its offset in the file, on the boundary of a block.</param>
    internal void Check(ReadOnlySpan<byte> bytes, long offset)
    {
        long first = offset / _blockBytes;
        int blocks = bytes.Length / _blockBytes;
        for (int block = 0; block < blocks; block++)
        {
            BlockVersion version = states[first + block];
            int at = block * _blockBytes;
            if (!version.IsWrite
                || !BlockStamp.Holds(bytes.Slice(at, _blockBytes), states.File, offset + at, version))
            {
                Examine(bytes, offset, blocks);
                return;
            }
        }

        faults.Checked += blocks;
    }

    /// <summary>Reports blocks that must be there although the file ends before them.</summary>
    /// <param name="fileBytes">Length of the file.</param>
    internal void CheckEnd(long fileBytes)
    {
        for (long block = fileBytes / _blockBytes; block < states.Count; block++)
        {
            if (states[block].IsWrite)
            {
                faults.Checked++;
                Report(BlockFaultKind.Missing, block, null);
            }
        }
    }

    private void Examine(ReadOnlySpan<byte> bytes, long offset, int blocks)
    {
        long first = offset / _blockBytes;
        if (_found.Length < blocks)
        {
            _found = new (BlockState, BlockFaultKind, BlockStamp?)[blocks];
        }

        Span<(BlockState State, BlockFaultKind Kind, BlockStamp? Stamp)> found = _found.AsSpan(0, blocks);
        for (int block = 0; block < blocks; block++)
        {
            int at = block * _blockBytes;
            found[block] = Examine(bytes.Slice(at, _blockBytes), offset + at, states[first + block]);
        }

        // Blocks of one write of which only some arrived.
        for (int start = 0, end; start < blocks; start = end)
        {
            end = start + 1;
            while (end < blocks && states[first + end] == states[first + start])
            {
                end++;
            }

            Span<(BlockState State, BlockFaultKind Kind, BlockStamp? Stamp)> write = found[start..end];
            bool isTorn = states[first + start].IsWrite && HasArrived(write);
            for (int block = start; block < end; block++)
            {
                (BlockState state, BlockFaultKind kind, BlockStamp? stamp) = found[block];
                Count(state);
                if (state == BlockState.Wrong)
                {
                    bool isPart = isTorn && kind == BlockFaultKind.Stale;
                    Report(isPart ? BlockFaultKind.Torn : kind, first + block, stamp);
                }
            }
        }
    }

    private static bool HasArrived(ReadOnlySpan<(BlockState State, BlockFaultKind Kind, BlockStamp? Stamp)> blocks)
    {
        foreach ((BlockState state, BlockFaultKind kind, _) in blocks)
        {
            if (state == BlockState.Good || (state, kind) == (BlockState.Wrong, BlockFaultKind.Torn))
            {
                return true;
            }
        }

        return false;
    }

    private void Count(BlockState state)
    {
        faults.Checked += state == BlockState.NeverWritten ? 0 : 1;
        faults.NeverWritten += state == BlockState.NeverWritten ? 1 : 0;
        faults.Unacknowledged += state == BlockState.Later ? 1 : 0;
    }

    private (BlockState State, BlockFaultKind Kind, BlockStamp? Stamp) Examine(
        ReadOnlySpan<byte> block, long offset, BlockVersion least)
    {
        int good = 0;
        int later = 0;
        int older = 0;
        int zero = 0;
        BlockStamp? oldest = null;
        for (int at = 0; at < block.Length; at += BlockStamp.SectorBytes)
        {
            SectorState state = BlockStamp.Read(
                block.Slice(at, BlockStamp.SectorBytes), states.File, offset + at, out BlockStamp stamp);
            switch (state)
            {
                case SectorState.Corrupt:
                    return (BlockState.Wrong, BlockFaultKind.Corrupt, null);
                case SectorState.Misplaced:
                    return (BlockState.Wrong, BlockFaultKind.Misplaced, stamp);
                case SectorState.Foreign when least.IsWrite:
                    return (BlockState.Wrong, BlockFaultKind.Foreign, null);
                case SectorState.Whole when stamp.Version.Value > least.Value
                    && !states.WasInterrupted(stamp.Version.Generation):
                    return (BlockState.Wrong, BlockFaultKind.Newer, stamp);
                case SectorState.Whole when stamp.Version.Value < least.Value:
                    older++;
                    oldest ??= stamp;
                    break;
                case SectorState.Whole when stamp.Version == least:
                    good++;
                    break;
                case SectorState.Whole:
                    later++;
                    break;
                case SectorState.Zero:
                    zero++;
                    break;
                default:
                    break; // something older than the journal
            }
        }

        return !least.IsWrite ? (later > 0 ? BlockState.Later : BlockState.NeverWritten, default, null)
            : older == 0 && zero == 0 ? (later > 0 ? BlockState.Later : BlockState.Good, default, null)
            : good == 0 && later == 0
                ? (BlockState.Wrong, older > 0 ? BlockFaultKind.Stale : BlockFaultKind.Zeroed, oldest)
            : (BlockState.Wrong, BlockFaultKind.Torn, oldest);
    }

    private void Report(BlockFaultKind kind, long block, BlockStamp? stamp)
    {
        BlockVersion least = states[block];
        faults.Add(
            kind,
            new BlockFaultRecord
            {
                Kind = kind.ToWord(),
                Offset = block * _blockBytes,
                Length = _blockBytes,
                Expected = least.IsWrite ? new BlockWriteRecord(least.Generation, least.Sequence) : null,
                Found = stamp is { } found
                    ? new BlockWriteRecord(
                        found.Version.Generation,
                        found.Version.Sequence,
                        found.Worker,
                        kind == BlockFaultKind.Misplaced ? found.Offset : null)
                    : null,
            },
            _blockBytes);
    }
}
