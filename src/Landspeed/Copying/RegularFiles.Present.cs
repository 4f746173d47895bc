using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Files of whose name the target has something already.</summary>
internal sealed partial class RegularFiles
{
    // Null: it is to be copied; else whether it was handed on.
    private bool? DealWithPresent(DirectoryPair pair, FilePath name, ref RenameRule publication)
    {
        var target = new EntryPlace(pair.Target, name);
        FileStatus status = Entries.Status(new EntryPlace(pair.Source, name));
        FileStatus? present = Entries.Find(target);
        var entry = new TreeEntry(pair, name, status) { Publication = RenameRule.Replace };
        OverwriteRule rule = _run.Options.Overwrite;
        TargetVerdict verdict = ExistingTarget.Judge(status, present, rule);
        if (verdict == TargetVerdict.UpToDate && _run.Options.RemoveSource && !ContentComparison.IsEqual(entry))
        {
            verdict = rule == OverwriteRule.Always ? TargetVerdict.Replace : TargetVerdict.Refused;
        }

        switch (verdict)
        {
            case TargetVerdict.Free:
                return null;
            case TargetVerdict.Replace:
                publication = RenameRule.Replace;
                return null;
            case TargetVerdict.UpToDate:
                return KeepPresent(entry, present!.Value);
            case TargetVerdict.Newer:
                _run.StaysInSource(entry.PathBelow);
                _run.Ledger.Happened(new CopyEvent(CopyAction.Skipped, entry.PathBelow, status.Length));
                return false;
            default:
                _run.Failed(ExistingTarget.Refusal(verdict, target.Path), entry.PathBelow, status.Length);
                return false;
        }
    }

    private bool KeepPresent(TreeEntry entry, in FileStatus present)
    {
        FileStatus status = entry.Source;
        _run.Ledger.Found(0, status.Length);
        _run.RememberIfRecent(status);
        if (status.LinkCount > 1)
        {
            // Where nothing may be replaced, a file of its own stays one; its content is right.
            if (_run.Options.Overwrite == OverwriteRule.Always && !IsFirstName(entry))
            {
                return true;
            }

            _run.HardLinks.Offer(entry, present);
        }

        Adjust(entry);
        _run.Ledger.Moved(status.Length);
        _run.Ledger.Happened(new CopyEvent(CopyAction.UpToDate, entry.PathBelow, status.Length));
        HardLinkMaking.Settle(_run, entry, present, problem: null);
        return false;
    }

    private void Adjust(TreeEntry entry)
    {
        EntryPlace place = entry.TargetPlace;
        try
        {
            using SafeFileHandle source = Entries.OpenSource(entry.SourcePlace, out _);
            using SafeFileHandle target = Entries.OpenSource(place, out _);
            FileMetadata.Keep(source, entry.Source, target, place, _run.Preservation);
        }
        catch (NativeIOException refused)
        {
            FileMetadata.Tell(refused.Error, "owner, attributes, permissions and times", place, _run.Preservation);
        }
    }
}
