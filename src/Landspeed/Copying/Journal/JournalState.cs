using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Copying.Journal;

/// <summary>What a journal says, or several of one file together.</summary>
internal sealed class JournalState
{
    /// <summary>The record of the source; null where not even that is whole.</summary>
    internal byte[]? Source { get; set; }

    /// <summary>Inode of the unfinished file; null when it was not made yet.</summary>
    internal ulong? PartInode { get; set; }

    /// <summary>When that was made; null where the file system does not keep it.</summary>
    internal FileTime? PartBorn { get; set; }

    /// <summary>How many ranks there may be that each have a journal of their own beside this one; 0: none.</summary>
    internal int Ranks { get; set; }

    /// <summary>Every piece in these ranges was durable.</summary>
    internal IntervalSet Durable { get; } = new();

    /// <summary>What was in pieces, where that was noted.</summary>
    internal List<CopiedChunk> Chunks { get; } = [];

    /// <summary>Whether it is about this source, unchanged.</summary>
    internal bool IsOf(in FileStatus source) => Source.AsSpan().SequenceEqual(CopyJournal.SourceRecord(source));

    /// <summary>Whether it is about this unfinished file.</summary>
    internal bool IsAbout(in FileIdentity part) => PartInode == part.Inode && PartBorn == part.Born;

    /// <summary>Adds what another journal of the same file knows.</summary>
    internal void Add(JournalState other)
    {
        Durable.Add(other.Durable);
        Chunks.AddRange(other.Chunks);
    }
}
