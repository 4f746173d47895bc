using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Trees;

/// <summary>A directory held open while entries below it are copied; every call on them goes through its descriptor.</summary>
/// <remarks>
/// Thread-safe. Counts its uses: each <see cref="Retain"/> needs a <see cref="Dispose"/> of its own. The path is used,
/// and assembled, only for messages.
/// </remarks>
internal sealed class OpenDirectory : IDisposable
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);
    private static readonly FilePath s_above = FilePath.FromBytes(".."u8);
    private readonly OpenDirectory? _parent;
    private readonly FilePath _name;
    private int _uses = 1;
    private bool? _isAppendOnly;

    private OpenDirectory(SafeFileHandle handle, OpenDirectory? parent, FilePath name, bool isReadable = true)
    {
        (Handle, _parent, _name, IsReadable) = (handle, parent, name, isReadable);
    }

    internal SafeFileHandle Handle { get; }

    /// <summary>True if its names can be listed.</summary>
    internal bool IsReadable { get; }

    /// <summary>
    /// True if names in it can only be added (chattr +a), so that entries must be complete when they get their names.
    /// </summary>
    internal bool IsAppendOnly =>
        _isAppendOnly ??= NativePlatform.Files.Status(Handle, out FileStatus status).Succeeded && status.IsAppendOnly;

    /// <summary>The path, starting with the root as the user named it.</summary>
    internal FilePath Path => Joined(PartsBelowRoot(), withRoot: true);

    /// <summary>The path below the root of the tree; <c>.</c> for the root itself.</summary>
    internal FilePath PathBelowRoot => _parent is null ? FilePath.FromBytes("."u8) : Joined(PartsBelowRoot(), withRoot: false);

    /// <summary>Opens the root of a tree; symbolic links on the way are followed.</summary>
    /// <exception cref="NativeIOException">It cannot be opened, or is not a directory.</exception>
    internal static OpenDirectory Root(FilePath path)
    {
        SafeFileHandle? handle = null;
        NativeResult opened = Interruptions.Retry(() => NativePlatform.Trees.OpenDirectory(path, out handle));
        return opened.Succeeded
            ? new OpenDirectory(handle!, null, path)
            : throw new NativeIOException("open the directory", path, opened.Error);
    }

    /// <summary>Opens a directory for single names in it; the permission to search it suffices.</summary>
    /// <exception cref="NativeIOException">It cannot be opened, or is not a directory.</exception>
    internal static OpenDirectory Holding(FilePath path)
    {
        NativeResult opened = HoldingDirectory.Open(path, out SafeFileHandle? handle, out bool isReadable);
        return opened.Succeeded
            ? new OpenDirectory(handle!, null, path, isReadable)
            : throw new NativeIOException("open the directory", path, opened.Error);
    }

    /// <summary>Takes over the descriptor of a root that was opened by other means.</summary>
    internal static OpenDirectory Root(FilePath path, SafeFileHandle handle) => new(handle, null, path);

    /// <summary>
    /// Enumerates this directory, then its parent, and so on up to the root of the file system, or to one that may not
    /// be searched. Each stays open until the next is requested; the parents only for single names in them.
    /// </summary>
    /// <remarks>
    /// Through descriptors: the path or mount through which this directory was reached does not matter.
    /// </remarks>
    internal IEnumerable<OpenDirectory> WithThoseAbove()
    {
        OpenDirectory directory = Retain();
        try
        {
            while (true)
            {
                yield return directory;
                var entry = new DirectoryEntry(directory, s_above);
                if (Entries.TryOpen(entry, EntryOpening.Identify, out SafeFileHandle? handle).IsError)
                {
                    yield break;
                }

                using OpenDirectory below = directory;
                directory = new OpenDirectory(handle!, below, s_above, isReadable: false);
                if (IsSame(below, directory))
                {
                    yield break; // above the root is the root
                }
            }
        }
        finally
        {
            directory.Dispose();
        }
    }

    /// <summary>Takes over the descriptor of a subdirectory.</summary>
    internal OpenDirectory Child(FilePath name, SafeFileHandle handle) => new(handle, this, name);

    /// <summary>
    /// Returns the same directory with a new descriptor, which is taken over, after the old one was closed.
    /// </summary>
    internal OpenDirectory Reopened(SafeFileHandle handle) => new(handle, _parent, _name);

    /// <summary>Returns the path of an entry, for messages.</summary>
    internal FilePath PathOf(FilePath name) => Path.Join(name);

    /// <summary>Returns the path of an entry below the root of the tree.</summary>
    internal FilePath PathBelowRootOf(FilePath name) => _parent is null ? name : PathBelowRoot.Join(name);

    /// <summary>Waits until the names in it are durable.</summary>
    /// <returns>0, or the error.</returns>
    internal NativeResult Flush() => HoldingDirectory.Flush(Handle, IsReadable);

    /// <summary>Keeps it open for one more user.</summary>
    internal OpenDirectory Retain()
    {
        Interlocked.Increment(ref _uses);
        return this;
    }

    /// <summary>Ends one use; the last one closes the descriptor.</summary>
    public void Dispose()
    {
        if (Interlocked.Decrement(ref _uses) == 0)
        {
            Handle.Dispose();
        }
    }

    private static bool IsSame(OpenDirectory one, OpenDirectory other) =>
        Entries.IsSame(
            Entries.Status(one.Handle, new DirectoryEntry(one, s_itself)), Entries.Status(other.Handle, new DirectoryEntry(other, s_itself)));

    // A loop, because trees may be thousands of levels deep.
    private List<FilePath> PartsBelowRoot()
    {
        List<FilePath> parts = [];
        OpenDirectory directory = this;
        for (; directory._parent is { } parent; directory = parent)
        {
            parts.Add(directory._name);
        }

        parts.Add(directory._name);
        parts.Reverse();
        return parts;
    }

    private static FilePath Joined(List<FilePath> parts, bool withRoot)
    {
        List<byte> bytes = [];
        foreach (FilePath part in parts.Skip(withRoot ? 0 : 1))
        {
            if (bytes.Count > 0 && bytes[^1] != (byte)'/')
            {
                bytes.Add((byte)'/');
            }

            bytes.AddRange(part.Bytes);
        }

        return FilePath.FromBytes(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(bytes));
    }
}

/// <summary>A name in an open directory.</summary>
/// <param name="Directory">The directory; must stay open while the entry is used.</param>
/// <param name="Name">One component.</param>
internal readonly record struct DirectoryEntry(OpenDirectory Directory, FilePath Name)
{
    /// <summary>The path, for messages.</summary>
    internal FilePath Path => Name.Bytes is [(byte)'.'] ? Directory.Path : Directory.PathOf(Name);
}
