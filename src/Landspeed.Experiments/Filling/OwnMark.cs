using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// The mark of what a fill creates: always an attribute, because a sidecar would double the number of files.
/// </summary>
internal static class OwnMark
{
    /// <summary>Marks what was just created.</summary>
    /// <exception cref="NativeIOException">It cannot be marked.</exception>
    internal static OwnIdentity Set(SafeFileHandle handle, FilePath path)
    {
        FileStatus status = StatusOf(handle, path);
        NativeResult set = FileMark.Owned.TrySetAttribute(handle, FileIdentity.Of(status));
        return set.Succeeded ? OwnIdentity.Of(status) : throw new NativeIOException("mark", path, set.Error);
    }

    /// <summary>Tells whether an open file is of a kind, and carries a mark that identifies it.</summary>
    /// <param name="handle">Open file or directory.</param>
    /// <param name="kind">The kind.</param>
    /// <param name="status">Its status.</param>
    internal static bool IsOn(SafeFileHandle handle, FileKind kind, out FileStatus status) =>
        NativePlatform.Files.Status(handle, out status).Succeeded
        && status.Kind == kind
        && FileMark.Owned.TryReadAttribute(handle, FileIdentity.Of(status), out bool isOn).Succeeded && isOn;

    /// <summary>Returns the identity of an open file or directory.</summary>
    /// <exception cref="NativeIOException">The system does not report it.</exception>
    internal static OwnIdentity IdentityOf(SafeFileHandle handle, FilePath path) => OwnIdentity.Of(StatusOf(handle, path));

    private static FileStatus StatusOf(SafeFileHandle handle, FilePath path)
    {
        NativeResult asked = NativePlatform.Files.Status(handle, out FileStatus status);
        return asked.Succeeded ? status : throw new NativeIOException("ask about", path, asked.Error);
    }
}
