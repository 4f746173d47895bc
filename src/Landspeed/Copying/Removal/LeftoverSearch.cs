using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Removal;

/// <summary>
/// Searches a directory and everything below it for files left by interrupted copies, and removes those that prove to
/// be that.
/// </summary>
/// <remarks>
/// For use by one thread. Links are not followed. Other file systems mounted below are entered only when searching for
/// one run, which may have worked there; otherwise they are not, and the claims above them stay.
/// </remarks>
internal sealed class LeftoverSearch : ITreeVisitor, IDisposable
{
    private readonly FileStatus _rootStatus;
    private readonly TreeDescent _descent;
    private readonly DirectoryListing _listing = new();
    private readonly List<Leftover> _found = [];
    private readonly List<(OpenDirectory Directory, FilePath Name)> _claims = [];
    private readonly Dictionary<string, (ClaimState State, uint? User)> _runs = [];
    private readonly uint _user = NativePlatform.Trees.Identity().UserId;
    private bool _isIncomplete;
    private FilePath? _notEntered;

    internal LeftoverSearch(OpenDirectory root, in FileStatus rootStatus)
    {
        (_rootStatus, _descent) = (rootStatus, new TreeDescent(root, rootStatus));
    }

    /// <summary>True if nothing is to be removed.</summary>
    internal bool IsDry { get; init; }

    /// <summary>
    /// Files changed after this time stay, because a running copy may have lost its lock. No limit by default.
    /// </summary>
    internal DateTimeOffset? Before { get; init; }

    /// <summary>
    /// The only run whose leftovers are searched for; it must be dead. By default all runs, and files that could be
    /// continued.
    /// </summary>
    internal string? OnlyRun { get; init; }

    /// <summary>Runs the search.</summary>
    /// <returns>What was removed or would be; an entry with a problem stays.</returns>
    internal IReadOnlyList<Leftover> Run()
    {
        new TreeWalker(this, _descent, null, CancellationToken.None).Run();
        foreach ((OpenDirectory directory, FilePath name) in _claims)
        {
            JudgeClaim(new DirectoryEntry(directory, name));
        }

        return _found;
    }

    public void Dispose()
    {
        _descent.Dispose();
        _claims.ForEach(claim => claim.Directory.Dispose());
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        OpenDirectory above = _descent.Current;
        NativeError error = _descent.Enter(name);
        if (error.IsError)
        {
            Stays(above.PathOf(name), "search", error);
            return false;
        }

        if (OnlyRun is not null || !Entries.IsOtherFileSystem(_descent.Status, _rootStatus))
        {
            return true;
        }

        _notEntered ??= _descent.Current.Path;
        return false;
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        Stays(side.Current.Path, "search", error);
        return true;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        var candidates = new NameQueue();
        OpenDirectory directory = _descent.Current;
        NativeError error = _listing.ForEach(directory, (bytes, listed) =>
        {
            bool isCandidate = IsCandidate(bytes);
            if (isCandidate || listed is null or FileKind.Directory)
            {
                FileKind kind = DirectoryListing.KindOf(directory, FilePath.FromBytes(bytes), listed);
                (kind == FileKind.Directory ? below : isCandidate && MayBeOurs(bytes, kind) ? candidates : null)?.Enqueue(bytes);
            }

            return true;
        });
        if (error.IsError)
        {
            Stays(directory.Path, "search", error);
        }

        while (candidates.TryDequeue() is { } name)
        {
            // Claims are judged last: they prove who owns the other files.
            if (TemporaryNames.IsRunClaim(name.Bytes) || TemporaryNames.IsNameClaim(name.Bytes))
            {
                _claims.Add((directory.Retain(), name));
            }
            else
            {
                Judge(new DirectoryEntry(directory, name));
            }
        }
    }

    private bool IsCandidate(ReadOnlySpan<byte> name) => TemporaryNames.Is(name)
        && (OnlyRun is null || (TemporaryNames.RunOf(name) == OnlyRun && !TemporaryNames.IsRunClaim(name)));

    // Links and nodes are only ever created under names with a run's number.
    private static bool MayBeOurs(ReadOnlySpan<byte> name, FileKind kind) => TemporaryNames.IsNameClaim(name)
        ? kind == FileKind.SymbolicLink
        : kind == FileKind.Regular || (TemporaryNames.RunOf(name) is not null && !TemporaryNames.IsRunClaim(name));

    private void Judge(DirectoryEntry entry)
    {
        NativeResult asked = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status);
        SafeFileHandle? handle = null;
        NativeError error = asked.Failed ? asked.Error
            : status.Kind == FileKind.Regular ? Entries.TryOpen(entry, EntryOpening.Read, out handle)
            : NativeError.None;

        // A file claimed by a dead run need not be readable: it may already have its source's permissions.
        if (error.IsError && (asked.Failed || ClaimOf(entry).State != ClaimState.Dead))
        {
            Stays(entry.Path, "open", error);
            return;
        }

