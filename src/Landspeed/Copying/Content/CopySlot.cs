using Landspeed.Engine;
using Landspeed.Hashing;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>One buffer and the piece of a file in it: read, processed, written, free again.</summary>
internal sealed class CopySlot
{
    internal CopySlot(int index, nint address)
    {
        (Index, Address) = (index, address);
    }

    /// <summary>Zero-based index; the tag of its requests.</summary>
    internal int Index { get; }

    /// <summary>Address of its memory.</summary>
    internal nint Address { get; }

    /// <summary>The work to which its piece belongs.</summary>
    internal ContentWork? Work { get; set; }

    /// <summary>The piece.</summary>
    internal ByteRange Chunk { get; set; }

    /// <summary>The piece's number, from 0 in file order.</summary>
    internal long Number { get; set; }

    /// <summary>Hash of the bytes read.</summary>
    internal Hash128 Hash { get; set; }

    /// <summary>What its current request does.</summary>
    internal CopyStage Stage { get; set; }

    /// <summary>How its request is counted while it is under way.</summary>
    internal TrafficKind Traffic { get; set; }

    /// <summary>True if its request was prepared again because the first form was refused.</summary>
    internal bool IsDowngraded { get; set; }

    /// <summary>How often its read was repeated after a failure.</summary>
    internal int Retries { get; set; }

    /// <summary>When its read is repeated, by <see cref="System.Diagnostics.Stopwatch"/>.</summary>
    internal long Due { get; set; }

    /// <summary>The current request.</summary>
    internal Transfer Transfer { get; set; }

    /// <summary>The piece's bytes.</summary>
    internal unsafe Span<byte> Bytes => new((void*)Address, (int)Chunk.Length);

    /// <summary>Takes a completion.</summary>
    internal TransferState Take(Platform.NativeResult result)
    {
        Transfer transfer = Transfer;
        TransferState state = transfer.Take(result);
        Transfer = transfer;
        return state;
    }
}

/// <summary>What the request of a slot does.</summary>
internal enum CopyStage
{
    /// <summary>Reads a piece from the source in order to write it.</summary>
    Reading,

    /// <summary>Reads a piece from the source whose copy an interrupted run left.</summary>
    ReadingAgain,

    /// <summary>Reads that copy.</summary>
    Comparing,

    /// <summary>Reads the piece once more, because its copy differs.</summary>
    ReadingToMend,

    /// <summary>Writes it.</summary>
    Writing,

    /// <summary>Reads a piece from the source a second time, in order to compare it with the first.</summary>
    ReadingTwice,
}

/// <summary>What to do next with a slot.</summary>
internal enum SlotStep
{
    /// <summary>Queue its next request.</summary>
    Queue,

    /// <summary>Wait for others of the same file; whoever made it wait releases it.</summary>
    Wait,

    /// <summary>Free it, because its piece is done.</summary>
    Free,
}
