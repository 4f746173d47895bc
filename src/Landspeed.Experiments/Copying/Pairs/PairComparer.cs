using System.Globalization;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results.Pairs;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Compares entries that two directories have under one name; directories themselves excepted.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class PairComparer : IDisposable
{
    private readonly PairMetadata _metadata;
    private readonly PairContent _content;
    private readonly VerificationProgress _progress;
    private readonly CancellationToken _stop;
    private PairReading _reading = PairReading.None;

    /// <summary>Compares nothing yet.</summary>
    internal PairComparer(PairTask task, VolumeKinds volumes, VerificationProgress progress, CancellationToken stop)
    {
        _metadata = new PairMetadata(task.Metadata, volumes);
        _content = new PairContent(task, progress.Moved, stop);
        (_progress, _stop) = (progress, stop);
    }

    /// <summary>Compares one entry.</summary>
    /// <returns>What was found, or null if the comparison was stopped before.</returns>
    internal PairFinding? Compare(PairBatch batch, in PairItem item)
    {
        if (item.Ready is not null || _stop.IsCancellationRequested)
        {
            return item.Ready;
        }

        FilePath path = item.Reported ?? batch.A.PathBelowRootOf(item.Name);
        _progress.Begin(path);
        _reading = PairReading.None;
        try
        {
            return item.KindA is null ? PairFinding.Of(path, PairState.OnlyInB)
                : item.KindB is null ? PairFinding.Of(path, PairState.OnlyInA)
                : Compare(batch, item, path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Failed(path, e) with { Reading = _reading };
        }
        catch (OperationCanceledException)
        {
            return new PairFinding(path) { IsStopped = true, Reading = _reading };
        }
        finally
        {
            _progress.End();
        }
    }

    public void Dispose() => _content.Dispose();

    /// <summary>Returns the finding of an entry that could not be opened or read.</summary>
    internal static PairFinding Failed(FilePath path, Exception failure) =>
        failure is NativeIOException { Operation: "open" or "ask about" } gone && IsReplaced(gone.Error)
            ? PairFinding.Of(path, PairState.Changed, $"{gone.Path!.Display} was removed or replaced")
            : PairFinding.Of(path, PairState.Unreadable, FrameworkErrors.Message(failure).TrimEnd('.'));

    private static bool IsReplaced(NativeError error) =>
        error.Kind == NativeErrorKind.NotFound || error.Name == "ELOOP";

    private PairFinding Compare(PairBatch batch, in PairItem item, FilePath path)
    {
        var a = new DirectoryEntry(batch.A, item.Name);
        var b = new DirectoryEntry(batch.B, item.NameB ?? item.Name);
        if (item is { KindA: FileKind.Regular, KindB: FileKind.Regular })
        {
            return CompareFiles(a, b, path);
        }

        var sideA = new PairSide(a.Directory, a.Name, Entries.Status(a), null);
        var sideB = new PairSide(b.Directory, b.Name, Entries.Status(b), null);
        if (sideA.Status.Kind != item.KindA || sideB.Status.Kind != item.KindB)
        {
            return PairFinding.Of(path, PairState.Changed, "was replaced by an entry of another kind");
        }

        if (item.KindA != item.KindB)
        {
            return new PairFinding(path)
            {
                Differences = [Difference(PairAspect.Kind, Word(sideA.Status.Kind), Word(sideB.Status.Kind))],
            };
        }

        List<PairDifferenceRecord> found = [];
        if (item.KindA == FileKind.SymbolicLink)
        {
            CompareTargets(NamedEntries.LinkTarget(a), NamedEntries.LinkTarget(b), found);
        }
        else if (sideA.Status.NodeDevice != sideB.Status.NodeDevice)
        {
            found.Add(Difference(PairAspect.Device, Text(sideA.Status.NodeDevice), Text(sideB.Status.NodeDevice)));
        }

        _metadata.Compare(sideA, sideB, found);
        return new PairFinding(path) { Differences = found, Linked = Linked(sideA, sideB) };
    }

    private PairFinding CompareFiles(DirectoryEntry entryA, DirectoryEntry entryB, FilePath path)
    {
        using SafeFileHandle handleA = Entries.OpenSource(entryA, out _);
        using SafeFileHandle handleB = Entries.OpenSource(entryB, out _);
        var a = new PairSide(entryA.Directory, entryA.Name, Entries.Status(handleA, entryA), handleA);
        var b = new PairSide(entryB.Directory, entryB.Name, Entries.Status(handleB, entryB), handleB);
        if (a.Status.Kind != FileKind.Regular || b.Status.Kind != FileKind.Regular)
        {
            return PairFinding.Of(path, PairState.Changed, "was replaced by an entry of another kind");
        }

        // Another inode number does not show that they are two files, but the same one shows that they are one.
        bool isOne = Entries.IsSame(a.Status, b.Status) && _metadata.Volumes.HasOwnInodes(a.Directory, a.Status.Device);
        PairReading reading = _reading = new PairReading { IsOneFile = isOne };
        List<PairDifferenceRecord> found = [];
        if (a.Status.Length != b.Status.Length)
        {
            found.Add(Difference(PairAspect.Length, Text(a.Status.Length), Text(b.Status.Length)));
        }
        else if (!isOne && _content.FirstDifference(a, b, reading) is { } offset)
        {
            found.Add(new PairDifferenceRecord { What = PairAspect.Content, OffsetBytes = offset });
        }

        _metadata.Compare(a, b, found);
        (string? changeOfA, string? changeOfB) = (a.Change(), b.Change());
        string? changed = changeOfA is not null ? $"{a.Entry.Path.Display} {changeOfA}"
            : changeOfB is not null ? $"{b.Entry.Path.Display} {changeOfB}" : null;
        return new PairFinding(path)
        {
            Differences = found,
            Failure = changed is null ? null : PairState.Changed,
            Message = changed,
            Reading = reading,
            Linked = Linked(a, b),
        };
    }

    private (LinkedFile A, LinkedFile B)? Linked(in PairSide a, in PairSide b) =>
        _metadata.ComparesLinks(a, b) ? (LinkedFile.Of(a.Status), LinkedFile.Of(b.Status)) : null;

    private static void CompareTargets(FilePath a, FilePath b, List<PairDifferenceRecord> found)
    {
        if (!a.Equals(b))
        {
            found.Add(Difference(PairAspect.LinkTarget, a.Display, b.Display));
        }
    }

    private static PairDifferenceRecord Difference(PairAspect what, string a, string b) =>
        new() { What = what, A = a, B = b };

    private static string Word(FileKind kind) => FileKinds.Describe(kind);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(DeviceNumber device) => FormattableString.Invariant($"{device.Major}:{device.Minor}");
}
