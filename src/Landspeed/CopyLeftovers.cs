using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>Finds and removes what interrupted copies left in their target directories.</summary>
/// <remarks>
/// A name alone proves nothing: only a regular file with one name goes that belongs to the user of this process (for root as
/// well: only root's own), that nobody holds locked as a running copy does, that nobody touched for a minute, because a
/// running copy does not lock its small files, and whose mark, journal or run's number shows that a copy made it. An unfinished
/// file that could be continued goes, too; one of another purpose stays.
/// </remarks>
public static class CopyLeftovers
{
    /// <summary>Looks for them in a directory and all below, and touches nothing.</summary>
    /// <param name="directory">Where to look; other file systems mounted below are not entered, links not followed.</param>
    /// <returns>What <see cref="Remove"/> would remove, and with a problem what it would not.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Find(FilePath directory) => Search(directory, TimeProvider.System, removes: false);

    /// <summary>Removes them from a directory and all below.</summary>
    /// <param name="directory">Where to look; other file systems mounted below are not entered, links not followed.</param>
    /// <returns>What was removed, and with a problem what was not.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Remove(FilePath directory) => Search(directory, TimeProvider.System, removes: true);

    /// <summary>The same at another time.</summary>
    internal static IReadOnlyList<Leftover> Search(FilePath directory, TimeProvider time, bool removes)
    {
        ArgumentNullException.ThrowIfNull(directory);
        using OpenDirectory root = OpenDirectory.Root(directory);
        FileStatus status = Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromBytes("."u8)));
        using var search = new LeftoverSearch(root, status, time, removes);
        return search.Run();
    }

    private sealed class LeftoverSearch(OpenDirectory root, FileStatus rootStatus, TimeProvider time, bool removes)
        : ITreeVisitor, IDisposable
    {
        private readonly TreeDescent _descent = new(root, rootStatus);
        private readonly DirectoryListing _listing = new();
        private readonly List<Leftover> _found = [];
        private readonly Dictionary<FilePath, JournalState> _journals = [];
        private readonly uint _user = NativePlatform.Trees.Identity().UserId;
        private readonly FileTime _aMinuteAgo = FileTime.Of(time.GetUtcNow() - TimeSpan.FromMinutes(1));

        internal List<Leftover> Run()
        {
            new TreeWalker(this, _descent, null, CancellationToken.None).Run();
            return _found;
        }

        public void Dispose() => _descent.Dispose();

        /// <inheritdoc/>
        public bool Enter(FilePath name)
        {
            OpenDirectory above = _descent.Current;
            NativeError error = _descent.Enter(name);
            if (error.IsError)
            {
                Stays(above.PathOf(name), "search", error);
                return false;
            }

            return !Entries.IsOtherFileSystem(_descent.Status, rootStatus);
        }

        /// <inheritdoc/>
        public bool Lost(TreeDescent side, NativeError error, bool isFirst)
        {
            Stays(side.Current.Path, "search", error);
            return true;
        }

        /// <inheritdoc/>
        public void Visit(NameQueue below)
        {
            var candidates = new NameQueue();
            OpenDirectory directory = _descent.Current;
            NativeError error = _listing.ForEach(directory, (bytes, listed) =>
            {
                bool isOurs = TemporaryNames.Is(bytes);
                if (isOurs || listed is null or FileKind.Directory)
                {
                    FileKind kind = DirectoryListing.KindOf(directory, FilePath.FromBytes(bytes), listed);
                    (kind == FileKind.Directory ? below : isOurs && kind == FileKind.Regular ? candidates : null)?.Enqueue(bytes);
                }

                return true;
            });
            if (error.IsError)
            {
                Stays(directory.Path, "search", error);
            }

            List<DirectoryEntry> entries = [];
            while (candidates.TryDequeue() is { } name)
            {
                entries.Add(new DirectoryEntry(directory, name));
            }

            // All journals are read before the first of them goes: they prove whose the other files are.
            _journals.Clear();
            entries.ForEach(ReadJournal);
            entries.ForEach(Judge);
        }

        private void ReadJournal(DirectoryEntry entry)
        {
            try
            {
                if (TemporaryNames.IsJournal(entry.Name.Bytes)
                    && CopyJournal.Open(entry, out JournalState state) is { } journal)
                {
                    journal.Dispose();
                    _journals.Add(entry.Name, state);
                }
            }
            catch (NativeIOException)
            {
                // It is judged below, where what cannot be opened is reported.
            }
        }

        private void Judge(DirectoryEntry entry)
        {
            NativeError error = Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle);
            if (error.IsError)
            {
                Stays(entry.Path, "open", error);
                return;
            }

            using (handle)
            {
                NativeResult asked = NativePlatform.Files.Status(handle!, out FileStatus status);
                if (asked.Failed)
                {
                    Stays(entry.Path, "ask about", asked.Error);
                }
                else if (ReasonToStay(handle!, status, entry) is { } reason)
                {
                    var problem = new CopyProblem(CopyProblemKind.Skipped, entry.Path, $"{entry.Path.Display} {reason}");
                    _found.Add(new Leftover(entry.Path, status.AllocatedBytes, problem));
                }
                else
                {
                    Goes(entry, status);
                }
            }
        }

        private string? ReasonToStay(SafeFileHandle handle, in FileStatus status, DirectoryEntry entry) => status switch
        {
            { Kind: not FileKind.Regular } => "is no regular file",
            { LinkCount: not 1 } => "has another name as well",
            _ when status.UserId != _user => "belongs to another user",
            _ when status.Changed > _aMinuteAgo => "was changed within the last minute: a copy may be running",
            _ when IsLocked(handle) || IsPartLocked(entry) => "is in use by a running copy",
            _ when IsProven(handle, status, entry) => null,
            _ => FileMark.PurposeOf(handle) is PartMarks.RecordsPurpose
                ? "is an unfinished file of records, which landspeed records generate finishes with --resume, and else replaces"
                : "is not proven to be of an interrupted copy: it has no mark, and no journal names it",
        };

        // A run's number has 64 random bits: nobody else makes such a name by accident. Any other name proves nothing.
        private bool IsProven(SafeFileHandle handle, in FileStatus status, DirectoryEntry entry)
        {
            if (TemporaryNames.IsJournal(entry.Name.Bytes))
            {
                return status.Length == 0 || _journals.ContainsKey(entry.Name);
            }

            if (TemporaryNames.IsOfAnyRun(entry.Name.Bytes))
            {
                return FileMark.PurposeOf(handle) is null or PartMarks.CopyPurpose;
            }

            FileStatus part = status;
            return (PartMarks.Copy.TryReadAttribute(handle, FileIdentity.Of(status), out bool isMarked).Succeeded && isMarked)
                || _journals.Values.Any(journal => journal.IsAbout(part))
                || (status.Length == 0 && _journals.TryGetValue(TemporaryNames.JournalOfPart(entry.Name), out JournalState state)
                    && state.PartInode is null);
        }

        private static bool IsLocked(SafeFileHandle handle) =>
            NativePlatform.Files.TryLock(handle, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock;

        // A journal is not locked itself, but the unfinished file that it is about.
        private static bool IsPartLocked(DirectoryEntry entry)
        {
            if (!TemporaryNames.IsJournal(entry.Name.Bytes)
                || Entries.TryOpen(
                    entry with { Name = TemporaryNames.PartOfJournal(entry.Name) }, EntryOpening.Read, out SafeFileHandle? handle).IsError)
            {
                return false;
            }

            using (handle)
            {
                return IsLocked(handle!);
            }
        }

        private void Goes(DirectoryEntry entry, in FileStatus status)
        {
            if (removes)
            {
                bool isSame = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus now).Succeeded
                    && Entries.IsSame(now, status);
                NativeError error = isSame
                    ? NativePlatform.Trees.Remove(entry.Directory.Handle, entry.Name).Error
                    : NativeError.Of(NativeErrorKind.Busy);
                if (error.IsError)
                {
                    Stays(entry.Path, "remove", error);
                    return;
                }
            }

            _found.Add(new Leftover(entry.Path, status.AllocatedBytes));
        }

        private void Stays(FilePath path, string operation, NativeError error) =>
            _found.Add(new Leftover(path, 0, CopyProblems.Of(operation, path, error)));
    }
}
