using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>
/// The directory of a campaign: its journal, and the outputs and results of its commands. Made by us, its journal marked as ours, locked for as long
/// as somebody works in it; nothing in it is ever overwritten.
/// </summary>
/// <remarks>All names are reached from descriptors that are held. For one thread.</remarks>
internal sealed class CampaignDirectory : IDisposable
{
    // The marks of a file system that is full fit nowhere; a journal's record takes less than 1 KiB.
    private const long LeastRoom = 1 << 20;

    private readonly SafeFileHandle _handle;
    private readonly CampaignJournal _journal;
    private readonly bool _isLocked;

    private CampaignDirectory(FilePath path, SafeFileHandle handle, CampaignJournal journal, bool isLocked)
    {
        (Path, _handle, _journal, _isLocked) = (path, handle, journal, isLocked);
    }

    /// <summary>Its path.</summary>
    internal FilePath Path { get; }

    /// <summary>Whether somebody else worked in it when it was opened to be looked at.</summary>
    internal bool IsRunning { get; private init; }

    /// <summary>Its journal.</summary>
    internal ICampaignLog Log => _journal;

    /// <summary>Makes it with a new journal; it has its name only when both are whole.</summary>
    /// <param name="path">Where; nothing may have the name.</param>
    /// <param name="start">What the campaign is.</param>
    /// <exception cref="ExperimentException">Something has the name.</exception>
    /// <exception cref="NativeIOException">It cannot be made; nothing is left.</exception>
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

    /// <summary>Opens the one of a campaign that was begun.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="isWritten">Whether the campaign goes on; else it is only looked at, also while it runs.</param>
    /// <param name="start">What the campaign is.</param>
    /// <param name="events">What happened.</param>
    /// <exception cref="ExperimentException">There is none, it is not ours, in use, or damaged.</exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static CampaignDirectory Open(FilePath path, bool isWritten, out CampaignStart start, out List<(CampaignEventKind Kind, CampaignEvent What)> events)
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
        if (opened.Error.Kind == NativeErrorKind.NotFound)
        {
            throw new ExperimentException(Outcome.Failed, $"there is no campaign in {path.Display}: begin it without --resume and --status, or name its directory with --out");
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
                    Outcome.Refused, $"{path.Display} is no directory of a campaign that landspeed made here, and stays as it is: name another one with --out");
            }

            if (isWritten && NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Failed)
            {
                throw new ExperimentException(
                    Outcome.Refused, $"the campaign in {path.Display} is running: wait for its end, or look at it with --status");
            }

            // Before the journal is read: what it leaves open then is what runs.
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

    /// <summary>Makes a file in it.</summary>
    /// <param name="name">Nothing has it.</param>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    internal SafeFileHandle Make(string name)
    {
        var entry = FilePath.FromText(name);
        NativeResult made = NativePlatform.Trees.Open(_handle, entry, EntryOpening.CreateNew, FilePermissions.NewFile, out SafeFileHandle? file);
        Require(made, "create", Path.Join(entry));
        return file!;
    }

    /// <summary>Makes what is in a file, and its name, durable.</summary>
    /// <exception cref="NativeIOException">It could not be.</exception>
    internal void Keep(params ReadOnlySpan<SafeFileHandle> files)
    {
        foreach (SafeFileHandle file in files)
        {
            Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(file)), "flush an output in", Path);
        }

        Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(_handle)), "flush the directory", Path);
    }

    /// <summary>Whether something in it has a name.</summary>
    internal bool Has(string name) => NativePlatform.Trees.Status(_handle, FilePath.FromText(name), out _).Succeeded;

    /// <summary>Whether so much room is left that what a command said can be kept.</summary>
    internal bool HasRoom() => NativePlatform.Files.Volume(_handle, out VolumeStatus volume).Failed || volume.AvailableBytes >= LeastRoom;

    /// <summary>Unlocks it; it stays.</summary>
    public void Dispose()
    {
        _journal.Dispose();
        if (_isLocked && !_handle.IsClosed)
        {
            NativePlatform.Files.Unlock(_handle);
        }

        _handle.Dispose();
    }

    // Messages name the journal where it will be, in the final directory.
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

    // Through a descriptor of its own, which gives the lock back at once: a campaign that begins this moment must get it.
    private static bool IsLocked(SafeFileHandle directory)
    {
        NativeResult opened = NativePlatform.Trees.Open(directory, FilePath.FromText("."), EntryOpening.Directory, 0, out SafeFileHandle? own);
        using (own)
        {
            return opened.Succeeded && NativePlatform.Files.TryLock(own!, FileLockKind.Shared).Failed;
        }
    }

    private static ExperimentException Taken(FilePath path) => new(
        Outcome.Refused, $"{path.Display} is there already and nothing in it is overwritten: --resume carries the campaign on, --status shows it, and --out DIR begins another one");

    private static void Require(NativeResult result, string operation, FilePath path)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error);
        }
    }
}
