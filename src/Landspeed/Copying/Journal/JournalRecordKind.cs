namespace Landspeed.Copying.Journal;

/// <summary>The kinds of journal records; the values are stored.</summary>
internal enum JournalRecordKind
{
    /// <summary>The source; always the first record.</summary>
    Source = 1,

    /// <summary>The unfinished file.</summary>
    Part = 2,

    /// <summary>A durable range of it.</summary>
    Durable = 3,

    /// <summary>Hashes of pieces of it.</summary>
    Chunks = 4,

    /// <summary>The number of ranks that may have their own journal beside this one.</summary>
    Ranks = 5,
}
