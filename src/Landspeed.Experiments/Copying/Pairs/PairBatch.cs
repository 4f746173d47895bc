using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Some entries of two directories that are side by side. Keeps both directories open until the last entry is compared.
/// </summary>
internal sealed class PairBatch
{
    private readonly PairItem[] _items;
    private int _underWay;

    /// <summary>Takes entries.</summary>
    /// <param name="a">The first directory; stays owned by the caller.</param>
    /// <param name="b">The second directory; stays owned by the caller.</param>
    /// <param name="items">The entries, at least one.</param>
    internal PairBatch(OpenDirectory a, OpenDirectory b, PairItem[] items)
    {
        (A, B, _items, _underWay) = (a.Retain(), b.Retain(), items, items.Length);
        Findings = new PairFinding?[items.Length];
    }

    /// <summary>The first directory.</summary>
    internal OpenDirectory A { get; }

    /// <summary>The second directory.</summary>
    internal OpenDirectory B { get; }

    /// <summary>Status of the first directory; not set for two files that were named.</summary>
    internal FileStatus StatusA { get; init; }

    /// <summary>Status of the second directory.</summary>
    internal FileStatus StatusB { get; init; }

    /// <summary>Its number if another rank compares it.</summary>
    internal long Number { get; set; }

    /// <summary>The entries.</summary>
    internal IReadOnlyList<PairItem> Items => _items;

    /// <summary>What was found, by entry; null if the comparison was stopped.</summary>
    internal PairFinding?[] Findings { get; }

    /// <summary>The next entry to be compared; for the queue.</summary>
    internal int Next { get; set; }

    /// <summary>True once all entries are compared.</summary>
    internal bool IsDone => Volatile.Read(ref _underWay) == 0;

    /// <summary>True if another rank compares it.</summary>
    internal bool IsLent { get; private set; }

    /// <summary>Leaves it to another rank, and closes the directories.</summary>
    internal void Lend()
    {
        IsLent = true;
        Close();
    }

    /// <summary>Records that an entry was compared; the last one closes the directories.</summary>
    /// <returns>True if it was the last one.</returns>
    internal bool End(int index, PairFinding? finding)
    {
        Findings[index] = finding;
        bool isLast = Interlocked.Decrement(ref _underWay) == 0;
        if (isLast && !IsLent)
        {
            Close();
        }

        return isLast;
    }

    private void Close()
    {
        A.Dispose();
        B.Dispose();
    }
}

/// <summary>One entry of two directories.</summary>
/// <param name="Name">Its name in A, or in B if A does not have it.</param>
/// <param name="KindA">Its kind in A, or null if A does not have it.</param>
/// <param name="KindB">Its kind in B, or null if B does not have it.</param>
internal readonly record struct PairItem(FilePath Name, FileKind? KindA, FileKind? KindB)
{
    /// <summary>Its name in B if that is another one: of two files that were named.</summary>
    internal FilePath? NameB { get; init; }

    /// <summary>The name to report, or null for the one below the roots.</summary>
    internal FilePath? Reported { get; init; }

    /// <summary>What was found when the entry was listed; null if it is still to be compared.</summary>
    internal PairFinding? Ready { get; init; }
}
