using Landspeed.Copying.Journal;
using Landspeed.Quantities;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>A directory of the source and of the target.</summary>
internal sealed class SimulatedDirectory(int id)
{
    internal int Id => id;

    internal List<SimulatedDirectory> Children { get; } = [];

    internal List<SimulatedFile> Files { get; } = [];

    /// <summary>The run that listed it last.</summary>
    internal int ListedIn { get; set; } = -1;

    /// <summary>Whether it has its times: nothing in it may change any more.</summary>
    internal bool IsFinished { get; set; }

    /// <summary>Temporaries of small files, with the run that made them.</summary>
    internal Dictionary<Inode, int> Temporaries { get; } = [];
}

/// <summary>A file of the source, and everything of it in the target.</summary>
internal sealed class SimulatedFile(int id, SimulatedDirectory directory, int chunks)
{
    internal int Id => id;

    internal SimulatedDirectory Directory => directory;

    /// <summary>How many chunks; more than one: it is large.</summary>
    internal int Chunks => chunks;

    /// <summary>The source's content and time, as one number.</summary>
    internal int Version { get; set; } = 1;

    /// <summary>When the source changed last.</summary>
    internal TimeSpan ChangedAt { get; set; }

    /// <summary>What has its name; null: nothing.</summary>
    internal Inode? Published { get; set; }

    /// <summary>The version whose time that has.</summary>
    internal int PublishedVersion { get; set; }

    /// <summary>The unfinished file beside it.</summary>
    internal Inode? Part { get; set; }

    /// <summary>The journal of who made the part; null: none.</summary>
    internal OwnerJournal? Owner { get; set; }

    /// <summary>What ranks noted, by rank.</summary>
    internal Dictionary<int, List<ByteRange>> Journals { get; } = [];

    /// <summary>At the begin of the run: what journals say is durable, about which part.</summary>
    internal (Inode? Part, int Version, IntervalSet Durable) Known { get; set; } = (null, 0, new IntervalSet());

    /// <summary>At the begin of the run: the version that has its name; 0: none.</summary>
    internal int KnownVersion { get; set; }

    /// <summary>Removes the unfinished file and its journals.</summary>
    internal void RemovePart() => (Part, Owner) = RemoveJournals();

    /// <summary>What journals of the ranks that there may be say together.</summary>
    internal IntervalSet Durable(Mutant mutant)
    {
        var durable = new IntervalSet();
        for (int rank = 0; Owner is not null && rank < Owner.Ranks; rank++)
        {
            if (Journals.TryGetValue(rank, out List<ByteRange>? ranges) && (mutant != Mutant.ReadsOneJournal || rank == Owner.Rank))
            {
                ranges.ForEach(durable.Add);
            }
        }

        return durable;
    }

    private (Inode?, OwnerJournal?) RemoveJournals()
    {
        for (int rank = 0; Owner is not null && rank < Owner.Ranks; rank++)
        {
            Journals.Remove(rank);
        }

        return (null, null);
    }
}

/// <summary>The first records of the journal of who made a part.</summary>
/// <param name="Rank">Who.</param>
/// <param name="Ranks">How many ranks may have a journal.</param>
/// <param name="Version">Of the source.</param>
/// <param name="Part">Which part.</param>
internal sealed record OwnerJournal(int Rank, int Ranks, int Version, Inode Part);

/// <summary>Content, chunk by chunk.</summary>
internal sealed class Inode(int id, int chunks)
{
    internal int Id => id;

    /// <summary>The version of the source that was read; 0: nothing.</summary>
    internal int[] Versions { get; } = new int[chunks];

    /// <summary>What the medium has: what was durable is not lost by being written again.</summary>
    internal int[] Kept { get; } = new int[chunks];

    internal bool[] IsDurable { get; } = new bool[chunks];

    /// <summary>Whether the medium lost it.</summary>
    internal bool[] IsCorrupt { get; } = new bool[chunks];

    /// <summary>Who wrote it last, and in which run.</summary>
    internal (int Run, int Rank)[] Writers { get; } = [.. Enumerable.Repeat((-1, -1), chunks)];

    /// <summary>Whether it has a final name.</summary>
    internal bool IsPublished { get; set; }
}
