using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>
/// Paths longer than a call accepts, as in deep trees: the system does not limit their length, only each of its calls
/// does. They are walked in pieces, each starting from the directory to which the previous one led.
/// </summary>
/// <remarks>Thread-safe. One system call per 4 KiB of the path, in addition to the last one.</remarks>
internal static unsafe class LongPath
{
    private static readonly byte[] s_root = "/"u8.ToArray();
    private static readonly byte[] s_itself = "."u8.ToArray();

    /// <summary>True if a path is too long for one call.</summary>
    internal static bool Is(FilePath path) => path.ToNullTerminated().Length > PATH_MAX;

    /// <summary>Opens a path; symbolic links are followed as in a short one.</summary>
    internal static NativeResult Open(FilePath path, int flags, uint mode, out SafeFileHandle? handle)
    {
        handle = null;
        NativeResult reached = Reach(path, out SafeFileHandle? directory, out FilePath rest);
        using (directory)
        {
            if (reached.Failed)
            {
                return reached;
            }

            fixed (byte* name = rest.ToNullTerminated())
            {
                return Opened(OpenAt(directory!, name, flags, mode), out handle);
            }
        }
    }

    /// <summary>Opens a directory on the path from which the rest is short enough.</summary>
    /// <param name="path">The path.</param>
    /// <param name="directory">The directory, owned by the caller, or null on failure.</param>
    /// <param name="rest">The rest, relative to it.</param>
    /// <returns>0, or the error.</returns>
    internal static NativeResult Reach(FilePath path, out SafeFileHandle? directory, out FilePath rest)
    {
        directory = null;
        ReadOnlySpan<byte> left = path.Bytes;
        while (left.Length >= PATH_MAX)
        {
            int slash = left[..PATH_MAX].LastIndexOf((byte)'/');
            if (slash < 0)
            {
                break; // no name is that long: the system says so
            }

            ReadOnlySpan<byte> piece = slash == 0 ? s_root : left[..slash];
            NativeResult entered = Enter(directory, FilePath.FromBytes(piece), out SafeFileHandle? next);
            directory?.Dispose();
            directory = next;
            if (entered.Failed)
            {
                rest = path;
                return entered;
            }

            left = left[(slash + 1)..].TrimStart((byte)'/');
        }

        rest = FilePath.FromBytes(left.IsEmpty ? s_itself : left);
        return directory is null ? NativeResult.Failure(new NativeError(LinuxErrors.ENAMETOOLONG)) : default;
    }

    private static NativeResult Enter(SafeFileHandle? directory, FilePath piece, out SafeFileHandle? next)
    {
        int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
        fixed (byte* name = piece.ToNullTerminated())
        {
            int opened = directory is null
                ? LinuxFunctions.Open(name, flags, 0) : OpenAt(directory, name, flags, 0);
            return Opened(opened, out next);
        }
    }
}
