using Landspeed.Copying.Content;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Files whose name already exists in the target.</summary>
internal sealed partial class RegularFiles
{
    // Null if it is to be copied; otherwise whether it was handed on.
    private bool? DealWithPresent(DirectoryPair pair, FilePath name, ref RenameRule publication)
    {
        var target = new DirectoryEntry(pair.Target, name);
        FileStatus status = Entries.Status(new DirectoryEntry(pair.Source, name));
        if (status.LinkCount > 1 && _run.Ranks?.TrySetAside(pair, name, status) == true)
        {
            return false;
        }

        FileStatus? present = Entries.Find(target);
        var entry = new TreeEntry(pair, name, status) { Publication = RenameRule.Replace };
        if (present is not null && !pair.Lists(name))
        {
            _run.Failed(TargetPolicy.NameIsAnothers(target.Path), entry.PathBelow, status.Length);
            return false;
        }

        TargetVerdict verdict = _run.Policy.Judge(
            status,
            present,
            () => ContentComparison.IsEqual(entry.SourceEntry, target),
            () => _run.Units.UnitNs(present!.Value, pair.Target));
        bool isAlone = status.LinkCount < 2;
        if (verdict == TargetVerdict.UpToDate)
        {
            // A file that looks like the source is taken for it, unless a mistake would lose something: the source
            // itself, or what the file's other names have if they name another file.
            bool isCompared = _run.Options.RemoveSource;
            if (!isAlone && !isCompared)
            {
                isAlone = HardLinkMaking.TryOffer(_run, entry, present!.Value);
                isCompared = !isAlone;
            }

            if (isCompared && !ContentComparison.IsEqual(entry.SourceEntry, target))
            {
                verdict = _run.Policy.Overwrite == OverwriteRule.Never ? TargetVerdict.Refused : TargetVerdict.Replace;
            }
        }

        switch (verdict)
        {
            case TargetVerdict.Free:
                return null;
            case TargetVerdict.Replace:
                publication = RenameRule.Replace;
                return null;
            case TargetVerdict.UpToDate:
                return KeepPresent(entry, present!.Value, isAlone);
            case TargetVerdict.Newer:
                _run.Failed(TargetPolicy.StaysAsNewer(target.Path), entry.PathBelow, status.Length);
                return false;
            default:
                _run.Failed(_run.Policy.Refusal(verdict, target.Path, present!.Value.Kind)!, entry.PathBelow, status.Length);
                return false;
        }
    }

    private bool KeepPresent(TreeEntry entry, in FileStatus present, bool isAlone)
    {
        FileStatus status = entry.Source;
        _run.Reporter.Found(0, status.Length);
        _run.RememberIfRecent(status);

        // A copy interrupted before it made the link leaves a separate file; replacing one with the same content loses
        // nothing.
        if (!isAlone && !IsFirstName(entry))
        {
            return true;
        }

        Adjust(entry);
        _run.Reporter.Moved(status.Length);
        _run.Reporter.Happened(new CopyEvent(CopyAction.UpToDate, entry.PathBelow, status.Length));
        HardLinkMaking.Settle(_run, entry, present, problem: null);
        return false;
    }

    private void Adjust(TreeEntry entry)
    {
        DirectoryEntry place = entry.TargetEntry;
        bool flushes = _run.FlushesEach(entry.Pair.TargetStatus.Device);
        try
        {
            using SafeFileHandle source = Entries.OpenSource(entry.SourceEntry, out _);
            using SafeFileHandle target = Entries.OpenSource(place, out _);
            if (entry.Source.Length >= CopySetup.JournalThresholdInTrees)
            {
                PartFile.EndMark(target, Entries.Status(target, place));
            }

            FileMetadata.Keep(source, entry.Source, target, place, _run.Preservation);
            if (flushes)
            {
                TargetFlush.Flush(target, place.Path, _run.Reporter);
            }
        }
        catch (NativeIOException refused)
        {
            FileMetadata.Report(refused.Error, "owner, attributes, permissions and times", place, _run.Preservation);
            if (flushes)
            {
                _run.Reporter.IsNotDurable(CopyProblems.Of("make durable", place.Path, refused.Error));
            }
        }
    }
}
