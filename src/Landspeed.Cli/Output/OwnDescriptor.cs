using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Output;

/// <summary>
/// A descriptor of this process, given by name: <c>/dev/stdout</c>, <c>/dev/fd/3</c>, <c>/proc/self/fd/2</c>, or a
/// symbolic link to one.
/// </summary>
/// <remarks>
/// Such a name leads to an open file. To replace that file would take a log away from whom appends to it, and to open
/// it again would begin at its start: who names it wants to write at its current position.
/// </remarks>
internal static class OwnDescriptor
{
    private const int StandardOutput = 1;

    /// <summary>The descriptor that a name stands for, open or not; null: the name stands for something else.</summary>
    internal static int? Find(FilePath path)
    {
        try
        {
            return SymbolicLinks.Follow(path).Select(NativePlatform.Host.DescriptorOf)
                .FirstOrDefault(found => found is not null);
        }
        catch (NativeIOException)
        {
            return null; // who opens it is told that it leads nowhere
        }
    }

    /// <summary>Whether a name stands for standard output.</summary>
    internal static bool IsStandardOutput(FilePath path) => Find(path) == StandardOutput;

    /// <summary>Opens one to write where it stands.</summary>
    /// <param name="descriptor">The number.</param>
    /// <param name="path">The name that was given, for messages.</param>
    /// <returns>A stream on a descriptor of its own, which the caller closes.</returns>
    /// <exception cref="IOException">The process was not started with it, or cannot write to it.</exception>
    internal static Stream Open(int descriptor, FilePath path)
    {
        using var given = new SafeFileHandle(descriptor, ownsHandle: false);

        // What was opened since is the runtime's own, or ours: it has the number by chance.
        bool isGiven = NativePlatform.Trees.IsInherited(given) is { Failed: false, Raw: 1 }
            && NativePlatform.Trees.IsWritable(given) is { Failed: false, Raw: 1 };
        if (!isGiven)
        {
            throw new IOException("the command was not started with it open for writing");
        }

        NativeResult opened = NativePlatform.Trees.Duplicate(given, out SafeFileHandle? own);
        return opened.Succeeded
            ? new DescriptorStream(own!, path)
            : throw new NativeIOException("write to", path, opened.Error);
    }
}
