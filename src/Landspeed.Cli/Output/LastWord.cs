using System.Text;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Output;

/// <summary>What a process says without a console, when it ends before it has one.</summary>
internal static class LastWord
{
    /// <summary>The descriptor of messages.</summary>
    internal const int StandardError = 2;

    private static readonly TimeSpan s_longestWait = TimeSpan.FromSeconds(5);

    /// <summary>Writes a message; does nothing if no one can receive it, because the exit code says it, too.</summary>
    /// <param name="descriptor">An open one; stays open.</param>
    /// <param name="text">The text, as UTF-8.</param>
    internal static void Say(int descriptor, string text)
    {
        try
        {
            using var handle = new SafeFileHandle(descriptor, ownsHandle: false);
            using var stream = new FileStream(handle, FileAccess.Write, bufferSize: 0);
            stream.Write(Encoding.UTF8.GetBytes(text));
        }
        catch (Exception gone) when (gone is IOException or ArgumentException or UnauthorizedAccessException)
        {
            // A closed pipe, or no descriptor at all.
        }
    }

    /// <summary>Waits until whoever reads the messages of this process through a pipe has read them: 5 s at most.</summary>
    internal static void WaitUntilHeard()
    {
        using var handle = new SafeFileHandle(StandardError, ownsHandle: false);
        SpinWait.SpinUntil(() => !IsUnread(handle), s_longestWait);
    }

    // Of a terminal or a file the number is another one.
    private static bool IsUnread(SafeFileHandle handle) =>
        NativePlatform.Files.Status(handle, out FileStatus status).Succeeded && status.Kind == FileKind.Fifo
        && NativePlatform.Files.UnreadBytes(handle) is { Succeeded: true, Value: > 0 };
}
