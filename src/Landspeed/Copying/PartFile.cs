using System.Globalization;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Makes the unfinished file of a large copy, or takes over the one that an interrupted run left.</summary>
internal sealed class PartFile
{
    private const int LockAttempts = 50;
    private static readonly TimeSpan s_betweenLockAttempts = TimeSpan.FromMilliseconds(20);
    private readonly FileCopyJob _job;
    private readonly CopySetup _setup;

    internal PartFile(FileCopyJob job, CopySetup setup)
    {
        (_job, _setup) = (job, setup);
    }

    /// <summary>What an earlier run left; default when there is nothing to continue.</summary>
    internal JournalState Earlier { get; private set; }

    private EntryPlace JournalPlace => _job.Target with { Name = TemporaryNames.Journal(_job.Target.Name) };

    private EntryPlace PartPlace => _job.Target with { Name = TemporaryNames.Continuable(_job.Target.Name) };

    /// <summary>Sets the job's unfinished file, and its journal where it is long enough for one.</summary>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    /// <exception cref="CopyException">Another copy is writing it, or something else has its temporary name.</exception>
    internal void Open()
    {
        if (_job.SourceStatus.Length < _setup.JournalThreshold)
        {
            _job.Unfinished = UnfinishedFile.Create(_job.Target, TemporaryNames.OfRun(_job.Target.Name, _setup.Run));
            return;
        }

        if (TryContinue())
        {
            return;
        }

        try
        {
            _job.Journal = CopyJournal.Create(JournalPlace, _job.SourceStatus);
            _job.Unfinished = UnfinishedFile.Create(_job.Target, PartPlace.Name);
            Lock(_job.Unfinished.Handle, PartPlace.Path);
            _job.Journal.NotePart(StatusOf(_job.Unfinished.Handle, PartPlace.Path));
        }
        catch (NativeIOException failure) when (failure.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            _job.Journal?.Remove();
            _job.Journal = null;
            throw Taken(failure.Path ?? PartPlace.Path);
        }
    }

    // Nothing is removed that a journal does not prove to be ours, and nothing that somebody holds.
    private bool TryContinue()
    {
        CopyJournal? journal = CopyJournal.Open(JournalPlace, out JournalState state);
        if (journal is null)
        {
            RemoveEmptyJournal();
            return false;
        }

        using SafeFileHandle? part = OpenPart();
        if (part is null)
        {
            journal.Remove();
            return false;
        }

        Lock(part, PartPlace.Path);
        FileStatus status = StatusOf(part, PartPlace.Path);
        bool ours = status is { Kind: FileKind.Regular, LinkCount: 1 }
            && (state.IsAbout(status) || (state.PartInode is null && status.Length == 0));
        if (!ours)
        {
            journal.Dispose();
            throw Taken(PartPlace.Path);
        }

        // Whoever cut it off took away what the journal calls durable.
        bool isWhole = status.Length >= Math.Min(state.DurableEnd, _job.SourceStatus.Length);
        if (_setup.Options.Resume != ResumeRule.StartAnew && state.IsOf(_job.SourceStatus) && state.DurableEnd > 0 && isWhole)
        {
            _job.Journal = journal;
            _job.Unfinished = UnfinishedFile.Adopt(
                _job.Target, PartPlace.Name, new SafeFileHandle(part.DangerousGetHandle(), ownsHandle: true));
            part.SetHandleAsInvalid();
            Earlier = state;
            return true;
        }

        NativePlatform.Trees.Remove(_job.Target.Directory.Handle, PartPlace.Name);
        journal.Remove();
        return false;
    }

    private SafeFileHandle? OpenPart()
    {
        SafeFileHandle? part = null;
        NativeResult opened = Interruptions.Retry(() => NativePlatform.Trees.Open(
            PartPlace.Directory.Handle, PartPlace.Name, EntryOpening.ReadWrite, 0, out part));
        return opened.Succeeded ? part
            : opened.Error.Kind == NativeErrorKind.NotFound ? null
            : throw new NativeIOException("open", PartPlace.Path, opened.Error);
    }

    // What a run leaves that was killed before its first record.
    private void RemoveEmptyJournal()
    {
        NativeResult asked = NativePlatform.Trees.Status(
            JournalPlace.Directory.Handle, JournalPlace.Name, out FileStatus status);
        if (asked.Succeeded && status is { Kind: FileKind.Regular, Length: 0 })
        {
            NativePlatform.Trees.Remove(JournalPlace.Directory.Handle, JournalPlace.Name);
        }
    }

    private static void Lock(SafeFileHandle part, FilePath path)
    {
        // The kernel takes a killed process's ring apart in its own time, and until then the ring holds file and lock.
        using var pause = new ManualResetEventSlim();
        NativeResult locked;
        int attempts = 0;
        do
        {
            locked = Interruptions.Retry(() => NativePlatform.Files.TryLock(part, FileLockKind.Exclusive));
        }
        while (locked.Error.Kind == NativeErrorKind.WouldBlock && ++attempts < LockAttempts && !pause.Wait(s_betweenLockAttempts));

        if (locked.Error.Kind == NativeErrorKind.WouldBlock)
        {
            throw new CopyException(CopyOutcome.Refused, new CopyProblem(
                CopyProblemKind.Refused, path, $"another copy is writing {path.Display} at this moment; wait for it, or stop it"));
        }
    }

    private static FileStatus StatusOf(SafeFileHandle file, FilePath path)
    {
        NativeResult asked = NativePlatform.Files.Status(file, out FileStatus status);
        return asked.Succeeded ? status : throw new NativeIOException("ask the status of", path, asked.Error);
    }

    private static CopyException Taken(FilePath path) => new(CopyOutcome.Refused, new CopyProblem(
        CopyProblemKind.Refused,
        path,
        string.Create(CultureInfo.InvariantCulture,
            $"{path.Display} exists, and nothing proves that an interrupted copy left it; remove it if it is of no use")));
}