        using (handle)
        {
            if (handle is not null && NativePlatform.Files.Status(handle, out status) is { Failed: true } refused)
            {
                Stays(entry.Path, "ask about", refused.Error);
            }
            else if (ReasonToStay(handle, status, entry) is { } reason)
            {
                Stays(entry, status, reason);
            }
            else
            {
                Goes(entry, status);
            }
        }
    }

    private string? ReasonToStay(SafeFileHandle? handle, in FileStatus status, DirectoryEntry entry)
    {
        // A file claimed by a run may already have its source's owner; then the owner of the claim counts.
        (ClaimState claim, uint? claimant) = ClaimOf(entry);
        if ((claim == ClaimState.Dead ? claimant : status.UserId) != _user)
        {
            return "belongs to another user";
        }

        if (Before is { } limit && status.Changed > FileTime.Of(limit))
        {
            return "was changed within the last minute: a copy may be running";
        }

        if (claim == ClaimState.Working || (handle is not null && IsLocked(handle)))
        {
            return "is in use by a running copy";
        }

        if (claim == ClaimState.Dead)
        {
            return null;
        }

        if (handle is null)
        {
            return NameClaim.IsOne(entry.Directory, entry.Name)
                ? null : "is not proven to be of an interrupted copy: no run has claimed its name";
        }

        bool isMarked = PartMarks.Copy.IsOn(handle, entry.Path, FileIdentity.Of(status))
            || (status.Length == 0 && NameClaim.IsOn(entry.Directory, entry.Name));
        return isMarked && status.LinkCount == 1 ? null
            : isMarked ? "has another name as well"
            : FileMark.PurposeOf(handle) is PartMarks.RecordsPurpose
                ? "is an unfinished file of records, which the program that began it can finish"
                : "is not proven to be of an interrupted copy: it has no mark, and no run has claimed its name";
    }

    private (ClaimState State, uint? User) ClaimOf(DirectoryEntry entry)
    {
        if (TemporaryNames.RunOf(entry.Name.Bytes) is not { } run)
        {
            return (ClaimState.None, null);
        }

        if (OnlyRun is not null)
        {
            return (ClaimState.Dead, _user); // who could take the claim over
        }

        if (!_runs.TryGetValue(run, out (ClaimState State, uint? User) found))
        {
            found.State = RunClaim.Find(entry.Directory, run, out found.User);
            if (found.State != ClaimState.None)
            {
                _runs.Add(run, found); // another claim may lie elsewhere, none may appear
            }
        }

        return found;
    }

    private void JudgeClaim(DirectoryEntry entry)
    {
        string? run = TemporaryNames.RunOf(entry.Name.Bytes);
        Leftover? claimed = _found.Find(file => file.Problem is not null
            && (_isIncomplete || (run is not null && TemporaryNames.RunOf(file.Path.Name.Bytes) == run)));
        if (claimed is null && _notEntered is { } place && TemporaryNames.IsRunClaim(entry.Name.Bytes)
            && ClaimOf(entry) == (ClaimState.Dead, _user))
        {
            Stays(entry, default, $"may prove whose files in {place.Display} are, another file system; copying there once more removes both");
        }
        else if (claimed is null)
        {
            Judge(entry);
        }
        else
        {
            Stays(entry, default, $"proves whose {claimed.Path.Display} is, or what lies below it, and stays as long as that");
        }
    }

    private static bool IsLocked(SafeFileHandle handle) =>
        NativePlatform.Files.TryLock(handle, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock;

    private void Goes(DirectoryEntry entry, in FileStatus status)
    {
        if (!IsDry)
        {
            bool isSame = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus now).Succeeded
                && Entries.IsSame(now, status);
            NativeError error = isSame
                ? Remove(entry, status)
                : NativeError.Of(NativeErrorKind.Busy);
            if (error.IsError)
            {
                Stays(entry.Path, "remove", error);
                return;
            }

            PartMarks.Copy.TryRemoveSidecar(entry.Path, FileIdentity.Of(status));
        }

        _found.Add(new Leftover(entry.Path, status.LinkCount > 1 ? 0 : status.AllocatedBytes));
    }

    // A file on another file system than its claim must be durably gone before the claim is removed.
    private NativeError Remove(DirectoryEntry entry, in FileStatus status)
    {
        NativeResult removed = NativePlatform.Trees.Remove(entry.Directory.Handle, entry.Name);
        return removed.Succeeded && OnlyRun is not null && status.Device != _rootStatus.Device
            ? Interruptions.Retry(() => NativePlatform.Files.FlushAll(entry.Directory.Handle)).Error : removed.Error;
    }

    private void Stays(DirectoryEntry entry, in FileStatus status, string reason)
    {
        var problem = new CopyProblem(CopyProblemKind.Skipped, entry.Path, $"{entry.Path.Display} {reason}");
        _found.Add(new Leftover(entry.Path, status.AllocatedBytes, problem));
    }

    private void Stays(FilePath path, string operation, NativeError error)
    {
        _isIncomplete = true;
        _found.Add(new Leftover(path, 0, CopyProblems.Of(operation, path, error)));
    }
}
