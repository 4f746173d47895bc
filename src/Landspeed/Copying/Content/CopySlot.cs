using Landspeed.Engine;
using Landspeed.Hashing;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>One buffer and the piece of a file that is in it: read, looked at, written, free again.</summary>
internal sealed class CopySlot
{
    internal CopySlot(int index, nint address)
    {
        (Index, Address) = (index, address);
    }

    /// <summary>Zero-based; the tag of its requests.</summary>
    internal int Index { get; }

    /// <summary>Where its memory begins.</summary>
    internal nint Address { get; }

    /// <summary>Whose piece it is.</summary>
    internal ContentWork? Work { get; set; }

    /// <summary>The piece.</summary>
    internal ByteRange Chunk { get; set; }

    /// <summary>The piece's number, from 0 on, in the order of the file.</summary>
    internal long Number { get; set; }

    /// <summary>What was read.</summary>
    internal Hash128 Hash { get; set; }

    /// <summary>What its request does.</summary>
    internal CopyStage Stage { get; set; }

    /// <summary>What its request counts as, while it is under way.</summary>
    internal TrafficKind Traffic { get; set; }

    /// <summary>Whether its request was made anew because the first form was refused.</summary>
    internal bool IsDowngraded { get; set; }

    /// <summary>The request, until its end.</summary>
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
    /// <summary>Reads a piece from the source, to write it.</summary>
    Reading,

    /// <summary>Reads a piece from the source whose copy an interrupted run left.</summary>
    ReadingAgain,

    /// <summary>Reads that copy.</summary>
    Comparing,

    /// <summary>Reads the piece once more, because its copy differs.</summary>
    ReadingToMend,

    /// <summary>Writes it.</summary>
    Writing,
}

/// <summary>What becomes of a slot.</summary>
internal enum SlotStep
{
    /// <summary>Its next request is to be queued.</summary>
    Queue,

    /// <summary>It waits for others of the same file; whoever made it wait releases it.</summary>
    Wait,

    /// <summary>Its piece is done.</summary>
    Free,
}
