using Landspeed.Copying.Content;
using Landspeed.Copying.Identity;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Copies small files until only their names are missing, and hands over large ones.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed partial class RegularFiles : IDisposable
{
    private readonly TreeRun _run;
    private readonly LargeFileThread _large;
    private readonly Publisher _publisher;
    private readonly FileContent _content;
    private readonly FirstReads? _firstReads;
    private readonly WholeFileDigest? _digest;
    private readonly byte[] _names = new byte[ExtendedAttributes.LongestList];
    private readonly CopyDecision _copied;
    private readonly CopyDecision _shared;

    internal RegularFiles(TreeRun run, LargeFileThread large, Publisher publisher)
    {
        TreeCopyOptions options = run.Options;
        (_run, _large, _publisher) = (run, large, publisher);
        _content = new FileContent(options, run.Abilities);
        _firstReads = FirstReads.TryCreate(run);
        _digest = options.NewDigest();
        IoMode mode = _content.Mode;
        CopyStrategy strategy = mode == IoMode.Buffered ? CopyStrategy.Buffered : CopyStrategy.Uncached;
        _copied = new CopyDecision(strategy, mode, mode, "small: read and written at once, made durable with many others");
        _shared = _copied with { Reason = "both sides share blocks", IsReflink = true };
    }

    /// <summary>Maximum number of entries per call of <see cref="ReadTogether"/>.</summary>
    internal int Capacity => _firstReads?.Capacity ?? int.MaxValue;

    /// <summary>
    /// Reads together files that will be copied next, if it is clear that they will be read: an existing directory may
    /// already have most of them, and sharing blocks needs no reading.
    /// </summary>
    /// <param name="pair">Their directories.</param>
    /// <param name="entries">Entries of any kind, at most <see cref="Capacity"/>.</param>
    /// <exception cref="NativeIOException">The engine no longer works.</exception>
    internal void ReadTogether(DirectoryPair pair, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries)
    {
        if (entries.Length > 1 && pair.IsNew && !WantsSharing(pair))
        {
            _firstReads?.Read(pair.Source, entries);
        }
    }

    /// <summary>Closes files that were read together but not copied.</summary>
    internal void CloseTheRest() => _firstReads?.CloseTheRest();

    /// <summary>Starts copying a file.</summary>
    /// <param name="pair">Its directories.</param>
    /// <param name="name">Its name.</param>
    /// <param name="index">Its index among the entries that were read together.</param>
    /// <param name="began">An earlier moment, by the coarsest tick of a file system's clock.</param>
    /// <returns>True if it was handed on for publication; otherwise the entry is finished.</returns>
    /// <exception cref="IOException">It failed, and nothing is left of it.</exception>
    internal bool Carry(DirectoryPair pair, FilePath name, int index, FileTime began)
    {
        if (pair.CutsOff(name))
        {
            throw new CopyException(CopyOutcome.Refused, TargetPolicy.NameIsCutOff(pair.Target.PathOf(name)));
        }

        var publication = RenameRule.MustBeFree;
        var place = new DirectoryEntry(pair.Source, name);
        if (!pair.IsNew && DealWithPresent(pair, name, ref publication) is { } isHandedOn)
        {
            return isHandedOn;
        }

        bool share = WantsSharing(pair);
        SafeFileHandle source = OpenAndRead(place, index, share, ref began, out FileStatus status);
        bool isTakenOver = false;
        try
        {
            return CarryOpen(pair, name, publication, source, status, share, began, ref isTakenOver);
        }
        finally
        {
            if (!isTakenOver)
            {
                source.Dispose();
            }
        }
    }

    public void Dispose()
    {
        _firstReads?.Dispose();
        _content.Dispose();
        _digest?.Dispose();
    }

    // The content is read only if it is small, and will not be shared.
    private SafeFileHandle OpenAndRead(
        DirectoryEntry place, int index, bool share, ref FileTime began, out FileStatus status)
    {
        FirstRead? beginning = _firstReads?.Take(index);
        for (int retries = 0; ;)
        {
            SafeFileHandle? source = beginning?.Handle;
            try
            {
                bool unnoticed = beginning is { Before: null };
                source ??= Entries.OpenSource(place, out unnoticed);
                FileStatus? first = unnoticed && !share ? null : beginning?.Before ?? Entries.Status(source, place);
                status = share ? first!.Value : _content.Read(source, place, began, first, beginning);
                return status.Kind == FileKind.Regular ? source : throw SourceChanges.WhileRead(place);
            }
            catch (NativeIOException failure)
            {
                source?.Dispose();
                if (!_run.Retries.TryWait(failure, place.Path, ref retries, _run.Stop))
                {
                    throw;
                }

                (beginning, began) = (null, _run.SafelyPast());
            }
            catch
            {
                source?.Dispose();
                throw;
            }
        }
    }

    private bool CarryOpen(
        DirectoryPair pair,
        FilePath name,
        RenameRule publication,
        SafeFileHandle source,
        FileStatus status,
        bool share,
        FileTime began,
        ref bool isTakenOver)
    {
        if (status.LinkCount > 1 && _run.Ranks?.TrySetAside(pair, name, status) == true)
        {
            return false;
        }

        _run.Reporter.Found(0, status.Length);
        _run.RememberIfRecent(status);
        var entry = new TreeEntry(pair, name, status) { Publication = publication };
        if (status.LinkCount > 1 && !IsFirstName(entry))
        {
            return true;
        }

        try
        {
            if (status.Length > _run.Options.SmallFileLimit)
            {
                HandOn(Job(entry, source), ref isTakenOver);
            }
            else
            {
                _publisher.Add(CopySmall(entry, source, share, began));
            }

            return true;
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            HardLinkMaking.Settle(_run, entry, target: null, CopyProblems.Of(failure, entry.SourceEntry.Path));
            throw;
        }
    }

    private void HandOn(FileCopyJob job, ref bool isTakenOver)
    {
        _publisher.BeginLarge();
        try
        {
            if (_run.Ranks?.TrySplit(job, _publisher.AddLarge) != true)
            {
                _large.Copy(job, _publisher.AddLarge);
            }

            isTakenOver = true;
        }
        catch
        {
            _publisher.GiveUpLarge();
            throw;
        }
    }

    // Otherwise, the entry waits for the first name's copy, or has been linked to it.
    private bool IsFirstName(TreeEntry entry)
    {
        List<(DirectoryPair Pair, FilePath Name)> again = [];
        LinkTurn turn = HardLinkMaking.Join(_run, entry, out LinkGroup? group);
        while (turn == LinkTurn.Link
            && (!HardLinkMaking.IsSound(_run, group!, entry) || !HardLinkMaking.TryMake(_run, group!, entry)))
        {
            again.AddRange(_run.HardLinks.GiveUp(group!));
            turn = HardLinkMaking.Join(_run, entry, out group);
        }

        foreach ((DirectoryPair pair, FilePath name) in again)
        {
            TakeAgain(pair.Again(), name, entry.Source);
        }

        return turn is LinkTurn.CopyFirst or LinkTurn.Alone;
    }

    // A name that looked up to date until its content was compared.
    private void TakeAgain(DirectoryPair pair, FilePath name, in FileStatus file)
    {
        using OpenDirectory source = pair.OpenFrom(_run.Source);
        using OpenDirectory target = pair.OpenFrom(_run.Target);
        pair.Begin(source, target, 1);
        var entry = new TreeEntry(pair, name, Entries.Status(new DirectoryEntry(source, name)))
        {
            Publication = RenameRule.Replace,
        };
        bool isHandedOn = false;
        try
        {
            if (LinkKey.Of(entry.Source) != LinkKey.Of(file))
            {
                throw SourceChanges.WhileRead(entry.SourceEntry);
            }

            if (_run.Policy.Overwrite == OverwriteRule.Never)
            {
                FilePath path = entry.TargetEntry.Path;
                _run.Failed(
                    _run.Policy.Refusal(TargetVerdict.Refused, path, FileKind.Regular)!, entry.PathBelow);
                return;
            }

            LinkTurn turn = HardLinkMaking.Join(_run, entry, out LinkGroup? group);
            isHandedOn = turn == LinkTurn.Wait
                || (turn == LinkTurn.Link && HardLinkMaking.TryMake(_run, group!, entry));
            if (turn == LinkTurn.CopyFirst)
            {
                // The file it should have been linked to has just failed, which was reported.
                _run.HardLinks.Settle(group!, target: null);
            }

            if (!isHandedOn)
            {
                throw SourceChanges.WhileRead(entry.SourceEntry);
            }
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            _run.Failed(CopyProblems.Of(failure, entry.TargetEntry.Path), entry.PathBelow);
        }
        finally
        {
            if (!isHandedOn)
            {
                pair.End();
            }
        }
    }

    private static FileCopyJob Job(TreeEntry entry, SafeFileHandle source) => new()
    {
        Source = entry.SourceEntry,
        Target = entry.TargetEntry,
        EventPath = entry.PathBelow,
        SourceHandle = source,
        SourceStatus = entry.Source,
        Publication = entry.Publication,
        Owner = entry,
    };
}
