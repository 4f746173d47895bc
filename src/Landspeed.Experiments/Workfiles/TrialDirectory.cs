using System.Buffers;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>A directory of a run's own, removed with everything in it.</summary>
/// <remarks>
/// Marked as ours, and locked for as long as the run lives: so <see cref="TrialLeftovers"/> can distinguish one that a killed run
/// has left from one that is in use. Safe for all threads.
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

    /// <summary>Its path.</summary>
    internal FilePath Path => _parent.Join(_name);

    /// <summary>
    /// A path to it that .NET's file classes can use, as long as it is not disposed: its own, unless that is no text.
    /// </summary>
    internal FilePath ForFramework =>
        TextPath.IsPlain(Path) ? Path : FilePath.FromText(NativePlatform.Trees.TextPathOf(_held));

    /// <summary>Where it is now: somebody may have moved it.</summary>
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

    /// <summary>Makes it, for its owner only, under a name that nothing else has.</summary>
    /// <param name="parent">Where.</param>
    /// <param name="purpose">A word for its name: landspeed-PURPOSE-0123456789abcdef.</param>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
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

        // In this order: what is marked and not locked is a leftover. Where one of the two cannot be had, it is never one.
        if (NativePlatform.Files.TryLock(held!, FileLockKind.Exclusive).Succeeded)
        {
            OwnershipMark.TryMarkDirectory(held!);
        }

        return new TrialDirectory(parent, name, above!, held!);
    }

    /// <summary>Whether a name is one that <see cref="Create"/> gives.</summary>
    internal static bool IsName(FilePath name)
    {
        int dash = name.Bytes.LastIndexOf((byte)'-');
        return name.Bytes.StartsWith(s_prefix)
            && dash > s_prefix.Length
            && name.Bytes[(dash + 1)..].Length == Digits
            && name.Bytes[(dash + 1)..].IndexOfAnyExcept(s_digits) < 0;
    }

    /// <summary>Removes an entry of that name and everything below; what cannot be removed stays to be seen.</summary>
    /// <param name="parent">The directory it lies in.</param>
    /// <param name="name">Its name.</param>
    /// <remarks>Follows no symbolic link, and enters nothing that is mounted below.</remarks>
    internal static void Remove(SafeFileHandle parent, FilePath name)
    {
        if (NativePlatform.Files.Status(parent, out FileStatus status).Succeeded)
        {
            // Not disposed: the descriptor stays the caller's.
            OpenDirectory directory = OpenDirectory.Root(FilePath.FromBytes("."u8), parent);
            new TreeRemoval(isKept: null, removed: null, isDry: false, CancellationToken.None).Remove(directory, name, status, out _);
        }
    }

    /// <summary>Makes a directory in it.</summary>
    /// <param name="name">A name that is free.</param>
    /// <returns>Its path.</returns>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    /// <exception cref="ObjectDisposedException">After <see cref="Dispose"/> or <see cref="Keep"/>.</exception>
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

    /// <summary>Gives a directory in it another name.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="newName">A name that is free.</param>
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

    /// <summary>Lets it stay: it is a person's now.</summary>
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

    /// <summary>Removes it; a second call does nothing. Never throws: what cannot be removed stays to be seen.</summary>
    public void Dispose()
    {
        lock (_turn)
        {
            // Through the descriptor: the directory above may have another name by now.
            if (IsStill())
            {
                Remove(_above, _name);
            }

            _held.Dispose();
            _above.Dispose();
        }
    }

    /// <summary>Opens an entry of it, following no link.</summary>
    /// <param name="name">The entry.</param>
    /// <returns>Null where there is no directory of that name any more.</returns>
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

    // Somebody may have moved it, and put something of his own in its place.
    private bool IsStill() =>
        !_held.IsClosed
        && NativePlatform.Trees.Status(_above, _name, out FileStatus named).Succeeded
        && NativePlatform.Files.Status(_held, out FileStatus held).Succeeded
        && FileIdentity.Of(named) == FileIdentity.Of(held);
}
