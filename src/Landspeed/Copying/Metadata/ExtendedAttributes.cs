using System.Buffers;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// Preserves extended attributes, including access lists and capabilities, which are stored as attributes.
/// </summary>
/// <remarks>
/// Our own marks (<c>user.landspeed</c>, <c>.part</c>, <c>.filling</c>) identify the file they are on, and so are not
/// copied.
/// </remarks>
internal static class ExtendedAttributes
{
    /// <summary>
    /// Maximum length of all names of a file together, and of one value: 65,536 bytes (XATTR_LIST_MAX).
    /// </summary>
    internal const int LongestList = 64 * 1024;

    private const int LongestValue = 64 * 1024;
    private const long RoomForAttributes = 1L << 20; // with so much left a volume is not full: attributes take far less

    /// <summary>
    /// Returns the names of a file's attributes, each followed by a zero byte; empty if there are none.
    /// </summary>
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

    /// <summary>True if files created in the directory inherit an access list.</summary>
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

    /// <summary>Sets the source's attributes, and removes those that only the target has.</summary>
    /// <returns>True if anything changed.</returns>
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
            bool dropsCapabilities = Has(names, SetIds.Capabilities)
                && SetIds.AreDropped("capabilities", source, target, entry, context);
            foreach (Range range in new AttributeNames(names))
            {
                ReadOnlySpan<byte> name = names[range];
                if (dropsCapabilities && name.SequenceEqual(SetIds.Capabilities))
                {
                    continue;
                }

                changed |= !StaysBehind(name) && KeepOne(source, name, target, Has(present, name), values, entry, context);
            }

            foreach (Range range in new AttributeNames(present))
            {
                ReadOnlySpan<byte> name = present[range];
                bool isDropped = dropsCapabilities && name.SequenceEqual(SetIds.Capabilities);
                bool stays = !isDropped && (StaysBehind(name) || IsGiven(name) || Has(names, name));
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
            // It was removed since the names were listed: there is nothing to preserve.
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

            // Permissions are preserved separately. The target may have inherited more from its directory.
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

    // ext4 keeps one block of attributes, btrfs and XFS have other limits; a full volume reports the same error.
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

    /// <summary>True if a name is among concatenated names.</summary>
    internal static bool Has(ReadOnlySpan<byte> names, ReadOnlySpan<byte> name)
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

    /// <summary>True if an attribute belongs to one file only, and so is not copied.</summary>
    /// <remarks>
    /// XFS shows every access list to root a second time, under another name. On other file systems this name means
    /// nothing. On XFS, removing it because the source lacks it also removes the list.
    /// </remarks>
    internal static bool StaysBehind(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("user.landspeed"u8)
        || name.SequenceEqual("user.landspeed.part"u8)
        || name.SequenceEqual("user.landspeed.filling"u8)
        || name.StartsWith("trusted.SGI_ACL_"u8);

    /// <summary>True if the file system itself gives files an attribute.</summary>
    /// <remarks>
    /// SELinux labels every file, and NFS shows the permissions of each as an access list: neither can be removed. On
    /// btrfs a file inherits its directory's compression.
    /// </remarks>
    internal static bool IsGiven(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("security.selinux"u8)
        || name.SequenceEqual(NfsAccessList.Name)
        || name.SequenceEqual("btrfs.compression"u8);
}

/// <summary>Enumerates concatenated names, each ending with a zero byte.</summary>
internal ref struct AttributeNames(ReadOnlySpan<byte> names)
{
    private readonly ReadOnlySpan<byte> _names = names;
    private int _next;

    /// <summary>Range of the name, without its zero byte.</summary>
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
