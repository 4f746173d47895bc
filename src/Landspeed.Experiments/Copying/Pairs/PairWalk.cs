using Landspeed.Files.Trees;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Walks two trees side by side: lists the same directory of both, and hands on the names of either in one order.
/// Enters what is a directory in both.
/// </summary>
/// <remarks>For use by one thread. Symbolic links are not followed.</remarks>
internal sealed class PairWalk : ITreeVisitor
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);

    private readonly DirectoryListing _listing = new();
    private readonly SortedNames _namesOfA = new();
    private readonly SortedNames _namesOfB = new();
    private readonly TreeDescent _a;
    private readonly TreeDescent _b;
    private readonly PairMetadata _metadata;
    private readonly Action<PairBatch> _hand;
    private readonly int _together;
    private readonly CancellationToken _stop;
    private readonly Stack<string?> _problems = new();
    private List<PairItem> _items = [];

    private PairWalk(
        TreeDescent a,
        TreeDescent b,
        PairMetadata metadata,
        Action<PairBatch> hand,
        int together,
        CancellationToken stop) =>
        (_a, _b, _metadata, _hand, _together, _stop) = (a, b, metadata, hand, together, stop);

    /// <summary>Walks the trees.</summary>
    /// <param name="a">The root of one.</param>
    /// <param name="b">The root of the other.</param>
    /// <param name="metadata">Compares the directories themselves.</param>
    /// <param name="hand">Receives the entries; may wait.</param>
    /// <param name="together">Maximum number of entries in a batch.</param>
    /// <param name="stop">Ends it early, without an error.</param>
    internal static void Run(
        OpenDirectory a,
        OpenDirectory b,
        PairMetadata metadata,
        Action<PairBatch> hand,
        int together,
        CancellationToken stop)
    {
        using var descentA = new TreeDescent(a, Entries.Status(a.Handle, new DirectoryEntry(a, s_itself)));
        using var descentB = new TreeDescent(b, Entries.Status(b.Handle, new DirectoryEntry(b, s_itself)));
        var walk = new PairWalk(descentA, descentB, metadata, hand, together, stop);
        new TreeWalker(walk, descentA, descentB, stop).Run();
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        NativeError errorA = List(_a.Current, _namesOfA);
        NativeError errorB = List(_b.Current, _namesOfB);
        _problems.Push(
            errorA.IsError ? Unlisted(_a.Current, errorA) : errorB.IsError ? Unlisted(_b.Current, errorB) : null);
        int a = 0;
        int b = 0;
        while (!_stop.IsCancellationRequested && (a < _namesOfA.Count || b < _namesOfB.Count))
        {
            int order = a == _namesOfA.Count ? 1
                : b == _namesOfB.Count ? -1
                : _namesOfA[a].SequenceCompareTo(_namesOfB[b]);
            FilePath name = FilePath.FromBytes(order <= 0 ? _namesOfA[a] : _namesOfB[b]);
            FileKind? kindA = order <= 0 ? Kind(_a.Current, name, _namesOfA.KindOf(a++)) : null;
            FileKind? kindB = order >= 0 ? Kind(_b.Current, name, _namesOfB.KindOf(b++)) : null;
            if (kindA == FileKind.Directory && kindB == FileKind.Directory)
            {
                below.Enqueue(name);
            }

            // A list that broke off does not show what is missing.
            else if ((kindA is not null || !errorA.IsError) && (kindB is not null || !errorB.IsError))
            {
                Add(new PairItem(name, kindA, kindB));
            }
        }

        HandOn();
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        (OpenDirectory directory, TreeDescent side) = (_a.Current, _a);
        NativeError error = _a.Enter(name);
        if (!error.IsError)
        {
            (directory, side) = (_b.Current, _b);
            error = _b.Enter(name);
        }

        if (error.IsError)
        {
            FilePath path = directory.PathBelowRootOf(name);
            bool isGone = error.Kind == NativeErrorKind.NotFound || error.Name is "ENOTDIR" or "ELOOP";
            Note(isGone
                ? PairFinding.Of(path, PairState.Changed, $"{Side(side)} was removed or replaced")
                : PairFinding.Of(path, PairState.Unreadable, $"cannot open the directory in {Side(side)}: {error}"));
        }

        return !error.IsError;
    }

    /// <inheritdoc/>
    public void Leave()
    {
        if (_problems.Pop() is { } problem)
        {
            Note(PairFinding.Of(_a.Current.PathBelowRoot, PairState.Unreadable, problem));
        }
        else if (!_stop.IsCancellationRequested)
        {
            Note(Compared());
        }
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        _problems.TryPop(out _);
        Note(PairFinding.Of(
            side.Current.PathBelowRoot,
            PairState.Changed,
            $"cannot return to the directory in {Side(side)}, because one below it was moved: {error}"));
        return true;
    }

    // The directories themselves, once their names and everything below them are handed on.
    private PairFinding Compared()
    {
        (OpenDirectory a, OpenDirectory b) = (_a.Current, _b.Current);
        FilePath path = a.PathBelowRoot;
        try
        {
            List<PairDifferenceRecord> found = [];
            var sideA = new PairSide(a, s_itself, _a.Status, a.Handle);
            var sideB = new PairSide(b, s_itself, _b.Status, b.Handle);
            _metadata.Compare(sideA, sideB, found);
            string? changed = HasChanged(sideA) ? "A" : HasChanged(sideB) ? "B" : null;
            return changed is null
                ? new PairFinding(path) { Differences = found }
                : PairFinding.Of(path, PairState.Changed, $"the directory in {changed} was written to");
        }
        catch (NativeIOException refused)
        {
            return PairFinding.Of(path, PairState.Unreadable, refused.Message.TrimEnd('.'));
        }
    }

    private static bool HasChanged(in PairSide directory) =>
        !Entries.IsUnchanged(directory.Status, Entries.Status(directory.Handle!, directory.Entry));

    private string Side(TreeDescent side) => ReferenceEquals(side, _a) ? "A" : "B";

    private static string Unlisted(OpenDirectory directory, NativeError error) =>
        new NativeIOException("list the directory", directory.Path, error).Message.TrimEnd('.');

    private static FileKind Kind(OpenDirectory directory, FilePath name, FileKind? listed) =>
        DirectoryListing.KindOf(directory, name, listed);

    private NativeError List(OpenDirectory directory, SortedNames names)
    {
        names.Clear();
        NativeError error = _listing.ForEach(directory, (name, kind) =>
        {
            names.Add(name, kind);
            return !_stop.IsCancellationRequested;
        });
        names.Sort();
        return error;
    }

    private void Note(PairFinding finding)
    {
        _items.Add(new PairItem(finding.Path, null, null) { Ready = finding });
        HandOn();
    }

    private void Add(PairItem item)
    {
        _items.Add(item);
        if (_items.Count == _together)
        {
            HandOn();
        }
    }

    private void HandOn()
    {
        if (_items.Count > 0)
        {
            PairItem[] items = [.. _items];
            _items = [];
            _hand(new PairBatch(_a.Current, _b.Current, items) { StatusA = _a.Status, StatusB = _b.Status });
        }
    }
}
