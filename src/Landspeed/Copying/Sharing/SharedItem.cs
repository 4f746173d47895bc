namespace Landspeed.Copying.Sharing;

/// <summary>A piece of work that any rank can do.</summary>
/// <param name="Id">Identifies it in the whole job, including its home rank.</param>
/// <param name="Kind">The kind of work.</param>
/// <param name="Payload">What the taker must know; interpreted only by the copy. Must not change afterwards.</param>
internal sealed record SharedItem(WorkId Id, WorkKind Kind, byte[] Payload)
{
    /// <summary>Value of <see cref="Avoids"/> if every rank may do it.</summary>
    internal const int Nobody = -1;

    /// <summary>
    /// The rank that does not get it unless there is no other: the one that wrote what is to be verified.
    /// </summary>
    internal int Avoids { get; init; } = Nobody;

    /// <summary>
    /// Other ranks that do not get it unless all would be avoided: those that began to write it, and were late.
    /// </summary>
    internal IReadOnlyList<int> AvoidsToo { get; init; } = [];

    /// <summary>True if a rank, out of this many, may do it.</summary>
    internal bool MayBeDoneBy(int rank, int size) => size == 1
        || (rank != Avoids && (!AvoidsToo.Contains(rank) || AvoidsToo.Append(Avoids).Distinct().Count() >= size));
}

/// <summary>
/// Identifies a piece of work: the rank that created it and waits for its result, and a number of that rank.
/// </summary>
/// <param name="Home">The home rank.</param>
/// <param name="Number">Counted by the rank from 0.</param>
internal readonly record struct WorkId(int Home, long Number);

/// <summary>The kinds of work; the values are sent.</summary>
internal enum WorkKind : byte
{
    /// <summary>List a directory and process its entries.</summary>
    Directory = 1,

    /// <summary>Copy some entries of one directory.</summary>
    Batch = 2,

    /// <summary>Copy a range of a large file. Handed out again if its taker is late.</summary>
    Segment = 3,

    /// <summary>Read and compare written content. Handed out again if its taker is late.</summary>
    Verification = 4,

    /// <summary>Process names of files that have several.</summary>
    Links = 5,
}

/// <summary>What a thread takes: results of this rank's items, and items of some kinds.</summary>
[Flags]
internal enum WorkKinds
{
    /// <summary>Results.</summary>
    Results = 1,

    /// <summary>Items of <see cref="WorkKind.Directory"/>.</summary>
    Directory = 1 << WorkKind.Directory,

    /// <summary>Items of <see cref="WorkKind.Batch"/>.</summary>
    Batch = 1 << WorkKind.Batch,

    /// <summary>Items of <see cref="WorkKind.Segment"/>.</summary>
    Segment = 1 << WorkKind.Segment,

    /// <summary>Items of <see cref="WorkKind.Verification"/>.</summary>
    Verification = 1 << WorkKind.Verification,

    /// <summary>Items of <see cref="WorkKind.Links"/>.</summary>
    Links = 1 << WorkKind.Links,

    /// <summary>Entries of directories, which are walked and named.</summary>
    Entries = Directory | Batch | Links,

    /// <summary>Everything.</summary>
    All = Results | Entries | Segment | Verification,
}
