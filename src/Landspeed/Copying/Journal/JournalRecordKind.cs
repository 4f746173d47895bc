namespace Landspeed.Copying.Journal;

/// <summary>What a record of a journal says; the values are stored.</summary>
internal enum JournalRecordKind
{
    /// <summary>Which file is copied; always the first.</summary>
    Source = 1,

    /// <summary>Which file is the unfinished one.</summary>
    Part = 2,

    /// <summary>A range of it that is durable.</summary>
    Durable = 3,

    /// <summary>What was in pieces of it.</summary>
    Chunks = 4,

    /// <summary>How many ranks may have a journal of their own beside this one.</summary>
    Ranks = 5,
}
