using Landspeed.Files;
using Landspeed.Files.Volumes;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>What killed runs left in a directory: marked as ours, and no longer locked by any process.</summary>
/// <param name="Place">The directory.</param>
/// <param name="Directories">Number of directories.</param>
/// <param name="Bytes">Bytes that they occupy; files that also have a name elsewhere do not count.</param>
internal sealed record TrialLeftovers(FilePath Place, int Directories, long Bytes)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(250);

    /// <summary>What is done with them, for display.</summary>
    internal string Text => FormattableString.Invariant(
        $"{Directories} {(Directories == 1 ? "directory" : "directories")} of killed runs, {new ByteCount(Bytes).ToDisplay()}, removed first");

    /// <summary>Finds them; changes nothing.</summary>
    /// <param name="place">A directory; one that cannot be read has none.</param>
    internal static TrialLeftovers Find(FilePath place)
    {
        (int directories, long bytes) = (0, 0L);
        Visit(place, (_, name) => (directories, bytes) = (directories + 1, bytes + Allocated(place.Join(name))));
        return new TrialLeftovers(place, directories, bytes);
    }

    /// <summary>Removes those that exist now.</summary>
    internal void Remove() => Visit(Place, Remove);

    /// <summary>Tells whether an entry of a directory is one of them.</summary>
    /// <param name="parent">The directory.</param>
    /// <param name="name">The entry.</param>
    internal static bool Includes(SafeFileHandle parent, FilePath name)
    {
        bool found = false;
        Visit(parent, name, (_, _) => found = true);
        return found;
    }

    // A volume of ours is still mounted; it is unmounted only if it is on our own file.
    private void Remove(SafeFileHandle parent, FilePath name)
    {
        FilePath directory = Place.Join(name);
        LoopDevice.Unmount(ImageNames.Root(directory), ImageNames.Image(directory));
        TrialDirectory.Remove(parent, name);
    }

    private static void Visit(FilePath place, Action<SafeFileHandle, FilePath> visit)
    {
        if (NativePlatform.Trees.OpenDirectory(place, out SafeFileHandle? parent).Failed)
        {
            return;
        }

        using (parent)
        {
            foreach (FilePath name in TreeFiles.Names(parent!))
            {
                Visit(parent!, name, visit);
            }
        }
    }

    // The lock is held during this, so that no two processes take over the same one.
    private static void Visit(SafeFileHandle parent, FilePath name, Action<SafeFileHandle, FilePath> visit)
    {
        if (!TrialDirectory.IsName(name)
            || NativePlatform.Trees.Open(parent, name, EntryOpening.Directory, 0, out SafeFileHandle? directory).Failed)
        {
            return;
        }

        using (directory)
        {
            if (OwnershipMark.IsOurDirectory(directory!) && IsUnused(name, directory!))
            {
                visit(parent, name);
            }
        }
    }

    // A process that is being started holds its parent's open files, including locks, until its program is loaded: so
    // checking once is not enough. A run that reaches the directory through another mount, an overlay for example,
    // holds another lock, but still has the directory open.
    private static bool IsUnused(FilePath name, SafeFileHandle directory) => SpinWait.SpinUntil(
        () => NativePlatform.Files.TryLock(directory, FileLockKind.Exclusive).Succeeded && !NativePlatform.Trees.IsOpenElsewhere(name, directory),
        s_patience);

    private static long Allocated(FilePath directory)
    {
        long bytes = 0;
        NativePlatform.Files.StatusOf(directory, out FileStatus above);
        TreeFiles.Visit(
            directory,
            (name, problem) =>
            {
                NativeResult known = NativePlatform.Files.StatusOf(directory.Join(name), out FileStatus status);
                bytes += problem is null && known.Succeeded && status.LinkCount == 1 && status.Device == above.Device ? status.AllocatedBytes : 0;
            },
            CancellationToken.None);
        return bytes;
    }
}
