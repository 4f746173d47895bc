using Landspeed.Copying.Journal;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Publication;

/// <summary>Makes the unfinished file of a large copy, or takes over the one that an interrupted run left.</summary>
internal sealed class PartFile
{
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;

    internal PartFile(FileCopyJob job, CopySetup setup)
    {
        (_job, _setup) = (job, setup);
    }

    /// <summary>What an earlier run left; default when there is nothing to continue.</summary>
    internal JournalState Earlier { get; private set; }

    private DirectoryEntry JournalEntry => _job.Target with { Name = TemporaryNames.Journal(_job.Target.Name) };

    private DirectoryEntry PartEntry => _job.Target with { Name = TemporaryNames.Continuable(_job.Target.Name) };

    /// <summary>Sets the job's unfinished file, and its journal where it is long enough for one.</summary>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    /// <exception cref="CopyException">Another process is writing it, or something else has its temporary name.</exception>
    internal void Open()
    {
        if (_job.SourceStatus.Length < _setup.JournalThreshold)
        {
            _job.Unfinished = UnpublishedFile.Create(_job.Target, TemporaryNames.OfRun(_job.Target.Name, _setup.Run));
            return;
        }

        if (TryContinue())
        {
            return;
        }

        try
        {
            CopyJournal journal = _job.Journal = CopyJournal.Create(JournalEntry, _job.SourceStatus);
            _job.Unfinished = UnpublishedFile.Create(_job.Target, PartEntry.Name, (file, identity) =>
            {
                // Where the file system keeps no attributes the journal alone must do.
                _ = PartMarks.Copy.TrySetAttribute(file.Handle, identity);
                journal.NotePart(identity);
            });
        }
        catch (Exception failure) when (failure is PartRefusedException
            or NativeIOException { Error.Kind: NativeErrorKind.AlreadyExists })
        {
            _job.Journal?.Remove();
            _job.Journal = null;
            throw failure is PartRefusedException refused
                ? Refused(refused)
                : Taken(((NativeIOException)failure).Path ?? PartEntry.Path);
        }
    }

    /// <summary>Removes the mark of a file whose content is complete: from now on its journal proves that it is ours.</summary>
    /// <remarks>Before it gets the source's permissions, under which it may not be possible any more.</remarks>
    internal static void Unmark(UnpublishedFile part) => _ = PartMarks.Copy.TryRemoveAttribute(part.Handle);

    // Nothing is removed that neither mark nor journal proves to be ours, and nothing that somebody holds.
    private bool TryContinue()
    {
        CopyJournal? journal = CopyJournal.Open(JournalEntry, out JournalState state);
        if (journal is null && !RemoveEmptyJournal())
        {
            return false;
        }

        UnpublishedFile? part = TakeOver(journal, state);
        if (part is null)
        {
            journal?.Remove();
            return false;
        }

        // Whoever cut it off took away what the journal calls durable.
        FileStatus status = Entries.Status(part.Handle, PartEntry);
        bool isWhole = status.Length >= Math.Min(state.DurableEnd, _job.SourceStatus.Length);
        if (_setup.Options.Resume != ResumeRule.StartAnew && state.IsAbout(status) && state.IsOf(_job.SourceStatus)
            && state.DurableEnd > 0 && isWhole)
        {
            (_job.Journal, _job.Unfinished, Earlier) = (journal, part, state);
            return true;
        }

        part.Remove();
        journal?.Remove();
        return false;
    }

    private UnpublishedFile? TakeOver(CopyJournal? journal, JournalState state)
    {
        try
        {
            return UnpublishedFile.TakeOver(_job.Target, PartEntry.Name, (file, status) => IsOurs(file, status, state));
        }
        catch (PartRefusedException refused)
        {
            journal?.Dispose();
            throw Refused(refused);
        }
        catch
        {
            journal?.Dispose();
            throw;
        }
    }

    private static bool IsOurs(SafeFileHandle file, in FileStatus status, in JournalState state) =>
        (PartMarks.Copy.TryReadAttribute(file, FileIdentity.Of(status), out bool isMarked).Succeeded && isMarked)
        || state.IsAbout(status)
        || (state is { IsJournal: true, PartInode: null } && status.Length == 0);

    // What a run leaves that was killed before its first record. False when something else has the journal's name.
    private bool RemoveEmptyJournal()
    {
        NativeResult asked = NativePlatform.Trees.Status(
            JournalEntry.Directory.Handle, JournalEntry.Name, out FileStatus status);
        return asked.Failed
            || (status is { Kind: FileKind.Regular, Length: 0 }
                && NativePlatform.Trees.Remove(JournalEntry.Directory.Handle, JournalEntry.Name).Succeeded);
    }

    private static CopyException Refused(PartRefusedException refused) => refused switch
    {
        { Purpose: PartMarks.RecordsPurpose } => Refused(refused.Path, $"{refused.Path.Display} is an unfinished file of records: "
            + "finish it with landspeed records generate --resume, remove it, or copy to another name"),
        { Reason: PartRefusal.InUse } => Refused(
            refused.Path, $"another copy is writing {refused.Path.Display} at this moment; wait for it, or stop it"),
        _ => Taken(refused.Path),
    };

    private static CopyException Taken(FilePath path) => Refused(
        path, $"{path.Display} exists, and nothing proves that an interrupted copy left it; remove it if it is of no use");

    private static CopyException Refused(FilePath path, string why) =>
        new(CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, path, why));
}
