using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// The directory <c>landspeed-fill</c>, which contains everything of a fill, including its journal: marked as ours, and
/// locked while a process works in it.
/// </summary>
/// <remarks>All names are reached from descriptors that are held open. For use by one thread.</remarks>
internal sealed class FillDirectory : IDisposable
{
    private const string Word = "landspeed-fill";
    private static readonly FilePath s_name = FilePath.FromText(Word);
    private readonly FileStatus _held;
    private readonly FileStatus _above;

    private FillDirectory(FilePath place, SafeFileHandle above, SafeFileHandle handle)
    {
        (Place, Above, Handle) = (place, above, handle);
        NativePlatform.Files.Status(handle, out _held);
        NativePlatform.Files.Status(above, out _above);
    }

    /// <summary>The named directory.</summary>
    internal FilePath Place { get; }

    /// <summary>The descriptor of the named directory.</summary>
    internal SafeFileHandle Above { get; }

    /// <summary>The descriptor of the fill directory in it.</summary>
    internal SafeFileHandle Handle { get; }

    /// <summary>The path of the fill directory.</summary>
    internal FilePath Path => PathIn(Place);

    /// <summary>The device of the volume.</summary>
    internal DeviceNumber Device => _held.Device;

    /// <summary>Returns the path of the fill directory.</summary>
    internal static FilePath PathIn(FilePath place) => place.Join(s_name);

    /// <summary>Tells whether a name is that of the directory, or of one that a killed run was creating.</summary>
    internal static bool IsName(FilePath name) => name.Equals(s_name) || IsFirstName(name);

