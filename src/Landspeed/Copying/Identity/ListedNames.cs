using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Identity;

/// <summary>
/// The names listed by a directory of the target. A file system that equates names, as FAT does with <c>F1</c> and
/// <c>f1</c>, finds a file under names it was never given; this tells those apart from its listed name.
/// </summary>
/// <remarks>Lists the directory on first use, and only if its file system may equate names. Thread-safe.</remarks>
/// <param name="volumes">The kinds of file systems.</param>
internal sealed class ListedNames(VolumeKinds volumes)
{
    private const byte CaseBit = 0x20;

    private readonly Lock _turn = new();
    private HashSet<Hash128>? _names;
    private bool _isExact;

    /// <summary>Checks whether the directory lists exactly the name under which something was found.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="device">Its device.</param>
    /// <param name="name">The name.</param>
    internal bool Contains(OpenDirectory directory, DeviceNumber device, FilePath name)
    {
        lock (_turn)
        {
            if (_names is null && !_isExact)
            {
                _isExact = !MayTakeForAnother(directory, volumes.Of(directory, device));
                _names = _isExact ? null : Read(directory);
            }

            // Names added since are listed now.
            return _isExact || IsIn(_names, name) || IsIn(_names = Read(directory), name);
        }
    }

    private static bool IsIn(HashSet<Hash128>? names, FilePath name) =>
        names is null || names.Contains(Xxh3.Hash128(name.Bytes));

    // Null if it cannot be listed, so that nothing is known.
    private static HashSet<Hash128>? Read(OpenDirectory directory)
    {
        HashSet<Hash128> names = [];
        NativeError error = new DirectoryListing().ForEach(directory, (name, _) =>
        {
            names.Add(Xxh3.Hash128(name));
            return true;
        });
        return error.IsError ? null : names;
    }

    // Some file systems fold case where configured, by volume or by directory: one name in the directory reveals it.
    private static bool MayTakeForAnother(OpenDirectory directory, string fileSystem)
    {
        if (!FileSystemNames.HasOwnInodes(fileSystem) || fileSystem is "vfat" or "exfat" or "ntfs3" or "zfs")
        {
            return true;
        }

        FilePath? listed = null;
        _ = new DirectoryListing().ForEach(directory, (name, _) =>
        {
            listed = name.IndexOfAnyInRange((byte)'a', (byte)'z') < 0 ? null : FilePath.FromBytes(name);
            return listed is null;
        });
        if (listed is null)
        {
            return false;
        }

        byte[] other = listed.Bytes.ToArray();
        int letter = other.AsSpan().IndexOfAnyInRange((byte)'a', (byte)'z');
        other[letter] ^= CaseBit;
        var flipped = FilePath.FromBytes(other);
        return NativePlatform.Trees.Status(directory.Handle, flipped, out _).Succeeded
            && Read(directory)?.Contains(Xxh3.Hash128(flipped.Bytes)) == false;
    }
}
