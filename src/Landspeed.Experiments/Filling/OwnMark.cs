using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>The mark of what a filling makes: always an attribute, since a sidecar for each file would be a file more.</summary>
internal static class OwnMark
{
    /// <summary>Marks what was just made.</summary>
    /// <exception cref="NativeIOException">It cannot be marked.</exception>
    internal static OwnIdentity Set(SafeFileHandle handle, FilePath path)
    {
        FileStatus status = StatusOf(handle, path);
        NativeResult set = FileMark.Owned.TrySetAttribute(handle, FileIdentity.Of(status));
        return set.Succeeded ? OwnIdentity.Of(status) : throw new NativeIOException("mark", path, set.Error);
    }

    /// <summary>Whether something is of a kind, and carries a mark that names it.</summary>
    /// <param name="handle">Open.</param>
    /// <param name="kind">The kind.</param>
    /// <param name="status">What it is.</param>
    internal static bool IsOn(SafeFileHandle handle, FileKind kind, out FileStatus status) =>
        NativePlatform.Files.Status(handle, out status).Succeeded
        && status.Kind == kind
        && FileMark.Owned.TryReadAttribute(handle, FileIdentity.Of(status), out bool isOn).Succeeded && isOn;

    /// <summary>What something open is known by.</summary>
    /// <exception cref="NativeIOException">The system does not say.</exception>
    internal static OwnIdentity IdentityOf(SafeFileHandle handle, FilePath path) => OwnIdentity.Of(StatusOf(handle, path));

    private static FileStatus StatusOf(SafeFileHandle handle, FilePath path)
    {
        NativeResult asked = NativePlatform.Files.Status(handle, out FileStatus status);
        return asked.Succeeded ? status : throw new NativeIOException("ask about", path, asked.Error);
    }
}
