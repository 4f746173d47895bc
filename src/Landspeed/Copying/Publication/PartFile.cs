using Landspeed.Copying.Journal;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Publication;

/// <summary>Creates the unfinished file of a large copy, or takes over that of an interrupted run.</summary>
internal sealed class PartFile
{
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;

    internal PartFile(FileCopyJob job, CopySetup setup)
    {
        (_job, _setup) = (job, setup);
    }

    /// <summary>
    /// What the journals of all ranks of an earlier run recorded, or null if there is nothing to continue.
    /// </summary>
    internal JournalState? Earlier { get; private set; }

    private FilePath PartName => TemporaryNames.Continuable(_job.Target.Name);

    /// <summary>Sets the job's unfinished file, and its journal if the file is long enough for one.</summary>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="CopyException">
    /// Another process is writing it, or another file has its temporary name.
    /// </exception>
    internal void Open()
    {
        // Where no name can be removed again, nothing must remain that could be continued.
        if (_job.SourceStatus.Length < _setup.JournalThreshold || _job.Target.Directory.IsAppendOnly)
        {
            _job.Unfinished = RunFiles.Create(_setup.Names, _job.Target);
            return;
        }

        try
        {
            if (!TryContinue())
            {
                Begin();
            }
        }
        catch (PartRefusedException refused)
        {
            throw Refused(refused);
        }
        catch (NativeIOException taken) when (taken.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            throw Taken(taken.Path ?? _job.Target.Path);
        }
    }

    /// <summary>
    /// Removes the mark of a file that has its final name. If the mark stays, that is reported but harmless.
    /// </summary>
    internal static void EndMark(UnpublishedFile published, CopyReporter reporter)
    {
        try
        {
            published.Unmark();
        }
        catch (NativeIOException refused)
        {
            FilePath path = published.Path;
            reporter.Noticed(new CopyProblem(
                CopyProblemKind.Skipped,
                path,
                $"the mark {FileMark.PartAttributeName} of what was {path.Display} could not be removed: {refused.Error}; the copy is complete without it"));
        }
    }

    /// <summary>Removes the mark that a machine crash left on a file that has its final name.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="status">Its status.</param>
    internal static void EndMark(SafeFileHandle file, in FileStatus status)
    {
        if (PartMarks.Copy.TryReadAttribute(file, FileIdentity.Of(status), out bool isMarked).Succeeded && isMarked)
        {
            _ = PartMarks.Copy.TryRemoveAttribute(file);
        }
    }

    /// <summary>
    /// Removes the journal and mark left by a copy that was killed when the target already had its name.
    /// </summary>
    /// <param name="target">The target; nothing happens if it does not exist.</param>
    internal static void EndPublication(DirectoryEntry target)
    {
        if (NativePlatform.Trees.Status(target.Directory.Handle, target.Name, out FileStatus status).Failed
            || status.Kind != FileKind.Regular)
        {
            return;
        }

        try
        {
            if (Entries.Find(target with { Name = TemporaryNames.Continuable(target.Name) }) is not null
                || CopyJournal.TakeOver(target, out JournalState state) is not { } journal)
            {
                return; // the journal goes after the mark
            }

            RankJournals.Remove(target, state.Source is null ? null : state.Ranks);

            using (SafeFileHandle file = Entries.Open(target, EntryOpening.Read))
            {
                EndMark(file, Entries.Status(file, target));
            }

            journal.Remove();
        }
        catch (IOException)
        {
            // Not ours, in use, or unreadable: it stays.
        }
    }

    /// <summary>
    /// Removes what an interrupted copy left for a name that got its content from elsewhere, because another name of
    /// the file has it.
    /// </summary>
    internal static void RemoveLeft(DirectoryEntry target)
    {
        try
        {
            using CopyJournal? journal = CopyJournal.TakeOver(target, out JournalState state);
            UnpublishedFile? part = UnpublishedFile.TakeOver(target, TemporaryNames.Continuable(target.Name), PartMarks.Copy);
            if (journal is not null || part is not null)
            {
                part?.Remove();
                RankJournals.Remove(target, state.Source is null ? null : state.Ranks);
                journal?.Remove();
            }
        }
        catch (IOException)
        {
            // Not ours, in use, or unreadable: it stays.
        }
    }

    private void Begin()
    {
        CopyJournal journal = CopyJournal.Create(_job.Target, _job.SourceStatus);
        try
        {
            _job.Unfinished = UnpublishedFile.Create(_job.Target, PartName, PartMarks.Copy);
            journal.NotePart(_job.Unfinished.Identity);
            _job.Journal = journal;
        }
        catch
        {
            _job.Unfinished?.Remove();
            _job.Unfinished = null;
            journal.Remove();
            throw;
        }
    }

    // Only files that prove to be ours by their own mark, and that no process holds, are removed.
    private bool TryContinue()
    {
        CopyJournal? journal = CopyJournal.TakeOver(_job.Target, out JournalState state);
        UnpublishedFile? part;
        try
        {
            part = UnpublishedFile.TakeOver(_job.Target, PartName, PartMarks.Copy);
        }
        catch
        {
            journal?.Dispose();
            throw;
        }

        try
        {
            if (part is not null && CanContinue(part, state))
            {
                RankJournals.Merge(_job.Target, part.Identity, journal!, state);
                if (Reaches(part, state))
                {
                    (_job.Journal, _job.Unfinished, Earlier) = (journal, part, state);
                    return true;
                }
            }
        }
        catch
        {
            part?.Release();
            journal?.Dispose();
            throw;
        }

        if (part is not null || journal is not null)
        {
            RankJournals.Remove(_job.Target, state.Source is null ? null : state.Ranks);
        }

        part?.Remove();
        journal?.Remove();
        return false;
    }

    private bool CanContinue(UnpublishedFile part, JournalState state) =>
        _setup.Options.Resume != ResumeRule.StartAnew && state.IsAbout(part.Identity) && state.IsOf(_job.SourceStatus);

    // The file was truncated, which removed what the journal records as durable.
    private bool Reaches(UnpublishedFile part, JournalState state) => !state.Durable.IsEmpty
        && Entries.Status(part.Handle, _job.Target with { Name = PartName }).Length
            >= Math.Min(state.Durable.End, _job.SourceStatus.Length);

    private static CopyException Refused(PartRefusedException refused) => refused switch
    {
        { Purpose: PartMarks.RecordsPurpose } => Refused(refused.Path, $"{refused.Path.Display} is an unfinished file of records: "
            + "let the program that began it finish it, remove it, or copy to another name"),
        { Reason: PartRefusal.InUse or PartRefusal.Replaced } => Refused(
            refused.Path, $"another copy is writing {refused.Path.Display} at this moment; wait for it, or stop it"),
        _ => Taken(refused.Path),
    };

    private static CopyException Taken(FilePath path) => Refused(
        path, $"{path.Display} exists, and has no mark that proves that an interrupted copy left it; remove it if it is of no use");

    private static CopyException Refused(FilePath path, string why) =>
        new(CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, path, why));
}
