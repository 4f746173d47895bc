namespace Landspeed.Copying.Sharing;

/// <summary>The next work of a thread of a rank: an item, or a result that this rank waits for.</summary>
internal abstract record SharedWork
{
    private SharedWork()
    {
    }

    /// <summary>An item to do; ended by <see cref="WorkShare.Done"/>.</summary>
    /// <param name="Item">The item.</param>
    internal sealed record Todo(SharedItem Item) : SharedWork;

    /// <summary>The result of an item of this rank; ended by <see cref="WorkShare.Handled"/>.</summary>
    /// <param name="Result">The result.</param>
    internal sealed record Came(SharedResult Result) : SharedWork;
}

/// <summary>The result of an item.</summary>
/// <param name="Id">The item.</param>
/// <param name="Kind">The kind of work.</param>
/// <param name="By">The rank that did it.</param>
/// <param name="Payload">What its home must know; interpreted only by the copy.</param>
internal sealed record SharedResult(WorkId Id, WorkKind Kind, int By, byte[] Payload)
{
    /// <summary>Other ranks that had it, and may have done part of it.</summary>
    internal IReadOnlyList<int> Also { get; init; } = [];
}

/// <summary>A message of a rank for rank 0: an event or a problem.</summary>
/// <param name="Rank">The rank.</param>
/// <param name="Payload">The message; interpreted only by the copy.</param>
internal sealed record RankNote(int Rank, byte[] Payload);

/// <summary>Why all ranks stop before the work is done.</summary>
/// <param name="Rank">The rank that requested it first.</param>
/// <param name="Code">The code it gave: 1 to 255, for example 130.</param>
internal sealed record StopRequest(int Rank, int Code);
