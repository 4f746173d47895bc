namespace Landspeed.Results.Blocks;

/// <summary>What a run wrote of blocks that prove themselves, and what it found of those that it read.</summary>
public sealed record BlocksRecord
{
    /// <summary>The journal of what was written, and is durable.</summary>
    public required string Journal { get; init; }

    /// <summary>Number of the run among those that wrote to the file, from 1, or null if it only read.</summary>
    public int? Generation { get; init; }

    /// <summary>Bytes of a block.</summary>
    public required int BlockBytes { get; init; }

    /// <summary>
    /// Blocks that the run wrote, including its warm-up; a block that was written twice counts twice.
    /// </summary>
    public required long Written { get; init; }

    /// <summary>
    /// Requests that waited for another one at the same place: with blocks that prove themselves, two of which one
    /// writes are never in flight together.
    /// </summary>
    public required long Waited { get; init; }

    /// <summary>
    /// Blocks that the run read and that must hold what was written last, including its warm-up; a block that was read
    /// twice counts twice.
    /// </summary>
    public required long Checked { get; init; }

    /// <summary>Blocks that the run read and of which the journal does not know that they were written.</summary>
    public required long NeverWritten { get; init; }

    /// <summary>
    /// Of those that were checked, the ones that hold a later write, which was not yet acknowledged when its run was
    /// interrupted; or parts of it.
    /// </summary>
    public required long Unacknowledged { get; init; }

    /// <summary>How many were wrong, by kind; only kinds that were found.</summary>
    public IReadOnlyList<BlockFaultCount> Wrong { get => field ?? []; init; }

    /// <summary>The first hundred ranges of wrong blocks.</summary>
    public IReadOnlyList<BlockFaultRecord> Faults { get => field ?? []; init; }

    /// <summary>Number of blocks that were wrong.</summary>
    public long WrongBlocks => Wrong.Sum(kind => kind.Blocks);
}

/// <summary>How many blocks were wrong in one way.</summary>
/// <param name="Kind">
/// <c>stale</c>, <c>torn</c>, <c>zeroed</c>, <c>misplaced</c>, <c>foreign</c>, <c>corrupt</c>, <c>missing</c> or
/// <c>newer</c>.
/// </param>
/// <param name="Blocks">Their number.</param>
public sealed record BlockFaultCount(string Kind, long Blocks);

/// <summary>A range of blocks that are wrong in the same way.</summary>
public sealed record BlockFaultRecord
{
    /// <summary>In which way, as in <see cref="BlockFaultCount"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Offset of the first, bytes.</summary>
    public required long Offset { get; init; }

    /// <summary>Bytes of all of them.</summary>
    public required long Length { get; init; }

    /// <summary>The write that the first of them must hold at least, or null if none is known.</summary>
    public BlockWriteRecord? Expected { get; init; }

    /// <summary>The write that the first of them holds, or null if it holds none.</summary>
    public BlockWriteRecord? Found { get; init; }
}

/// <summary>One write.</summary>
/// <param name="Generation">Number of its run among those that wrote to the file, from 1.</param>
/// <param name="Sequence">Number of the write among those of one worker in that run, from 1.</param>
/// <param name="Worker">Zero-based worker, or null if it is not known.</param>
/// <param name="Offset">Where it belongs, bytes, or null if it is not known.</param>
public sealed record BlockWriteRecord(int Generation, long Sequence, int? Worker = null, long? Offset = null);
