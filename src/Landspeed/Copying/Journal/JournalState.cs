using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Copying.Journal;

/// <summary>The content of a journal, or of several journals of one file.</summary>
internal sealed class JournalState
{
    /// <summary>The record of the source, or null if not even that is complete.</summary>
    internal byte[]? Source { get; set; }

    /// <summary>Inode of the unfinished file, or null if it has not been created yet.</summary>
    internal ulong? PartInode { get; set; }

    /// <summary>Its creation time, or null if the file system does not keep it.</summary>
    internal FileTime? PartBorn { get; set; }

    /// <summary>How many ranks may each have their own journal beside this one; 0 for none.</summary>
    internal int Ranks { get; set; }

    /// <summary>Ranges in which every piece was durable.</summary>
    internal IntervalSet Durable { get; } = new();

    /// <summary>Hashes of pieces, where they were recorded.</summary>
    internal List<CopiedChunk> Chunks { get; } = [];

    /// <summary>True if it is about this source, unchanged.</summary>
    internal bool IsOf(in FileStatus source) => Source.AsSpan().SequenceEqual(CopyJournal.SourceRecord(source));

    /// <summary>True if it is about this unfinished file.</summary>
    internal bool IsAbout(in FileIdentity part) => PartInode == part.Inode && PartBorn == part.Born;

    /// <summary>Adds the content of another journal of the same file.</summary>
    internal void Add(JournalState other)
    {
        Durable.Add(other.Durable);
        Chunks.AddRange(other.Chunks);
    }
}
