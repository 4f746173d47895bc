using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// A run's claim to all temporary names with its number: an empty, marked file <c>.NUMBER.landspeed-run</c> in the directory
/// that the run works below, locked as long as it works. It proves whose the small files, links and nodes are that a killed
/// run left, which carry no mark of their own: marking 20,000 of them would cost more than it is worth.
/// </summary>
/// <remarks>Durable before the first of the names is there, and removed after the last.</remarks>
internal sealed class RunClaim
{
    private const int LookAttempts = 3;
    private static readonly TimeSpan s_betweenLooks = TimeSpan.FromMilliseconds(5);
    private readonly UnpublishedFile _file;

    private RunClaim(UnpublishedFile file) => _file = file;

    /// <summary>Where it lies, for messages.</summary>
    internal FilePath Path => _file.Path;

    /// <summary>Makes one, and waits until it is durable.</summary>
    /// <param name="directory">All names with the number will lie in it or below.</param>
    /// <param name="run">The run's number.</param>
    /// <returns>Null where the directory takes no such file: what the run leaves when it is killed stays then.</returns>
    internal static RunClaim? TryMake(OpenDirectory directory, string run) => Make(directory, run) ?? Make(directory, run);

    // Where no file can be made without a name another run may take it for what a killed one left: once more then.
    private static RunClaim? Make(OpenDirectory directory, string run)
    {
        FilePath name = TemporaryNames.OfRunClaim(run);
        UnpublishedFile? file = null;
        try
        {
            // Readable: other users who copy into the same directories must see that the names are in use.
            file = UnpublishedFile.Create(new DirectoryEntry(directory, name), name, PartMarks.Copy, FilePermissions.NewFile);
            file.Flush();
            file.FlushDirectory();
            return new RunClaim(file);
        }
        catch (IOException)
        {
            file?.Remove();
            return null;
        }
    }

    /// <summary>Lets other processes of the run hold the claim, too, see <see cref="Join"/>: the run works as long as one of them does.</summary>
    /// <exception cref="PartRefusedException">Another run has taken the claim over in between.</exception>
    internal void Share()
    {
        if (NativePlatform.Files.TryLock(_file.Handle, FileLockKind.Shared).Error.Kind == NativeErrorKind.WouldBlock)
        {
            throw new PartRefusedException(Path, PartRefusal.InUse, FileKind.Regular);
        }
    }

    /// <summary>Holds the claim of a run whose other process has made and shared it.</summary>
    /// <param name="directory">Where it lies.</param>
    /// <param name="run">The run's number.</param>
    /// <returns>What holds it until it is disposed; null when it is gone, or no lock can be had.</returns>
    internal static SafeFileHandle? Join(OpenDirectory directory, string run)
    {
        var entry = new DirectoryEntry(directory, TemporaryNames.OfRunClaim(run));
        if (Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return null;
        }

        if (NativePlatform.Files.TryLock(handle!, FileLockKind.Shared).Succeeded)
        {
            return handle;
        }

        handle!.Dispose();
        return null;
    }

    /// <summary>Takes over the claim of a run that is dead.</summary>
    /// <param name="directory">Where it lies.</param>
    /// <param name="name">Its name.</param>
    /// <returns>Null when it is gone, proves nothing, or belongs to a run that works.</returns>
    internal static RunClaim? TakeOver(OpenDirectory directory, FilePath name)
    {
        try
        {
            return UnpublishedFile.TakeOver(new DirectoryEntry(directory, name), name, PartMarks.Copy) is { } file
                ? new RunClaim(file) : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Looks for a run's claim in a directory and in those above it.</summary>
    /// <returns>Whether there is none, or whether its run works.</returns>
    internal static ClaimState Find(OpenDirectory directory, string run) => Find(directory, run, out _);

    /// <summary>The same, and who made the claim.</summary>
    /// <param name="directory">Where the search begins.</param>
    /// <param name="run">The run's number.</param>
    /// <param name="user">The user whose claim it is; null where there is none.</param>
    internal static ClaimState Find(OpenDirectory directory, string run, out uint? user)
    {
        user = null;
        FilePath name = TemporaryNames.OfRunClaim(run);
        foreach (OpenDirectory above in directory.WithThoseAbove())
        {
            if (StateOf(new DirectoryEntry(above, name), ref user) is { } state)
            {
                return state;
            }
        }

        return ClaimState.None;
    }

    /// <summary>Ends the claim; from now on nothing has a name with the number.</summary>
    /// <returns>None, or why the file is still there.</returns>
    internal NativeError Remove() => _file.Remove();

    /// <summary>Lets the claim stay for who comes next.</summary>
    internal void Release() => _file.Release();

    private static ClaimState? StateOf(DirectoryEntry entry, ref uint? user)
    {
        if (Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return null;
        }

        using (handle)
        {
            if (!NativePlatform.Files.Status(handle!, out FileStatus status).Succeeded || status.Kind != FileKind.Regular
                || !PartMarks.Copy.IsOn(handle!, entry.Path, FileIdentity.Of(status)))
            {
                return null;
            }

            user = status.UserId;
            return IsHeld(handle!) ? ClaimState.Working : ClaimState.Dead;
        }
    }

    // Held by one process, or shared by several. Two who look at the same moment meet each other here, for microseconds. Where a file that is
    // open for reading cannot be locked exclusively, as over NFS, only the first question counts.
    private static bool IsHeld(SafeFileHandle handle)
    {
        if (NativePlatform.Files.TryLock(handle, FileLockKind.Shared).Error.Kind == NativeErrorKind.WouldBlock)
        {
            return true;
        }

        using var pause = new ManualResetEventSlim();
        int attempts = 0;
        while (NativePlatform.Files.TryLock(handle, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock)
        {
            if (++attempts == LookAttempts)
            {
                return true;
            }

            NativePlatform.Files.Unlock(handle);
            pause.Wait(s_betweenLooks);
        }

        return false;
    }
}

/// <summary>What became of the run whose number a name carries.</summary>
internal enum ClaimState
{
    /// <summary>No claim: nothing shows that a run of ours made the name.</summary>
    None,

    /// <summary>The run works.</summary>
    Working,

    /// <summary>The run is dead.</summary>
    Dead,
}
