using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>A directory held open while entries below it are copied; every call on them goes through its descriptor.</summary>
/// <remarks>Safe for all threads. The path is for messages only, and put together only for them.</remarks>
internal sealed class OpenDirectory : IDisposable
{
    private readonly OpenDirectory? _parent;
    private readonly FilePath _name;

    private OpenDirectory(SafeFileHandle handle, OpenDirectory? parent, FilePath name)
    {
        (Handle, _parent, _name) = (handle, parent, name);
    }

    /// <summary>The descriptor.</summary>
    internal SafeFileHandle Handle { get; }

    /// <summary>The path as the user named its root.</summary>
    internal FilePath Path => _parent is null ? _name : _parent.Path.Join(_name);

    /// <summary>Opens the root of a tree; symbolic links on the way are followed, as everywhere.</summary>
    /// <exception cref="NativeIOException">It cannot be opened, or is no directory.</exception>
    internal static OpenDirectory Root(FilePath path)
    {
        SafeFileHandle? handle = null;
        NativeResult opened = Interruptions.Retry(() => NativePlatform.Trees.OpenDirectory(path, out handle));
        return opened.Succeeded
            ? new OpenDirectory(handle!, null, path)
            : throw new NativeIOException("open the directory", path, opened.Error);
    }

    /// <summary>Takes over the descriptor of a directory below.</summary>
    internal OpenDirectory Child(FilePath name, SafeFileHandle handle) => new(handle, this, name);

    /// <summary>The path of an entry, for messages.</summary>
    internal FilePath PathOf(FilePath name) => Path.Join(name);

    /// <summary>Closes the descriptor.</summary>
    public void Dispose() => Handle.Dispose();
}
