using Landspeed.Platform;

namespace Landspeed.Copying.Journal;

/// <summary>What a journal says.</summary>
/// <param name="Source">The record of the source; null where not even that is whole.</param>
/// <param name="PartInode">Inode of the unfinished file; null when it was not made yet.</param>
/// <param name="PartBorn">When that was made; null where the file system does not keep it.</param>
/// <param name="DurableEnd">Every piece before this byte was durable.</param>
/// <param name="Chunks">What was in pieces, where that was noted.</param>
internal readonly record struct JournalState(
    byte[]? Source, ulong? PartInode, FileTime? PartBorn, long DurableEnd, List<CopiedChunk> Chunks)
{
    /// <summary>Whether it is about this source, unchanged.</summary>
    internal bool IsOf(in FileStatus source) => Source.AsSpan().SequenceEqual(CopyJournal.SourceRecord(source));

    /// <summary>Whether it is about this unfinished file.</summary>
    internal bool IsAbout(in FileStatus part) => PartInode == part.Inode && PartBorn == part.Born;
}
