using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>
/// This rank's journals of files created by other ranks, each open while ranges of the file are copied here.
/// </summary>
/// <remarks>For the thread that copies large files.</remarks>
/// <param name="rank">This rank.</param>
internal sealed class OwnJournals(int rank)
{
    private readonly Dictionary<(ulong Inode, FileTime? Born), (CopyJournal Journal, int Uses)> _open = [];

    /// <summary>Opens or creates the journal of a file.</summary>
    /// <param name="target">The final file.</param>
    /// <param name="source">Status of its source.</param>
    /// <param name="part">The unfinished file.</param>
    /// <exception cref="IOException">It cannot be created, or another file has its name.</exception>
    internal CopyJournal Open(DirectoryEntry target, in FileStatus source, in FileIdentity part)
    {
        var key = (part.Inode, part.Born);
        if (_open.TryGetValue(key, out (CopyJournal Journal, int Uses) known))
        {
            _open[key] = (known.Journal, known.Uses + 1);
            return known.Journal;
        }

        FilePath name = TemporaryNames.RankJournal(target.Name, rank);
        CopyJournal? journal = CopyJournal.TakeOverNamed(target, name, out JournalState state);
        if (journal is not null && !(state.IsAbout(part) && state.IsOf(source)))
        {
            journal.Remove();
            journal = null;
        }

        if (journal is null)
        {
            journal = CopyJournal.CreateNamed(target, name, source);
            journal.NotePart(part);
        }

        _open.Add(key, (journal, 1));
        return journal;
    }

    /// <summary>Ends one use of a journal and closes it after the last.</summary>
    internal void Close(in FileIdentity part)
    {
        var key = (part.Inode, part.Born);
        (CopyJournal journal, int uses) = _open[key];
        if (uses > 1)
        {
            _open[key] = (journal, uses - 1);
            return;
        }

        _open.Remove(key);
        journal.Dispose();
    }
}
