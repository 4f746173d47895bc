using Landspeed.Copying.Content;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Copying one small file: unfinished target, content, metadata, close.</summary>
internal sealed partial class RegularFiles
{
    private FileCopyJob CopySmall(TreeEntry entry, SafeFileHandle source, bool share, FileTime began)
    {
        DirectoryEntry place = entry.TargetEntry;
        FileStatus status = entry.Source;
        _run.Limits.Copying.WaitAndTake(status.Length, _run.Stop);
        ReadOnlySpan<byte> names = ExtendedAttributes.List(source, _names, place, _run.Preservation);
        UnpublishedFile unfinished = Create(entry, hasAttributes: !names.IsEmpty, out TargetTraits traits);
        try
        {
            FileCopyJob job = Job(entry, source);
            job.Unfinished = unfinished;
            KeepFlags(entry, source, unfinished.Handle);
            bool isShared = share && Share(entry, source, unfinished.Handle);
            if (share)
            {
                ReadShared(entry, source, isShared, began);
            }

            job.Decision = isShared ? _shared : _copied;
            if (!isShared)
            {
                job.HoleBytes = _content.Write(source, status, unfinished.Handle, place, _run.Options.FillHoles);
                job.BytesCopied = status.Length - job.HoleBytes;
                ReadAgain(entry, source);
            }

            TakeDigests(job, entry);
            FileMetadata.Keep(source, names, status, unfinished.Handle, traits, place, _run.Preservation);
            if (_run.FlushesEach(entry.Pair.TargetStatus.Device))
            {
                using TrafficScope flushing = _run.Reporter.Flushing();
                unfinished.Flush();
            }

            unfinished.Close();
            SourceChanges.RequireName(entry.SourceEntry, status);

            _run.Reporter.Moved(status.Length);
            return job;
        }
        catch
        {
            unfinished.Remove();
            throw;
        }
    }

    // Its metadata, which is read afterwards, needs no mode.
    private void ReadAgain(TreeEntry entry, SafeFileHandle source)
    {
        if (!_run.Options.VerifySource || _content.Length == 0)
        {
            return;
        }

        DirectoryEntry place = entry.SourceEntry;
        _run.Limits.Verifying.WaitAndTake(_content.Length, _run.Stop);
        long? onDevice = null;
        if (!_run.Retries.Repeat(() => _content.IsReadAlike(source, place, out onDevice), place.Path, _run.Stop))
        {
            throw Entries.IsUnchanged(entry.Source, Entries.Status(source, place))
                ? SourceChanges.ReadDifferently(place.Path, new ByteRange(0, _content.Length))
                : SourceChanges.WhileRead(place);
        }

        _run.Reporter.VerifiedSource(_content.Length, onDevice is null ? _content.Length : 0, onDevice ?? 0);
    }

    private void KeepFlags(TreeEntry entry, SafeFileHandle source, SafeFileHandle target)
    {
        DirectoryPair pair = entry.Pair;
        if (_run.Volumes.Of(pair.Source, pair.SourceStatus.Device) == FileSystemNames.Btrfs
            && _run.Volumes.Of(pair.Target, pair.TargetStatus.Device) == FileSystemNames.Btrfs)
        {
            StorageFlags.Keep(source, entry.Source, target, entry.TargetEntry, _run.Preservation);
        }
    }

    private void TakeDigests(FileCopyJob job, TreeEntry entry)
    {
        _digest?.Append(_content.Bytes);
        job.TakeDigests(_digest);
        entry.Hash = _run.Options.Verify ? _content.Hash() : null;
    }

    // No other user may look before the source's owner, attributes and permissions are set. If the owner will be right
    // and nothing else follows, the file is created with its final permissions.
    private UnpublishedFile Create(TreeEntry entry, bool hasAttributes, out TargetTraits traits)
    {
        DirectoryPair pair = entry.Pair;
        FileStatus status = entry.Source;
        bool isPlain = !hasAttributes && !pair.HandsOnAccessList
            && pair.NewOwner == (status.UserId, status.GroupId)
            && _run.Preservation.Permissions.AreKept(pair.TargetStatus.Device);
        int permissions = isPlain ? status.Permissions & FilePermissions.Everybody : FilePermissions.OwnFile;
        UnpublishedFile unfinished = RunFiles.Create(_run.Names, entry.TargetEntry, permissions);
        try
        {
            if (pair.NewOwner is null || !_run.Preservation.Permissions.HasSeen(pair.TargetStatus.Device))
            {
                FileStatus made = Entries.Status(unfinished.Handle, entry.TargetEntry);
                pair.NewOwner = (made.UserId, made.GroupId);
                _run.Preservation.Permissions.Learn(
                    made.Device, permissions & ~_run.Preservation.Identity.MaskOfMade, made.Permissions);
            }
        }
        catch
        {
            unfinished.Remove();
            throw;
        }

        (uint user, uint group) = pair.NewOwner.Value;
        int effective = pair.HandsOnAccessList ? -1 : permissions & ~_run.Preservation.Identity.MaskOfMade;
        traits = new TargetTraits(pair.TargetStatus.Device, user, group, effective, pair.HandsOnAccessList);
        return unfinished;
    }

    private bool WantsSharing(DirectoryPair pair) => BlockSharing.IsWanted(_run.Options)
        && (_run.Options.Reflink == ReflinkRule.Always
            || _run.Abilities.MayShare(pair.SourceStatus.Device, pair.TargetStatus.Device));

    private bool Share(TreeEntry entry, SafeFileHandle source, SafeFileHandle target)
    {
        NativeError error = BlockSharing.Share(source, entry.SourceEntry.Path, target, _run.Options.Reflink);

        // One file may be refused for its own properties; a file system that lacks the feature, or a pair of them,
        // refuses all.
        if (error.Kind is NativeErrorKind.NotSupported or NativeErrorKind.Other)
        {
            _run.Abilities.CannotShare(entry.Pair.SourceStatus.Device, entry.Pair.TargetStatus.Device);
        }

        return !error.IsError;
    }

    // Its status was queried before its blocks were shared, or before it is read here: it must not have changed since.
    private void ReadShared(TreeEntry entry, SafeFileHandle source, bool isShared, FileTime began)
    {
        DirectoryEntry place = entry.SourceEntry;
        if (!isShared || _digest is not null || _run.Options.Verify)
        {
            _run.Retries.Repeat(() => _content.Read(source, place, began, entry.Source), place.Path, _run.Stop);
        }
        else if (!Entries.IsUnchanged(entry.Source, Entries.Status(source, place)))
        {
            throw SourceChanges.WhileRead(place);
        }
    }
}
