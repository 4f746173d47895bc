using System.Globalization;
using System.Text;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;

namespace Landspeed.Copying.Publication;

/// <summary>The journals that ranks have in addition to that of the rank that created an unfinished file.</summary>
internal static class RankJournals
{
    /// <summary>
    /// Adds what the ranks of an interrupted run recorded, saves it in the file's own journal, and removes theirs.
    /// </summary>
    /// <param name="target">The final file.</param>
    /// <param name="part">The unfinished file.</param>
    /// <param name="own">The file's own journal, already taken over.</param>
    /// <param name="state">Its content; receives the content of all journals.</param>
    /// <exception cref="PartRefusedException">
    /// A rank of that run is still working, or another file has the name.
    /// </exception>
    /// <exception cref="NativeIOException">One cannot be read, or the file's own cannot be written.</exception>
    internal static void Merge(DirectoryEntry target, in FileIdentity part, CopyJournal own, JournalState state)
    {
        List<CopyJournal> others = [];
        try
        {
            var found = new JournalState();
            for (int rank = 0; rank < state.Ranks; rank++)
            {
                if (CopyJournal.TakeOverNamed(target, TemporaryNames.RankJournal(target.Name, rank), out JournalState other) is not { } journal)
                {
                    continue;
                }

                others.Add(journal);
                if (other.IsAbout(part) && other.Source.AsSpan().SequenceEqual(state.Source))
                {
                    found.Add(other);
                }
            }

            own.NoteDurable(found);
            state.Add(found);
            others.ForEach(journal => journal.Remove());
        }
        finally
        {
            others.ForEach(journal => journal.Dispose());
        }
    }

    /// <summary>Removes all of them that are ours and not in use.</summary>
    /// <param name="target">The final file.</param>
    /// <param name="ranks">How many there may be, or null if unknown, in which case the directory is searched.</param>
    /// <param name="part">Only journals of this unfinished file, or null for all.</param>
    internal static void Remove(DirectoryEntry target, int? ranks, FileIdentity? part = null)
    {
        IEnumerable<FilePath> names = ranks is { } known
            ? Enumerable.Range(0, known).Select(rank => TemporaryNames.RankJournal(target.Name, rank)) : Search(target);
        foreach (FilePath name in names)
        {
            try
            {
                using CopyJournal? journal = CopyJournal.TakeOverNamed(target, name, out JournalState state);
                if (journal is not null && (part is not { } wanted || state.IsAbout(wanted)))
                {
                    journal.Remove();
                }
            }
            catch (IOException)
            {
                // Not ours, in use, or unreadable: it stays and is harmless.
            }
        }
    }

    private static List<FilePath> Search(DirectoryEntry target)
    {
        List<FilePath> found = [];
        _ = new DirectoryListing().ForEach(target.Directory, (bytes, _) =>
        {
            if (RankOf(bytes) is { } rank && TemporaryNames.RankJournal(target.Name, rank) is { } name && name.Bytes.SequenceEqual(bytes))
            {
                found.Add(name);
            }

            return true;
        });
        return found;
    }

    private static int? RankOf(ReadOnlySpan<byte> name)
    {
        if (!TemporaryNames.IsJournal(name))
        {
            return null;
        }

        ReadOnlySpan<byte> stem = name[..^TemporaryNames.JournalSuffix.Length];
        int start = stem.LastIndexOf(".r"u8);
        return start >= 0 && int.TryParse(Encoding.ASCII.GetString(stem[(start + 2)..]), NumberStyles.None, CultureInfo.InvariantCulture, out int rank)
            ? rank : null;
    }
}
