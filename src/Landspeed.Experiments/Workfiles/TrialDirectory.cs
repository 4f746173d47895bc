using System.Buffers;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>A run's own directory, removed with everything in it.</summary>
/// <remarks>
/// Marked as ours, and locked while the run exists, so that <see cref="TrialLeftovers"/> can distinguish a directory
/// that a killed run left from one that is in use. Safe for all threads.
/// </remarks>
internal sealed class TrialDirectory : IDisposable
{
    private const int Digits = 16;
    private static readonly SearchValues<byte> s_digits = SearchValues.Create("0123456789abcdef"u8);
    private static readonly byte[] s_prefix = "landspeed-"u8.ToArray();

    private readonly Lock _turn = new();
    private readonly FilePath _parent;
    private readonly FilePath _name;
    private readonly SafeFileHandle _above;
    private readonly SafeFileHandle _held;

    private TrialDirectory(FilePath parent, FilePath name, SafeFileHandle above, SafeFileHandle held)
    {
        (_parent, _name, _above, _held) = (parent, name, above, held);
    }

    internal FilePath Path => _parent.Join(_name);

    /// <summary>
    /// A path to it that .NET's file classes can use until it is disposed: its own, unless that is not text.
    /// </summary>
    internal FilePath ForFramework =>
        TextPath.IsPlain(Path) ? Path : FilePath.FromText(NativePlatform.Trees.TextPathOf(_held));

    /// <summary>Its current path: it may have been moved.</summary>
    internal FilePath Whereabouts
    {
        get
        {
            lock (_turn)
            {
                return _held.IsClosed ? Path : NativePlatform.Trees.NameOf(_held) ?? Path;
            }
        }
    }

    /// <summary>Creates it, for its owner only, under a unique name.</summary>
    /// <param name="parent">The directory in which it is created.</param>
    /// <param name="purpose">A word for its name: landspeed-PURPOSE-0123456789abcdef.</param>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    internal static TrialDirectory Create(FilePath parent, string purpose)
    {
        var name = FilePath.FromText($"landspeed-{purpose}-{TemporaryNames.NewRun()}");
        NativeResult made = HoldingDirectory.Open(parent, out SafeFileHandle? above);
        made = made.Failed ? made : NativePlatform.Trees.CreateDirectory(above!, name, FilePermissions.OwnDirectory);
        SafeFileHandle? held = null;
        made = made.Failed ? made : NativePlatform.Trees.Open(above!, name, EntryOpening.Directory, 0, out held);
        if (made.Failed)
        {
            above?.Dispose();
            throw new NativeIOException("make the directory", parent.Join(name), made.Error);
        }

        // In this order: what is marked and not locked is a leftover. If one of the two is not available, it never is
        // one.
        if (NativePlatform.Files.TryLock(held!, FileLockKind.Exclusive).Succeeded)
        {
            OwnershipMark.TryMarkDirectory(held!);
        }

        return new TrialDirectory(parent, name, above!, held!);
    }

    /// <summary>Tells whether a name is one that <see cref="Create"/> gives.</summary>
    internal static bool IsName(FilePath name)
    {
        int dash = name.Bytes.LastIndexOf((byte)'-');
        return name.Bytes.StartsWith(s_prefix)
            && dash > s_prefix.Length
            && name.Bytes[(dash + 1)..].Length == Digits
            && name.Bytes[(dash + 1)..].IndexOfAnyExcept(s_digits) < 0;
    }

    /// <summary>Removes an entry of that name and everything below; what cannot be removed remains visible.</summary>
    /// <param name="parent">The directory that contains it.</param>
    /// <param name="name">Its name.</param>
    /// <remarks>Does not follow symbolic links or enter file systems mounted below.</remarks>
    internal static void Remove(SafeFileHandle parent, FilePath name)
    {
        if (NativePlatform.Files.Status(parent, out FileStatus status).Succeeded)
        {
            // Not disposed: the descriptor remains owned by the caller.
            OpenDirectory directory = OpenDirectory.Root(FilePath.FromBytes("."u8), parent);
            new TreeRemoval(isKept: null, removed: null, isDry: false, CancellationToken.None).Remove(directory, name, status, out _);
        }
    }

    /// <summary>Creates a directory in it.</summary>
    /// <param name="name">An unused name.</param>
    /// <returns>Its path.</returns>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="ObjectDisposedException">Called after <see cref="Dispose"/> or <see cref="Keep"/>.</exception>
    internal FilePath Make(string name)
    {
        var entry = FilePath.FromText(name);
        lock (_turn)
        {
            ObjectDisposedException.ThrowIf(_held.IsClosed, this);
            NativeResult made = NativePlatform.Trees.CreateDirectory(_held, entry, FilePermissions.OwnDirectory);
            return made.Succeeded ? Path.Join(entry) : throw new NativeIOException("make the directory", Path.Join(entry), made.Error);
        }
    }

    /// <summary>Renames a directory in it.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="newName">An unused name.</param>
    /// <exception cref="NativeIOException">It cannot be renamed.</exception>
    internal void Rename(FilePath name, string newName)
    {
        lock (_turn)
        {
            ObjectDisposedException.ThrowIf(_held.IsClosed, this);
            NativeResult renamed = NativePlatform.Trees.Rename(_held, name, _held, FilePath.FromText(newName), RenameRule.Replace);
            if (renamed.Failed)
            {
                throw new NativeIOException("rename the directory", Path.Join(name), renamed.Error);
            }
        }
    }

    /// <summary>Keeps it: it now belongs to the user.</summary>
    internal void Keep()
    {
        lock (_turn)
        {
            if (!_held.IsClosed)
            {
                OwnershipMark.UnmarkDirectory(_held);
                _held.Dispose();
                _above.Dispose();
            }
        }
    }

    /// <summary>Removes it; a second call does nothing. Never throws: what cannot be removed remains visible.</summary>
    public void Dispose()
    {
        lock (_turn)
        {
            // Through the descriptor: the directory above may have been renamed.
            if (IsStill())
            {
                Remove(_above, _name);
            }

            _held.Dispose();
            _above.Dispose();
        }
    }

    /// <summary>Opens an entry of it, without following links.</summary>
    /// <param name="name">The entry.</param>
    /// <returns>The handle, or null if there is no directory of that name any more.</returns>
    internal SafeFileHandle? OpenBelow(FilePath name)
    {
        lock (_turn)
        {
            return !_held.IsClosed
                && NativePlatform.Trees.Open(_held, name, EntryOpening.Directory, 0, out SafeFileHandle? below).Succeeded
                    ? below : null;
        }
    }

    /// <summary>Removes an entry of it and everything below.</summary>
    /// <param name="name">The entry.</param>
    internal void RemoveBelow(FilePath name)
    {
        lock (_turn)
        {
            if (!_held.IsClosed)
            {
                Remove(_held, name);
            }
        }
    }

    // It may have been moved, and something else put in its place.
    private bool IsStill() =>
        !_held.IsClosed
        && NativePlatform.Trees.Status(_above, _name, out FileStatus named).Succeeded
        && NativePlatform.Files.Status(_held, out FileStatus held).Succeeded
        && FileIdentity.Of(named) == FileIdentity.Of(held);
}
