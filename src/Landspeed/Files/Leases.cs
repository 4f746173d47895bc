using System.Diagnostics;
using System.Globalization;
using Landspeed.Platform;

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

        using var never = new ManualResetEventSlim(); // nobody is told of a lease that was given back
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

    private static int? HolderOf(FileStatus? status) =>
        status is { Kind: FileKind.Regular } file ? NativePlatform.Host.LeaseHolder(file) : null;
}
