using System.Diagnostics;
using System.Globalization;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Opens files on which another process holds a lease: a Samba or NFS server does, for its clients. To open such a file
/// asks for the lease, and our way to open, which waits for nothing, is refused until it was given back.
/// </summary>
internal static class Leases
{
    private const int LongestPauseMs = 50;

    // The system takes a lease that is not given back in its time.
    private static readonly TimeSpan s_longer = TimeSpan.FromSeconds(1);

    /// <summary>Opens a file by its path, and repeats what a signal interrupted.</summary>
    /// <param name="path">The file; symbolic links are followed.</param>
    /// <param name="access">What is to be done with it.</param>
    /// <param name="creation">Whether it may, or must, be made.</param>
    /// <param name="handle">The open file, owned by the caller; null on failure.</param>
    /// <param name="permissions">What a new file allows, as <see cref="IFileCalls.Open"/> takes it.</param>
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

    /// <summary>What to say of an opening that was refused; null: nothing of leases.</summary>
    /// <param name="error">Why it was refused.</param>
    /// <param name="path">What was to be opened.</param>
    internal static string? Hint(NativeError error, FilePath path) => Hint(error, () => StatusOf(path));

    /// <summary>Waits for a lease that refused an opening, as long as the system does.</summary>
    /// <param name="opened">How it ended.</param>
    /// <param name="find">Asks what is to be opened.</param>
    /// <param name="open">Opens it.</param>
    /// <returns>How it ended in the end.</returns>
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

    /// <summary>What to say of an opening that was refused; null: nothing of leases.</summary>
    /// <param name="error">Why it was refused.</param>
    /// <param name="find">Asks what was to be opened.</param>
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
