using System.Buffers;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>Keeps extended attributes, access lists and capabilities, which are attributes as well.</summary>
/// <remarks>
/// Marks of our own (<c>user.landspeed</c>, <c>.part</c>, <c>.filling</c>) name the file that they are on, and so stay
/// behind.
/// </remarks>
internal static class ExtendedAttributes
{
    /// <summary>Bytes that all names of a file have together at most: 65,536 (XATTR_LIST_MAX), and so has a value.</summary>
    internal const int LongestList = 64 * 1024;

    private const int LongestValue = 64 * 1024;
    private const long RoomForAttributes = 1L << 20; // with so much left a volume is not full: attributes take far less

    /// <summary>The names that a file has, each with a zero behind it; none where there are no attributes.</summary>
    internal static ReadOnlySpan<byte> List(
        SafeFileHandle file, Span<byte> room, DirectoryEntry entry, PreservationContext context)
    {
        NativeResult listed = NativePlatform.Trees.ListAttributes(file, room);
        if (listed.Succeeded)
        {
            return room[..(int)listed.Value];
        }

        if (listed.Error.Kind != NativeErrorKind.NotSupported)
        {
            FileMetadata.Report(listed.Error, "extended attributes", entry, context);
        }

        return default;
    }

    /// <summary>Whether a directory hands an access list on to what is made in it.</summary>
    internal static bool HasDefaultAccessList(SafeFileHandle directory)
    {
        byte[] room = ArrayPool<byte>.Shared.Rent(LongestList);
        try
        {
            NativeResult listed = NativePlatform.Trees.ListAttributes(directory, room);
            return listed.Succeeded && Has(room.AsSpan(0, (int)listed.Value), "system.posix_acl_default"u8);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(room);
        }
    }

    /// <summary>Sets what the source has, and removes what only the target has.</summary>
    /// <returns>Whether anything changed.</returns>
    internal static bool Keep(
        SafeFileHandle source,
        ReadOnlySpan<byte> names,
        SafeFileHandle target,
        bool mayHaveSome,
        DirectoryEntry entry,
        PreservationContext context)
    {
        byte[] room = ArrayPool<byte>.Shared.Rent(LongestList + LongestValue + LongestValue);
        try
        {
            ReadOnlySpan<byte> present = mayHaveSome ? List(target, room.AsSpan(0, LongestList), entry, context) : default;
            Span<byte> values = room.AsSpan(LongestList);
            bool changed = false;
            foreach (Range range in new AttributeNames(names))
            {
                ReadOnlySpan<byte> name = names[range];
                changed |= !StaysBehind(name) && KeepOne(source, name, target, Has(present, name), values, entry, context);
            }

            foreach (Range range in new AttributeNames(present))
            {
                ReadOnlySpan<byte> name = present[range];
                bool stays = StaysBehind(name) || IsGiven(name) || Has(names, name);
                changed |= !stays && Remove(target, name, entry, context);
            }

            return changed;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(room);
        }
    }

