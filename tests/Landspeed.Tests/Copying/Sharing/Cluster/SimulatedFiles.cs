using Landspeed.Copying.Journal;
using Landspeed.Quantities;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>The file system that all ranks see, with what each host has not made durable yet. It refuses what must never happen.</summary>
internal sealed class SimulatedFiles
{
    private readonly Dictionary<int, Inode> _inodes = [];
    private readonly HashSet<(Inode, int Chunk)> _volatile = [];

    internal SimulatedFiles(ClusterPlan plan, ref SeededRandom random)
    {
        Directories.Add(new SimulatedDirectory(0));
        for (int id = 1; id < plan.Directories; id++)
        {
            var directory = new SimulatedDirectory(id);
            Directories[random.Chance(0.3) ? 0 : random.Below(id)].Children.Add(directory);
            Directories.Add(directory);
        }

        for (int id = 0; id < plan.Files; id++)
        {
            SimulatedDirectory directory = Directories[random.Chance(0.3) ? 0 : random.Below(plan.Directories)];
            var file = new SimulatedFile(id, directory, random.Chance(plan.LargeShare) ? 2 + random.Below(plan.LargestFile) : 1);
            directory.Files.Add(file);
            Files.Add(file);
        }
    }

    internal List<SimulatedDirectory> Directories { get; } = [];

    internal List<SimulatedFile> Files { get; } = [];

    /// <summary>Whether items were handed out a second time in this run, so that a chunk may be written twice.</summary>
    internal Func<bool> MayRepeat { get; set; } = static () => false;

    /// <summary>Remembers what need not be copied again.</summary>
    internal void BeginRun()
    {
        foreach (SimulatedFile file in Files)
        {
            bool isKnown = file.Owner is not null && file.Owner.Part == file.Part && file.Owner.Version == file.Version;
            file.Known = isKnown ? (file.Part, file.Version, file.Durable(Mutant.None)) : (null, 0, new IntervalSet());
            file.KnownVersion = file.Published is null ? 0 : file.PublishedVersion;
        }
    }

    internal Inode Make(int chunks)
    {
        var inode = new Inode(_inodes.Count, chunks);
        _inodes.Add(inode.Id, inode);
        return inode;
    }

    internal Inode Inode(int id) => _inodes[id];

    /// <summary>A chunk is handed to the system by a rank.</summary>
    internal void Write(SimulatedFile file, Inode inode, int chunk, (int Run, int Rank) by, bool isLost)
    {
        Refuse(inode.IsPublished, $"rank {by.Rank} wrote into file {file.Id}, which has its name");
        Refuse(
            file.Known.Part == inode && file.Known.Version == file.Version && file.Known.Durable.Contains(ByteRange.FromBounds(chunk, chunk + 1)),
            $"rank {by.Rank} copied chunk {chunk} of file {file.Id} a second time: a journal knew it to be durable");
        Refuse(file.KnownVersion == file.Version, $"rank {by.Rank} copied file {file.Id} a second time: it had its name");
        Refuse(inode.Writers[chunk].Run == by.Run && !MayRepeat(), $"chunk {chunk} of file {file.Id} was copied by rank {inode.Writers[chunk].Rank} and again by {by.Rank}");
        inode.Versions[chunk] = file.Version;
        inode.IsDurable[chunk] = false;
        inode.IsCorrupt[chunk] = isLost;
        inode.Writers[chunk] = by;
        _volatile.Add((inode, chunk));
    }

    /// <summary>A rank makes durable what it wrote, and nobody else.</summary>
    internal void Flush(Inode inode, ByteRange range, (int Run, int Rank) by)
    {
        for (int chunk = (int)range.Offset; chunk < range.End; chunk++)
        {
            if (inode.Writers[chunk] == by)
            {
                inode.IsDurable[chunk] = true;
                inode.Kept[chunk] = inode.Versions[chunk];
                _volatile.Remove((inode, chunk));
            }
        }
    }

    /// <summary>A file gets its name.</summary>
    internal static void Publish(SimulatedFile file, Inode inode, int version)
    {
        Change(file.Directory, $"file {file.Id} got its name");
        Refuse(Array.Exists(inode.IsDurable, isDurable => !isDurable), $"file {file.Id} got its name before all of it was durable");
        Refuse(Array.Exists(inode.Versions, other => other != version), $"file {file.Id} got its name with content of another version");
        Refuse(Array.Exists(inode.IsCorrupt, isCorrupt => isCorrupt), $"file {file.Id} got its name although the medium lost a part");
        (file.Published, file.PublishedVersion) = (inode, version);
        inode.IsPublished = true;
        file.Directory.Temporaries.Remove(inode);
    }

    /// <summary>Something in a directory changes.</summary>
    internal static void Change(SimulatedDirectory directory, string what) =>
        Refuse(directory.IsFinished, $"{what} after directory {directory.Id} had got its times");

    internal static void Refuse(bool isViolation, string what)
    {
        if (isViolation)
        {
            throw new ClusterViolation(what);
        }
    }

    /// <summary>All hosts lost what was not durable, but what the system happened to write; journals lost some of their last records.</summary>
    internal void Die(ref SeededRandom random)
    {
        foreach ((Inode inode, int chunk) in _volatile.OrderBy(one => (one.Item1.Id, one.Chunk)))
        {
            inode.Kept[chunk] = random.Chance(0.5) ? inode.Versions[chunk] : inode.Kept[chunk];
            inode.Versions[chunk] = inode.Kept[chunk];
            inode.IsDurable[chunk] = true;
        }

        _volatile.Clear();
        foreach (SimulatedFile file in Files)
        {
            foreach (List<ByteRange> records in file.Journals.OrderBy(one => one.Key).Select(one => one.Value))
            {
                if (records.Count > 0 && random.Chance(0.2))
                {
                    records.RemoveAt(records.Count - 1);
                }
            }
        }
    }
}
