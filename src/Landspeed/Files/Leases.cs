using System.Diagnostics;
using System.Globalization;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Opens files on which another process holds a lease, as a Samba or NFS server does for its clients. Opening such a
/// file requests the lease back, and our way of opening, which never waits, is refused until it has been returned.
/// </summary>
internal static class Leases
{
    private const int LongestPauseMs = 50;

    // The system revokes a lease that is not returned in time.
    private static readonly TimeSpan s_longer = TimeSpan.FromSeconds(1);

    /// <summary>Opens a file by its path, and repeats calls that a signal interrupted.</summary>
    /// <param name="path">The file; symbolic links are followed.</param>
    /// <param name="access">The access wanted.</param>
    /// <param name="creation">Whether it may, or must, be created.</param>
    /// <param name="handle">The open file, owned by the caller, or null on failure.</param>
    /// <param name="permissions">Permissions of a new file, as in <see cref="IFileCalls.Open"/>.</param>
    /// <returns>0, or the error.</returns>
    internal static NativeResult Open(
        FilePath path,
        FileAccessKind access,
        FileCreation creation,
        out SafeFileHandle? handle,
        UnixFileMode? permissions = null)
    {
        SafeFileHandle? opened = null;
        NativeResult Open() => NativePlatform.Files.Open(path, access, creation, out opened, permissions);
        NativeResult result = Wait(Interruptions.Retry(Open), () => StatusOf(path), Open);
        handle = opened;
        return result;
    }

    /// <summary>Returns the hint for a refused opening, or null if leases are not involved.</summary>
    /// <param name="error">The error of the opening.</param>
    /// <param name="path">The file to open.</param>
    internal static string? Hint(NativeError error, FilePath path) => Hint(error, () => StatusOf(path));

    /// <summary>Waits for a lease that caused an opening to be refused, as long as the system does.</summary>
    /// <param name="opened">Result of the first attempt.</param>
    /// <param name="find">Gets the status of the file to open.</param>
    /// <param name="open">Opens the file.</param>
    /// <returns>Result of the last attempt.</returns>
    internal static NativeResult Wait(NativeResult opened, Func<FileStatus?> find, Func<NativeResult> open)
    {
        if (opened.Error.Kind != NativeErrorKind.WouldBlock || HolderOf(find()) is null)
        {
            return opened;
        }

        using var never = new ManualResetEventSlim(); // the system does not signal that a lease was given back
        long began = Stopwatch.GetTimestamp();
        TimeSpan most = NativePlatform.Host.LeaseBreakTime + s_longer;
        for (int pause = 1; opened.Error.Kind == NativeErrorKind.WouldBlock && Stopwatch.GetElapsedTime(began) < most;)
        {
            never.Wait(pause);
            pause = Math.Min(2 * pause, LongestPauseMs);
            opened = Interruptions.Retry(open);
        }

        return opened;
    }

    /// <summary>Returns the hint for a refused opening, or null if leases are not involved.</summary>
    /// <param name="error">The error of the opening.</param>
    /// <param name="find">Gets the status of the file to open.</param>
    internal static string? Hint(NativeError error, Func<FileStatus?> find)
    {
        if (error.Kind != NativeErrorKind.WouldBlock || HolderOf(find()) is not { } process)
        {
            return null;
        }

        string holder = process > 0
            ? string.Create(CultureInfo.InvariantCulture, $"Process {process}") : "Another process";
        return $"{holder} holds a lease on it and does not give it back.";
    }

    private static FileStatus? StatusOf(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status : null;

    private static int? HolderOf(FileStatus? status) =>
        status is { Kind: FileKind.Regular } file ? NativePlatform.Host.LeaseHolder(file) : null;
}
