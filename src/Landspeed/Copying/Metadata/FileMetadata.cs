using System.Buffers;
using System.Globalization;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.FilePermissions;

namespace Landspeed.Copying.Metadata;

/// <summary>Preserves the metadata of a file or directory.</summary>
/// <remarks>
/// The order matters. Giving a file away clears its set-id bits and capabilities, so the owner comes first. An access
/// list changes permission bits, and a file that its owner may not write accepts no attributes, so both come before
/// permissions. Everything changes times, so they come last. Values that are already right are not set again.
/// Thread-safe for different files.
/// </remarks>
internal static class FileMetadata
{
    private const uint Unchanged = uint.MaxValue;

    /// <summary>Gives a target its source's metadata, whatever it has now.</summary>
    /// <param name="source">The source, open.</param>
    /// <param name="sourceStatus">Its status before it was read.</param>
    /// <param name="target">The target, open.</param>
    /// <param name="entry">The target's current or future place, for messages.</param>
    /// <param name="context">The run.</param>
    /// <exception cref="NativeIOException">The system does not report the target's status.</exception>
    internal static void Keep(
        SafeFileHandle source,
        in FileStatus sourceStatus,
        SafeFileHandle target,
        DirectoryEntry entry,
        PreservationContext context)
    {
        FileStatus status = Entries.Status(target, entry);
        byte[] room = ArrayPool<byte>.Shared.Rent(ExtendedAttributes.LongestList);
        try
        {
            ReadOnlySpan<byte> names = ExtendedAttributes.List(source, room, entry, context);
            var traits = new TargetTraits(status.Device, status.UserId, status.GroupId, status.Permissions, MayHaveAttributes: true)
            {
                HasTime = KeptTime.IsSame(sourceStatus.Modified, status.Modified),
            };
            bool timesDiffer = status.Modified != sourceStatus.Modified || status.Accessed != sourceStatus.Accessed;
            Keep(source, names, sourceStatus, target, traits, entry, context, timesDiffer);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(room);
        }
    }

    /// <summary>Does the same for a caller that knows the target's traits and the source's attributes.</summary>
    internal static void Keep(
        SafeFileHandle source,
        ReadOnlySpan<byte> names,
        in FileStatus sourceStatus,
        SafeFileHandle target,
        in TargetTraits traits,
        DirectoryEntry entry,
        PreservationContext context,
        bool timesDiffer = true)
    {
        int permissions = sourceStatus.Permissions;
        if (sourceStatus.Kind == FileKind.Regular && (permissions & (SetUserId | SetGroupId)) != 0
            && SetIds.AreDropped("set-user-ID and set-group-ID permissions", source, target, entry, context))
        {
            permissions &= ~(SetUserId | SetGroupId);
        }

        int wanted = permissions & ~KeepOwner(sourceStatus, target, traits, entry, context);
        bool ownerChanged = traits.UserId != sourceStatus.UserId || traits.GroupId != sourceStatus.GroupId;
        bool attributesChanged = (!names.IsEmpty || traits.MayHaveAttributes)
            && ExtendedAttributes.Keep(source, names, target, traits.MayHaveAttributes, entry, context);
        if (traits.Permissions != wanted || attributesChanged || (ownerChanged && (wanted & (SetUserId | SetGroupId)) != 0))
        {
            KeepPermissions(target, wanted, traits.Device, entry, context);
            timesDiffer |= attributesChanged;
        }

        if (timesDiffer || attributesChanged)
        {
            KeepTimes(target, sourceStatus, traits, entry, context);
        }
    }

    /// <summary>Gives a symbolic link or a special file its source's owner, permissions and times.</summary>
    /// <param name="sourceStatus">Status of the source.</param>
    /// <param name="entry">The target, created by the caller.</param>
    /// <param name="final">Its final name, for messages.</param>
    /// <param name="context">The run.</param>
    /// <exception cref="NativeIOException">The system does not report the target's status.</exception>
    internal static void KeepByName(
        in FileStatus sourceStatus, DirectoryEntry entry, DirectoryEntry final, PreservationContext context)
    {
        ITreeCalls calls = NativePlatform.Trees;
        SafeFileHandle directory = entry.Directory.Handle;
        FileStatus target = Entries.Status(entry);
        int lost = 0;
        if (target.UserId != sourceStatus.UserId || target.GroupId != sourceStatus.GroupId)
        {
            NativeError error = calls.SetEntryOwner(directory, entry.Name, sourceStatus.UserId, sourceStatus.GroupId).Error;
            if (error.IsError && target.GroupId != sourceStatus.GroupId)
            {
                calls.SetEntryOwner(directory, entry.Name, Unchanged, sourceStatus.GroupId);
            }

            Report(error, Owner(sourceStatus), final, context);
            lost = error.IsError ? SetUserId | SetGroupId : 0;
        }

        int wanted = sourceStatus.Permissions & ~lost;
        if (sourceStatus.Kind != FileKind.SymbolicLink && target.Permissions != wanted)
        {
            Report(calls.SetEntryPermissions(directory, entry.Name, wanted).Error, Permissions(wanted), final, context);
        }

        if (target.Modified != sourceStatus.Modified || target.Accessed != sourceStatus.Accessed)
        {
            NativeResult set = calls.SetEntryTimes(
                directory, entry.Name, sourceStatus.Accessed, sourceStatus.Modified);
            Report(set.Error, "times", final, context);
            if (set.Succeeded && !KeptTime.IsSame(sourceStatus.Modified, target.Modified)
                && context.Times.MayLose(target.Device, sourceStatus.Modified))
            {
                context.Times.Compare(target.Device, sourceStatus.Modified, Entries.Status(entry).Modified, final);
            }
        }
    }

