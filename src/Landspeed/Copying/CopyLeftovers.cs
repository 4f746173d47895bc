using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Finds and removes what interrupted copies left in their target directories.</summary>
/// <remarks>
/// A name alone proves nothing: only a regular file with one name goes that belongs to the user of this process (for root as
/// well: only root's own), that nobody holds locked as a running copy does, and that nobody touched for a minute, because a
/// running copy does not lock its small files. An unfinished file that could be continued goes, too.
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
        FileStatus status = Entries.Status(root.Handle, new EntryPlace(root, FilePath.FromBytes("."u8)));
        using var search = new LeftoverSearch(root, status, time, removes);
        return search.Run();
    }

    private sealed class LeftoverSearch(OpenDirectory root, FileStatus rootStatus, TimeProvider time, bool removes)
        : IDisposable
    {
        private readonly TreeDescent _way = new(root, rootStatus);
        private readonly DirectoryListing _listing = new();
        private readonly List<Leftover> _found = [];
        private readonly uint _user = NativePlatform.Trees.Identity().UserId;
        private readonly FileTime _aMinuteAgo = FileTime.Of(time.GetUtcNow() - TimeSpan.FromMinutes(1));

        internal List<Leftover> Run()
        {
            Stack<NameQueue> levels = new();
            levels.Push(List());
            while (levels.TryPeek(out NameQueue? below))
            {
                if (below.TryDequeue() is { } name)
                {
                    if (Enter(name))
                    {
                        levels.Push(List());
                    }

                    continue;
                }

                levels.Pop();
                while (levels.Count > 0 && _way.Leave() is { IsError: true } error)
                {
                    Stays(_way.Current.Path, "search", error);
                    levels.Pop();
                }
            }

            return _found;
        }

        public void Dispose() => _way.Dispose();

        private bool Enter(FilePath name)
        {
            OpenDirectory above = _way.Current;
            NativeError error = _way.Enter(name);
            if (error.IsError)
            {
                Stays(above.PathOf(name), "search", error);
                return false;
            }

            if (!Entries.IsOtherFileSystem(_way.Status, rootStatus))
            {
                return true;
            }

            _way.Leave();
            return false;
        }

        private NameQueue List()
        {
            var below = new NameQueue();
            var candidates = new NameQueue();
            OpenDirectory directory = _way.Current;
            NativeError error = _listing.ForEach(directory, (bytes, told) =>
            {
                bool isOurs = TemporaryNames.Is(bytes);
                if (isOurs || told is null or FileKind.Directory)
                {
                    FileKind kind = DirectoryListing.KindOf(directory, FilePath.FromBytes(bytes), told);
                    (kind == FileKind.Directory ? below : isOurs && kind == FileKind.Regular ? candidates : null)?.Enqueue(bytes);
                }

                return true;
            });
            if (error.IsError)
            {
                Stays(directory.Path, "search", error);
            }

            while (candidates.TryDequeue() is { } name)
            {
                Judge(new EntryPlace(directory, name));
            }

            return below;
        }

        private void Judge(EntryPlace place)
        {
            NativeError error = Entries.TryOpen(place, EntryOpening.Read, out SafeFileHandle? handle);
            if (error.IsError)
            {
                Stays(place.Path, "open", error);
                return;
            }

            using (handle)
            {
                NativeResult asked = NativePlatform.Files.Status(handle!, out FileStatus status);
                if (asked.Failed)
                {
                    Stays(place.Path, "ask about", asked.Error);
                }
                else if (ReasonToStay(handle!, status, place) is { } reason)
                {
                    var problem = new CopyProblem(CopyProblemKind.Skipped, place.Path, $"{place.Path.Display} {reason}");
                    _found.Add(new Leftover(place.Path, status.AllocatedBytes, problem));
                }
                else
                {
                    Goes(place, status);
                }
            }
        }

        private string? ReasonToStay(SafeFileHandle handle, in FileStatus status, EntryPlace place) => status switch
        {
            { Kind: not FileKind.Regular } => "is no regular file",
            { LinkCount: not 1 } => "has another name as well",
            _ when status.UserId != _user => "belongs to another user",
            _ when status.Changed > _aMinuteAgo => "was changed within the last minute: a copy may be running",
            _ when IsLocked(handle) || IsPartLocked(place) => "is in use by a running copy",
            _ => null,
        };

        private static bool IsLocked(SafeFileHandle handle) =>
            NativePlatform.Files.TryLock(handle, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock;

        // A journal is not locked itself, but the unfinished file that it is about.
        private static bool IsPartLocked(EntryPlace place)
        {
            ReadOnlySpan<byte> name = place.Name.Bytes;
            if (!name.EndsWith(System.Text.Encoding.ASCII.GetBytes(TemporaryNames.JournalSuffix)))
            {
                return false;
            }

            FilePath part = FilePath.FromBytes(
            [
                .. name[..^TemporaryNames.JournalSuffix.Length],
                .. System.Text.Encoding.ASCII.GetBytes(TemporaryNames.PartSuffix),
            ]);
            if (Entries.TryOpen(place with { Name = part }, EntryOpening.Read, out SafeFileHandle? handle).IsError)
            {
                return false;
            }

            using (handle)
            {
                return IsLocked(handle!);
            }
        }

        private void Goes(EntryPlace place, in FileStatus status)
        {
            if (removes)
            {
                bool isSame = NativePlatform.Trees.Status(place.Directory.Handle, place.Name, out FileStatus now).Succeeded
                    && Entries.IsSame(now, status);
                NativeError error = isSame
                    ? NativePlatform.Trees.Remove(place.Directory.Handle, place.Name).Error
                    : NativeError.Of(NativeErrorKind.Busy);
                if (error.IsError)
                {
                    Stays(place.Path, "remove", error);
                    return;
                }
            }

            _found.Add(new Leftover(place.Path, status.AllocatedBytes));
        }

        private void Stays(FilePath path, string operation, NativeError error) =>
            _found.Add(new Leftover(path, 0, CopyProblems.Of(operation, path, error)));
    }
}