    private static bool KeepOne(
        SafeFileHandle source,
        ReadOnlySpan<byte> bytes,
        SafeFileHandle target,
        bool isPresent,
        Span<byte> room,
        DirectoryEntry entry,
        PreservationContext context)
    {
        ITreeCalls calls = NativePlatform.Trees;
        FilePath name = FilePath.FromBytes(bytes);
        NativeResult got = calls.GetAttribute(source, name, room[..LongestValue]);
        if (got.Failed)
        {
            // Somebody removed it since the names were listed: then there is nothing to keep.
            NativeError error = got.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : got.Error;
            FileMetadata.Report(error, $"extended attribute {name.Display}", entry, context);
            Lost(error, entry, context);
            return false;
        }

        ReadOnlySpan<byte> value = room[..(int)got.Value];
        bool isOfPermissions = bytes.SequenceEqual(NfsAccessList.Name) && NfsAccessList.IsOfPermissions(value);
        if (isPresent || isOfPermissions)
        {
            Span<byte> other = room[LongestValue..];
            NativeResult has = calls.GetAttribute(target, name, other[..LongestValue]);
            other = has.Succeeded ? other[..(int)has.Value] : default;
            bool isEqual = has.Succeeded && value.SequenceEqual(other);

            // The permissions are kept as such. A directory may have handed on more.
            if (isEqual || (isOfPermissions && (has.Failed || NfsAccessList.IsOfPermissions(other))))
            {
                return false;
            }
        }

        NativeResult set = calls.SetAttribute(target, name, value);
        Lost(set.Error, entry, context);
        if (IsTooLarge(set.Error, target, value.Length))
        {
            FilePath path = entry.Path;
            context.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.NotPreserved,
                path,
                $"the extended attribute {name.Display} of {path.Display} "
                    + FormattableString.Invariant($"({value.Length} bytes) could not be kept: the file system of the ")
                    + $"target does not keep so much for one file ({set.Error.Name})"));
            return false;
        }

        FileMetadata.Report(set.Error, $"extended attribute {name.Display}", entry, context);
        return set.Succeeded;
    }

    private static void Lost(NativeError error, DirectoryEntry entry, PreservationContext context)
    {
        if (error.IsError)
        {
            context.AttributeLost?.Invoke(entry);
        }
    }

    // ext4 keeps one block of attributes, btrfs and XFS have limits of their own; a volume that is full says the same.
    private static bool IsTooLarge(NativeError error, SafeFileHandle target, int length) =>
        (error.Kind == NativeErrorKind.NoSpace
            && NativePlatform.Files.Volume(target, out VolumeStatus volume).Succeeded
            && volume.AvailableBytes > RoomForAttributes + length)
        || error.Name is "E2BIG" or "ERANGE";

    private static bool Remove(
        SafeFileHandle target, ReadOnlySpan<byte> bytes, DirectoryEntry entry, PreservationContext context)
    {
        FilePath name = FilePath.FromBytes(bytes);
        NativeResult removed = NativePlatform.Trees.RemoveAttribute(target, name);
        if (removed.Error.Kind is not (NativeErrorKind.None or NativeErrorKind.NotFound))
        {
            FileMetadata.Report(removed.Error, $"absence of the extended attribute {name.Display}", entry, context);
        }

        return removed.Succeeded;
    }

    private static bool Has(ReadOnlySpan<byte> names, ReadOnlySpan<byte> name)
    {
        foreach (Range range in new AttributeNames(names))
        {
            if (names[range].SequenceEqual(name))
            {
                return true;
            }
        }

        return false;
    }

    // XFS shows root every access list a second time under a name of its own: elsewhere it means nothing, and who takes it
    // away there because the source lacks it takes the list away.
    private static bool StaysBehind(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("user.landspeed"u8)
        || name.SequenceEqual("user.landspeed.part"u8)
        || name.SequenceEqual("user.landspeed.filling"u8)
        || name.StartsWith("trusted.SGI_ACL_"u8);

    // SELinux labels every file, and NFS shows the permissions of each as an access list: neither can be removed. On
    // btrfs a file inherits its directory's compression.
    private static bool IsGiven(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("security.selinux"u8)
        || name.SequenceEqual(NfsAccessList.Name)
        || name.SequenceEqual("btrfs.compression"u8);
}

/// <summary>Walks over names that lie one behind the other, each with a zero at its end.</summary>
internal ref struct AttributeNames(ReadOnlySpan<byte> names)
{
    private readonly ReadOnlySpan<byte> _names = names;
    private int _next;

    /// <summary>Where the name lies, without its zero.</summary>
    public Range Current { get; private set; }

    public readonly AttributeNames GetEnumerator() => this;

    public bool MoveNext()
    {
        int length = _names[_next..].IndexOf((byte)0);
        if (length <= 0)
        {
            return false;
        }

        Current = _next..(_next + length);
        _next += length + 1;
        return true;
    }
}