    /// <summary>Reports that something could not be preserved.</summary>
    internal static void Report(NativeError error, string what, DirectoryEntry entry, PreservationContext context)
    {
        if (error.IsError)
        {
            FilePath path = entry.Path;
            context.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.NotPreserved, path, $"the {what} of {path.Display} could not be kept: {error}"));
        }
    }

    private static void KeepTimes(
        SafeFileHandle target, in FileStatus source, in TargetTraits traits, DirectoryEntry entry, PreservationContext context)
    {
        NativeResult set = NativePlatform.Trees.SetTimes(target, source.Accessed, source.Modified);
        Report(set.Error, "times", entry, context);
        if (set.Succeeded && !traits.HasTime && context.Times.MayLose(traits.Device, source.Modified))
        {
            context.Times.Compare(traits.Device, source.Modified, Entries.Status(target, entry).Modified, entry);
        }
    }

    // Returns the set-id bits that must not be set, because they would grant another user's rights.
    private static int KeepOwner(
        in FileStatus source, SafeFileHandle target, in TargetTraits traits, DirectoryEntry entry, PreservationContext context)
    {
        if (traits.UserId == source.UserId && traits.GroupId == source.GroupId)
        {
            return 0;
        }

        ITreeCalls calls = NativePlatform.Trees;
        NativeResult set = calls.SetOwner(target, source.UserId, source.GroupId);
        if (set.Succeeded)
        {
            return 0;
        }

        bool groupKept = traits.GroupId == source.GroupId
            || (traits.UserId != source.UserId && calls.SetOwner(target, Unchanged, source.GroupId).Succeeded);
        int lost = (traits.UserId == source.UserId ? 0 : SetUserId) | (groupKept ? 0 : SetGroupId);
        Report(set.Error, Owner(source), entry, context);
        if ((source.Permissions & lost) != 0)
        {
            Report(set.Error, "set-id permission, which belongs to that owner,", entry, context);
        }

        return lost;
    }

    private static void KeepPermissions(
        SafeFileHandle target, int wanted, DeviceNumber device, DirectoryEntry entry, PreservationContext context)
    {
        NativeResult set = NativePlatform.Trees.SetPermissions(target, wanted);
        Report(set.Error, Permissions(wanted), entry, context);
        bool mayLoseGroup = (wanted & SetGroupId) != 0 && !context.Identity.IsRoot;
        if (set.Failed || (!mayLoseGroup && !context.Permissions.MayLose(device)))
        {
            return;
        }

        // For a user who is not in the group, the system clears the set-group-id bit without an error; some file
        // systems always clear it.
        int now = Entries.Status(target, entry).Permissions;
        if (mayLoseGroup && (wanted & ~now) == SetGroupId)
        {
            Report(NativeError.Of(NativeErrorKind.NotPermitted), Permissions(wanted), entry, context);
        }
        else
        {
            context.Permissions.Compare(device, wanted, now, entry);
        }
    }

    private static string Owner(in FileStatus source) =>
        string.Create(CultureInfo.InvariantCulture, $"owner {source.UserId}:{source.GroupId}");

    private static string Permissions(int wanted) =>
        string.Create(CultureInfo.InvariantCulture, $"permissions {Convert.ToString(wanted, 8)}");
}

/// <summary>What a target already has, so that nothing is set twice.</summary>
/// <param name="Device">Its file system.</param>
/// <param name="UserId">Owner.</param>
/// <param name="GroupId">Group.</param>
/// <param name="Permissions">The 12 permission bits; negative when unknown.</param>
/// <param name="MayHaveAttributes">True if it may already have extended attributes or an access list.</param>
internal readonly record struct TargetTraits(
    DeviceNumber Device, uint UserId, uint GroupId, int Permissions, bool MayHaveAttributes)
{
    /// <summary>True if it has the source's time as far as its file system can keep it.</summary>
    internal bool HasTime { get; init; }
}
