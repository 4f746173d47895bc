namespace Landspeed.Copying.Sharing;

/// <summary>What a thread of a rank is to do next: an item, or the result of one that this rank waits for.</summary>
internal abstract record SharedWork
{
    private SharedWork()
    {
    }

    /// <summary>An item to be done; ended by <see cref="WorkShare.Done"/>.</summary>
    /// <param name="Item">The item.</param>
    internal sealed record Todo(SharedItem Item) : SharedWork;

    /// <summary>What came of an item of this rank; ended by <see cref="WorkShare.Handled"/>.</summary>
    /// <param name="Result">The result.</param>
    internal sealed record Came(SharedResult Result) : SharedWork;
}

/// <summary>What came of an item.</summary>
/// <param name="Id">The item.</param>
/// <param name="Kind">What was done.</param>
/// <param name="By">The rank that did it.</param>
/// <param name="Payload">What its home must know; read by the copy only.</param>
internal sealed record SharedResult(WorkId Id, WorkKind Kind, int By, byte[] Payload)
{
    /// <summary>Further ranks that had it, and may have done a part.</summary>
    internal IReadOnlyList<int> Also { get; init; } = [];
}

/// <summary>Something that a rank tells rank 0: an event, a problem.</summary>
/// <param name="Rank">Who.</param>
/// <param name="Payload">What; read by the copy only.</param>
internal sealed record RankNote(int Rank, byte[] Payload);

/// <summary>Why all ranks come to their end before the work is done.</summary>
/// <param name="Rank">Whose wish it was first.</param>
/// <param name="Code">What it gave: 1 to 255, for example 130.</param>
internal sealed record StopRequest(int Rank, int Code);
