using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>One small file: unfinished target, content, metadata, closed.</summary>
internal sealed partial class RegularFiles
{
    // Nobody else may look before the source's own owner, attributes and permissions are there.
    private const int OwnerOnly = 0x180;
    private const int PlainBits = 0x1FF;

    private FileCopyJob CopySmall(TreeEntry entry, SafeFileHandle source, bool share, FileTime began)
    {
        EntryPlace place = entry.TargetPlace;
        FileStatus status = entry.Source;
        _run.Limit.WaitAndTake(status.Length, _run.Stop);
        ReadOnlySpan<byte> names = ExtendedAttributes.List(source, _names, place, _run.Preservation);
        UnfinishedFile unfinished = Create(entry, hasAttributes: !names.IsEmpty, out TargetTraits traits);
        try
        {
            FileCopyJob job = Job(entry, source);
            job.Unfinished = unfinished;
            bool isShared = share && Share(entry, source, unfinished.Handle);
            if (share)
            {
                ReadShared(entry, source, isShared, began);
            }

            job.Decision = isShared ? _shared : _copied;
            if (!isShared)
            {
                job.HoleBytes = _content.Write(source, status, unfinished.Handle, place, _run.Options.Holes);
                job.BytesCopied = status.Length - job.HoleBytes;
            }

            TakeDigests(job, entry);
            FileMetadata.Keep(source, names, status, unfinished.Handle, traits, place, _run.Preservation);
            unfinished.Close();

            _run.Ledger.Moved(status.Length);
            return job;
        }
        catch
        {
            unfinished.Remove();
            throw;
        }
    }

    private void TakeDigests(FileCopyJob job, TreeEntry entry)
    {
        if (_digest is not null)
        {
            _digest.Append(_content.Bytes);
            job.Digests = [.. _digest.Finish().Select(digest => digest.Hex)];
        }

        entry.Hash = _run.Options.Verify ? _content.Hash() : null;
    }

    // Where the owner will be right and nothing else is to come, the file is made with its permissions at once.
    private UnfinishedFile Create(TreeEntry entry, bool hasAttributes, out TargetTraits traits)
    {
        DirectoryPair pair = entry.Pair;
        FileStatus status = entry.Source;
        bool isPlain = !hasAttributes && !pair.HandsOnAccessList
            && pair.NewOwner == (status.UserId, status.GroupId);
        int permissions = isPlain ? status.Permissions & PlainBits : OwnerOnly;
        UnfinishedFile unfinished = UnfinishedFile.Create(
            entry.TargetPlace, TemporaryNames.OfRun(entry.Name, _run.Number), permissions);
        try
        {
            if (pair.NewOwner is null)
            {
                FileStatus made = Entries.Status(unfinished.Handle, entry.TargetPlace);
                pair.NewOwner = (made.UserId, made.GroupId);
            }
        }
        catch
        {
            unfinished.Remove();
            throw;
        }

        (uint user, uint group) = pair.NewOwner.Value;
        int effective = pair.HandsOnAccessList ? -1 : permissions & ~_run.Preservation.Identity.CreationMask;
        traits = new TargetTraits(user, group, effective, pair.HandsOnAccessList);
        return unfinished;
    }

    private bool WantsSharing(DirectoryPair pair)
    {
        TreeCopyOptions options = _run.Options;
        return options.Reflink switch
        {
            ReflinkRule.Never => false,
            ReflinkRule.Always => true,
            _ => !options.Verify && _digest is null
                && _run.Abilities.MayShare(pair.SourceStatus.Device, pair.TargetStatus.Device),
        };
    }

    private bool Share(TreeEntry entry, SafeFileHandle source, SafeFileHandle target)
    {
        NativeResult shared = NativePlatform.Trees.ShareBlocks(target, source);
        if (shared.Succeeded)
        {
            return true;
        }

        if (_run.Options.Reflink == ReflinkRule.Always)
        {
            throw new NativeIOException(
                "share the blocks of",
                entry.SourcePlace.Path,
                shared.Error,
                hint: "Both must lie on one file system that can, such as XFS or Btrfs; else allow copying.");
        }

        // One file may be refused for what it is; a file system that cannot, or two of them, refuse all.
        if (shared.Error.Kind is NativeErrorKind.NotSupported or NativeErrorKind.Other)
        {
            _run.Abilities.CannotShare(entry.Pair.SourceStatus.Device, entry.Pair.TargetStatus.Device);
        }

        return false;
    }

    // Its status was asked before its blocks were shared, or before it is read now: none may have changed since.
    private void ReadShared(TreeEntry entry, SafeFileHandle source, bool isShared, FileTime began)
    {
        EntryPlace place = entry.SourcePlace;
        if (!isShared || _digest is not null || _run.Options.Verify)
        {
            _content.Read(source, place, began, entry.Source);
        }
        else if (!Entries.IsUnchanged(entry.Source, Entries.Status(source, place)))
        {
            throw FileContent.Changed(place);
        }
    }
}
