using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>The two directories that are compared, or those that hold the two files; kept open.</summary>
internal sealed class PairRoots : IDisposable
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);

    private readonly PairTask _task;
    private readonly FilePath _fileA;
    private readonly FilePath _fileB;

    private PairRoots(PairTask task, FilePath fileA, FilePath fileB)
    {
        (_task, _fileA, _fileB) = (task, fileA, fileB);
        A = Open(task.IsTree, task.A, fileA);
        try
        {
            B = Open(task.IsTree, task.B, fileB);
        }
        catch
        {
            A.Dispose();
            throw;
        }
    }

    /// <summary>The first directory.</summary>
    internal OpenDirectory A { get; }

    /// <summary>The second directory.</summary>
    internal OpenDirectory B { get; }

    /// <summary>Opens them.</summary>
    /// <exception cref="NativeIOException">One cannot be opened.</exception>
    internal static PairRoots Open(PairTask task) => task.IsTree
        ? new PairRoots(task, task.A, task.B)
        : new PairRoots(task, SymbolicLinks.Follow(task.A).Last(), SymbolicLinks.Follow(task.B).Last());

    /// <summary>Refuses to compare something with itself.</summary>
    /// <exception cref="ExperimentException">They are one file or directory, or one is within the other.</exception>
    internal void RefuseOneThing()
    {
        (FileStatus a, FileStatus b) = (Status(A, _fileA), Status(B, _fileB));
        string? why = Entries.IsSame(a, b) ? $"are one {(_task.IsTree ? "directory" : "file")}"
            : !_task.IsTree ? null
            : Holds(A, b) ? $"cannot be compared: {_task.A.Display} lies in {_task.B.Display}"
            : Holds(B, a) ? $"cannot be compared: {_task.B.Display} lies in {_task.A.Display}" : null;
        if (why is not null)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{_task.A.Display} and {_task.B.Display} {why}; name two that are separate");
        }
    }

    /// <summary>Ensures that all ranks see the same directories. Collective.</summary>
    /// <exception cref="ExperimentException">On rank 0, if they do not.</exception>
    internal void Agree(IVerificationRanks ranks) => SharedIdentity.Check(
        ranks,
        [Status(A, _fileA), Status(B, _fileB)],
        digest: 0,
        $"{_task.A.Display} or {_task.B.Display}");

    /// <summary>Returns the two files as entries.</summary>
    internal PairBatch Files() => new(A, B,
    [
        new PairItem(_fileA.Name, FileKind.Regular, FileKind.Regular) { NameB = _fileB.Name, Reported = _task.A },
    ]);

    /// <summary>Returns the finding that a directory no longer has the name by which it was opened, or null.</summary>
    internal PairFinding? Displaced()
    {
        OpenDirectory? displaced = !NamedDirectory.IsUnderItsPath(A) ? A : !NamedDirectory.IsUnderItsPath(B) ? B : null;
        return displaced is null ? null : PairFinding.Of(
            displaced.Path,
            PairState.Changed,
            "the directory was moved, removed, replaced or covered; " + NamedDirectory.Whereabouts(displaced));
    }

    public void Dispose()
    {
        A.Dispose();
        B.Dispose();
    }

    private static OpenDirectory Open(bool isTree, FilePath named, FilePath file) =>
        isTree ? OpenDirectory.Root(named) : OpenDirectory.Holding(file.Parent);

    private FileStatus Status(OpenDirectory directory, FilePath file) => _task.IsTree
        ? Entries.Status(directory.Handle, new DirectoryEntry(directory, s_itself))
        : Entries.Status(new DirectoryEntry(directory, file.Name));

    private static bool Holds(OpenDirectory inner, FileStatus outer)
    {
        foreach (OpenDirectory directory in inner.WithThoseAbove())
        {
            if (NativePlatform.Files.Status(directory.Handle, out FileStatus status).Succeeded
                && Entries.IsSame(status, outer))
            {
                return true;
            }
        }

        return false;
    }
}