    /// <summary>Creates it with a new journal; it gets its name only when both are complete.</summary>
    /// <param name="place">The named directory.</param>
    /// <param name="seed">Seed of sizes and order, for the journal.</param>
    /// <param name="journal">The journal, owned by the caller.</param>
    /// <exception cref="NativeIOException">It cannot be created; nothing remains.</exception>
    /// <exception cref="ExperimentException">It cannot be created; nothing remains.</exception>
    internal static FillDirectory Create(FilePath place, ulong seed, out FillJournal journal)
    {
        SafeFileHandle above = OpenPlace(place);
        FilePath first = FilePath.FromText($"{Word}-{TemporaryNames.NewRun()}");
        FilePath path = PathIn(place);
        NativeResult made = NativePlatform.Trees.CreateDirectory(above, first, FilePermissions.OwnDirectory);
        if (made.Failed)
        {
            above.Dispose();
            throw new NativeIOException("make the directory", path, made.Error);
        }

        SafeFileHandle? handle = null;
        FillJournal? begun = null;
        try
        {
            Require(NativePlatform.Trees.Open(above, first, EntryOpening.Directory, 0, out handle), "open the directory", path);
            Require(NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive), "lock the directory", path);
            OwnMark.Set(handle!, path);
            begun = FillJournal.Create(handle!, path, seed);
            Require(NativePlatform.Trees.Rename(above, first, above, s_name, RenameRule.MustBeFree), "make the directory", path);
            journal = begun;
            return new FillDirectory(place, above, handle!);
        }
        catch
        {
            if (begun is not null)
            {
                begun.RemoveFrom(handle!);
                begun.Dispose();
            }

            handle?.Dispose();
            NativePlatform.Trees.RemoveDirectory(above, first);
            above.Dispose();
            throw;
        }
    }

    /// <summary>Takes over the directory that a run left.</summary>
    /// <param name="place">The named directory.</param>
    /// <returns>The directory, or null if there is none.</returns>
    /// <exception cref="ExperimentException">What has its name is not ours, or a process is working in it.</exception>
    /// <exception cref="NativeIOException">It cannot be examined.</exception>
    internal static FillDirectory? Find(FilePath place)
    {
        SafeFileHandle above = OpenPlace(place);
        SafeFileHandle? handle = null;
        try
        {
            // A file or a symbolic link exists, although no directory can be opened.
            if (NativePlatform.Trees.Status(above, s_name, out _).Error.Kind == NativeErrorKind.NotFound)
            {
                above.Dispose();
                return null;
            }

            NativeResult opened = NativePlatform.Trees.Open(above, s_name, EntryOpening.Directory, 0, out handle);

            FilePath path = PathIn(place);
            if (opened.Failed || !OwnMark.IsOn(handle!, FileKind.Directory, out _))
            {
                throw new ExperimentException(
                    Outcome.Refused, $"{path.Display} was not made by landspeed{(opened.Failed ? $" ({opened.Error.InParentheses})" : string.Empty)}, and is left unchanged: name another directory, or move it away");
            }

            if (NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Failed)
            {
                throw new ExperimentException(Outcome.Refused, $"another landspeed is using {path.Display}: wait until it ends, or stop it");
            }

            return new FillDirectory(place, above, handle!);
        }
        catch
        {
            handle?.Dispose();
            above.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Removes what runs left that were killed before the directory had its name: it contains at most a journal.
    /// </summary>
    /// <param name="place">The named directory.</param>
    /// <returns>Number of directories removed.</returns>
    internal static int RemoveUnnamed(FilePath place)
    {
        using SafeFileHandle above = OpenPlace(place);
        int removed = 0;
        foreach (FilePath name in TreeFiles.Names(above).Where(IsFirstName))
        {
            if (NativePlatform.Trees.Open(above, name, EntryOpening.Directory, 0, out SafeFileHandle? handle).Failed)
            {
                continue;
            }

            using (handle)
            {
                bool isIdle = NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Succeeded;
                if (isIdle && OwnMark.IsOn(handle!, FileKind.Directory, out _)
                    && FillJournal.Open(handle!, place.Join(name), out _, out _) is { } journal)
                {
                    journal.RemoveFrom(handle!);
                    journal.Dispose();
                }

                // Even without a mark: only an empty directory is removed.
                removed += isIdle && NativePlatform.Trees.RemoveDirectory(above, name).Succeeded ? 1 : 0;
            }
        }

        return removed;
    }

    /// <summary>Stops work in a directory that is no longer in its original place.</summary>
    /// <exception cref="ExperimentException">Its name belongs to another directory or to a link, or no longer
    /// exists.</exception>
    internal void RequireStill()
    {
        bool isStill = NativePlatform.Trees.Status(Above, s_name, out FileStatus own).Succeeded && FileIdentity.Of(own) == FileIdentity.Of(_held)
            && NativePlatform.Files.StatusOf(Place, out FileStatus above).Succeeded && FileIdentity.Of(above) == FileIdentity.Of(_above);
        if (!isStill)
        {
            throw new ExperimentException(Outcome.Failed, $"{Path.Display} is no longer the directory that was made: it was moved or replaced");
        }
    }

    /// <summary>Removes it if it is empty.</summary>
    /// <returns>No error, or the reason why it remains.</returns>
    internal NativeError Remove()
    {
        bool isStill = NativePlatform.Trees.Status(Above, s_name, out FileStatus own).Succeeded && FileIdentity.Of(own) == FileIdentity.Of(_held);
        return isStill ? NativePlatform.Trees.RemoveDirectory(Above, s_name).Error : NativeError.Of(NativeErrorKind.Busy);
    }

    /// <summary>Unlocks it; it remains.</summary>
    public void Dispose()
    {
        if (!Handle.IsClosed)
        {
            NativePlatform.Files.Unlock(Handle);
        }

        Handle.Dispose();
        Above.Dispose();
    }

    private static bool IsFirstName(FilePath name) =>
        TrialDirectory.IsName(name) && name.Bytes.StartsWith("landspeed-fill-"u8);

    private static SafeFileHandle OpenPlace(FilePath place)
    {
        SafeFileHandle? handle = null;
        NativeResult opened = Interruptions.Retry(() => NativePlatform.Trees.OpenDirectory(place, out handle));
        return opened.Succeeded ? handle! : throw new NativeIOException("open the directory", place, opened.Error);
    }

    private static void Require(NativeResult result, string operation, FilePath path)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error);
        }
    }
}
