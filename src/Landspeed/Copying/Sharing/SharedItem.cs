namespace Landspeed.Copying.Sharing;

/// <summary>A piece of work that any rank can do.</summary>
/// <param name="Id">Names it in the whole job, and says whose it is.</param>
/// <param name="Kind">What is to be done.</param>
/// <param name="Payload">What the taker must know; read by the copy only. Nobody changes it afterwards.</param>
internal sealed record SharedItem(WorkId Id, WorkKind Kind, byte[] Payload)
{
    /// <summary>What <see cref="Avoids"/> says when each rank may do it.</summary>
    internal const int Nobody = -1;

    /// <summary>The rank that does not get it, unless there is no other: the one that wrote what is to be verified.</summary>
    internal int Avoids { get; init; } = Nobody;

    /// <summary>Further ranks that do not get it, unless all would be avoided: those that began to write it, and were late.</summary>
    internal IReadOnlyList<int> AvoidsToo { get; init; } = [];

    /// <summary>Whether a rank may do it, of so many.</summary>
    internal bool MayBeDoneBy(int rank, int size) => size == 1
        || (rank != Avoids && (!AvoidsToo.Contains(rank) || AvoidsToo.Append(Avoids).Distinct().Count() >= size));
}

/// <summary>A piece of work's name: the rank that made it and waits for its result, and a number of that rank.</summary>
/// <param name="Home">The rank.</param>
/// <param name="Number">Counted by the rank from 0.</param>
internal readonly record struct WorkId(int Home, long Number);

/// <summary>What is to be done; the values are sent.</summary>
internal enum WorkKind : byte
{
    /// <summary>A directory is listed, and what is in it dealt with.</summary>
    Directory = 1,

    /// <summary>Some entries of one directory are copied.</summary>
    Batch = 2,

    /// <summary>A range of a large file is copied. Handed out again when its taker is late.</summary>
    Segment = 3,

    /// <summary>Written content is read and compared. Handed out again when its taker is late.</summary>
    Verification = 4,

    /// <summary>Names of files that have several.</summary>
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

    /// <summary>Entries of directories, which are walked through and named.</summary>
    Entries = Directory | Batch | Links,

    /// <summary>Everything.</summary>
    All = Results | Entries | Segment | Verification,
}
