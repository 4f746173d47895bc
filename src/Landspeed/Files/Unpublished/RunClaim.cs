using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// A run's claim to all temporary names with its number: an empty, marked file <c>.NUMBER.landspeed-run</c> in the top
/// directory of the run, locked while the run is working. It proves the ownership of the small files, links and nodes
/// that a killed run left, which have no marks of their own: marking 20,000 of them would cost more than it is worth.
/// </summary>
/// <remarks>Durable before the first of the names exists, and removed after the last.</remarks>
internal sealed class RunClaim
{
    private const int LookAttempts = 3;
    private static readonly TimeSpan s_betweenLooks = TimeSpan.FromMilliseconds(5);
    private readonly UnpublishedFile _file;

    private RunClaim(UnpublishedFile file) => _file = file;

    /// <summary>Its path, for messages.</summary>
    internal FilePath Path => _file.Path;

    /// <summary>Creates a claim and waits until it is durable.</summary>
    /// <param name="directory">The directory in or below which all names with the number will be.</param>
    /// <param name="run">The run's number.</param>
    /// <returns>Null if no such file can be created in the directory: what a killed run leaves then stays.</returns>
    internal static RunClaim? TryMake(OpenDirectory directory, string run) => Make(directory, run) ?? Make(directory, run);

    // If files cannot be created without a name, another run may take this one for the leftover of a killed run: try
    // once more.
    private static RunClaim? Make(OpenDirectory directory, string run)
    {
        FilePath name = TemporaryNames.OfRunClaim(run);
        UnpublishedFile? file = null;
        try
        {
            // Readable, because other users who copy into the same directories must see that the names are in use.
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

    /// <summary>
    /// Lets other processes of the run also hold the claim, see <see cref="Join"/>: the run is working while one of
    /// them is.
    /// </summary>
    /// <exception cref="PartRefusedException">Another run has taken over the claim in between.</exception>
    internal void Share()
    {
        if (NativePlatform.Files.TryLock(_file.Handle, FileLockKind.Shared).Error.Kind == NativeErrorKind.WouldBlock)
        {
            throw new PartRefusedException(Path, PartRefusal.InUse, FileKind.Regular);
        }
    }

    /// <summary>Holds the claim of a run that another process has created and shared.</summary>
    /// <param name="directory">The claim's directory.</param>
    /// <param name="run">The run's number.</param>
    /// <returns>The handle that holds it until disposed, or null if it is gone or cannot be locked.</returns>
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

    /// <summary>Takes over the claim of a dead run.</summary>
    /// <param name="directory">The claim's directory.</param>
    /// <param name="name">Its name.</param>
    /// <returns>Null if it is gone, proves nothing, or belongs to a run that is working.</returns>
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

    /// <summary>Searches for a run's claim in a directory and its parents.</summary>
    /// <returns>Whether there is one, and whether its run is working.</returns>
    internal static ClaimState Find(OpenDirectory directory, string run) => Find(directory, run, out _);

    /// <summary>Does the same, and gets the owner of the claim.</summary>
    /// <param name="directory">The directory where the search begins.</param>
    /// <param name="run">The run's number.</param>
    /// <param name="user">The user who owns the claim, or null if there is none.</param>
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

    /// <summary>Ends the claim; from now on no entry may have a name with the number.</summary>
    /// <returns>None, or why the file still exists.</returns>
    internal NativeError Remove() => _file.Remove();

    /// <summary>Leaves the claim for the next holder.</summary>
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

    // Held by one process, or shared by several. Two processes that check at the same moment see each other's lock, for
    // microseconds. If a file that is open for reading cannot be locked exclusively, as over NFS, only the first check
    // counts.
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

/// <summary>The state of the run whose number is in a name.</summary>
internal enum ClaimState
{
    /// <summary>No claim: there is no proof that a run of ours created the name.</summary>
    None,

    /// <summary>The run is working.</summary>
    Working,

    /// <summary>The run is dead.</summary>
    Dead,
}
