using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>
/// The directory of a campaign: its journal, and the outputs and results of its commands. We create it; its journal is
/// marked as ours, and locked while a process works in it. Nothing in it is ever overwritten.
/// </summary>
/// <remarks>All names are reached from descriptors that are held open. For use by one thread.</remarks>
internal sealed class CampaignDirectory : IDisposable
{
    // The marks of a full file system fit nowhere; a journal's record takes less than 1 KiB.
    private const long LeastRoom = 1 << 20;

    private readonly SafeFileHandle _handle;
    private readonly CampaignJournal _journal;
    private readonly bool _isLocked;

    private CampaignDirectory(FilePath path, SafeFileHandle handle, CampaignJournal journal, bool isLocked)
    {
        (Path, _handle, _journal, _isLocked) = (path, handle, journal, isLocked);
    }

    internal FilePath Path { get; }

    /// <summary>Whether another process was working in it when it was opened for reading.</summary>
    internal bool IsRunning { get; private init; }

    internal ICampaignLog Log => _journal;

    /// <summary>Creates it with a new journal; it gets its name only when both are complete.</summary>
    /// <param name="path">Its path; the name must be unused.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <exception cref="ExperimentException">The name is in use.</exception>
    /// <exception cref="NativeIOException">It cannot be created; nothing remains.</exception>
    internal static CampaignDirectory Create(FilePath path, CampaignStart start)
    {
        using OpenDirectory parent = OpenDirectory.Holding(path.Parent);
        SafeFileHandle above = parent.Handle;
        if (NativePlatform.Trees.Status(above, path.Name, out _).Succeeded)
        {
            throw Taken(path);
        }

        FilePath first = FilePath.FromText($"landspeed-campaign-{TemporaryNames.NewRun()}");
        Require(NativePlatform.Trees.CreateDirectory(above, first, FilePermissions.Everybody), "make the directory", path);
        SafeFileHandle? handle = null;
        CampaignJournal? journal = null;
        try
        {
            Require(NativePlatform.Trees.Open(above, first, EntryOpening.Directory, 0, out handle), "open the directory", path);
            Require(NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive), "lock the directory", path);
            OwnershipMark.TryMarkDirectory(handle!);
            journal = BeginJournal(handle!, path.Parent.Join(first), path, start);
            Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(handle!)), "flush the directory", path);
            NativeResult named = NativePlatform.Trees.Rename(above, first, above, path.Name, RenameRule.MustBeFree);
            if (named.Error.Kind == NativeErrorKind.AlreadyExists)
            {
                throw Taken(path);
            }

            Require(named, "make the directory", path);
            Require(parent.Flush(), "flush the directory", path.Parent);
            return new CampaignDirectory(path, handle!, journal, isLocked: true);
        }
        catch
        {
            journal?.Dispose();
            if (handle is not null)
            {
                NativePlatform.Trees.Remove(handle, CampaignJournal.FileName);
                NativePlatform.Trees.Remove(handle, OwnershipMark.SidecarOf(path.Join(CampaignJournal.FileName)).Name);
                handle.Dispose();
            }

            NativePlatform.Trees.RemoveDirectory(above, first);
            throw;
        }
    }

    /// <summary>Opens the directory of a campaign that was started.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="isWritten">Whether the campaign continues; otherwise it is only read, possibly while it
    /// runs.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <param name="events">The recorded events.</param>
    /// <exception cref="ExperimentException">The directory does not exist, is not ours, is in use, or is
    /// damaged.</exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static CampaignDirectory Open(FilePath path, bool isWritten, out CampaignStart start, out List<(CampaignEventKind Kind, CampaignEvent What)> events)
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
        if (opened.Error.Kind == NativeErrorKind.NotFound)
        {
            throw new ExperimentException(Outcome.Failed, $"there is no campaign in {path.Display}: start it without --resume and --status, or name its directory with --out");
        }

        Require(opened, "open the directory", path);
        SafeFileHandle? file = null;
        CampaignJournal? journal = null;
        try
        {
            FilePath journalPath = path.Join(CampaignJournal.FileName);
            EntryOpening how = isWritten ? EntryOpening.ReadWrite : EntryOpening.Read;
            if (NativePlatform.Trees.Open(handle!, CampaignJournal.FileName, how, 0, out file).Failed || !IsOurs(file!, journalPath))
            {
                throw new ExperimentException(
                    Outcome.Refused, $"{path.Display} is not a campaign directory that landspeed made here, and is left unchanged: name another one with --out");
            }

            if (isWritten && NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Failed)
            {
                throw new ExperimentException(
                    Outcome.Refused, $"the campaign in {path.Display} is running: wait until it ends, or check it with --status");
            }

            // Before the journal is read: what it then records as open is what is running.
            bool isRunning = !isWritten && IsLocked(handle!);
            journal = CampaignJournal.Read(file!, journalPath, isWritten, out start, out events);
            return new CampaignDirectory(path, handle!, journal, isWritten) { IsRunning = isRunning };
        }
        catch
        {
            journal?.Dispose();
            file?.Dispose();
            handle!.Dispose();
            throw;
        }
    }

    /// <summary>Creates a file in it.</summary>
    /// <param name="name">An unused name.</param>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    internal SafeFileHandle Make(string name)
    {
        var entry = FilePath.FromText(name);
        NativeResult made = NativePlatform.Trees.Open(_handle, entry, EntryOpening.CreateNew, FilePermissions.NewFile, out SafeFileHandle? file);
        Require(made, "create", Path.Join(entry));
        return file!;
    }

    /// <summary>Makes the contents of files, and their names, durable.</summary>
    /// <exception cref="NativeIOException">They could not be made durable.</exception>
    internal void Keep(params ReadOnlySpan<SafeFileHandle> files)
    {
        foreach (SafeFileHandle file in files)
        {
            Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(file)), "flush an output in", Path);
        }

        Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(_handle)), "flush the directory", Path);
    }

    /// <summary>Tells whether an entry of that name exists in it.</summary>
    internal bool Has(string name) => NativePlatform.Trees.Status(_handle, FilePath.FromText(name), out _).Succeeded;

    /// <summary>Tells whether enough space is left to store what a command printed.</summary>
    internal bool HasRoom() => NativePlatform.Files.Volume(_handle, out VolumeStatus volume).Failed || volume.AvailableBytes >= LeastRoom;

    /// <summary>Unlocks it; the directory remains.</summary>
    public void Dispose()
    {
        _journal.Dispose();
        if (_isLocked && !_handle.IsClosed)
        {
            NativePlatform.Files.Unlock(_handle);
        }

        _handle.Dispose();
    }

    // Messages give the journal's path in the final directory.
    private static CampaignJournal BeginJournal(
        SafeFileHandle directory, FilePath path, FilePath final, CampaignStart start)
    {
        FilePath own = path.Join(CampaignJournal.FileName);
        Require(NativePlatform.Trees.Open(directory, CampaignJournal.FileName, EntryOpening.CreateNew, FilePermissions.NewFile, out SafeFileHandle? file), "create", own);
        try
        {
            Require(NativePlatform.Files.Status(file!, out FileStatus status), "ask about", own);
            FileMark.Owned.Set(file!, own, FileIdentity.Of(status));
            return CampaignJournal.Begin(file!, final.Join(CampaignJournal.FileName), start);
        }
        catch
        {
            file!.Dispose();
            throw;
        }
    }

    private static bool IsOurs(SafeFileHandle file, FilePath path) =>
        NativePlatform.Files.Status(file, out FileStatus status).Succeeded
        && status.Kind == FileKind.Regular
        && FileMark.Owned.IsOn(file, path, FileIdentity.Of(status));

    // Through its own descriptor, which releases the lock at once: a campaign that starts at this moment must get it.
    private static bool IsLocked(SafeFileHandle directory)
    {
        NativeResult opened = NativePlatform.Trees.Open(directory, FilePath.FromText("."), EntryOpening.Directory, 0, out SafeFileHandle? own);
        using (own)
        {
            return opened.Succeeded && NativePlatform.Files.TryLock(own!, FileLockKind.Shared).Failed;
        }
    }

    private static ExperimentException Taken(FilePath path) => new(
        Outcome.Refused, $"{path.Display} already exists and nothing in it is overwritten: --resume continues the campaign, --status shows it, and --out DIR starts another one");

    private static void Require(NativeResult result, string operation, FilePath path)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error);
        }
    }
}
