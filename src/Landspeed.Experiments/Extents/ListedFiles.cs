using Landspeed.Experiments.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>The files that a result lists: those with the most runs, or all with their extents.</summary>
/// <remarks>For one thread.</remarks>
/// <param name="most">How many at most; with lists there is no limit.</param>
/// <param name="keepsAll">Whether all files are listed.</param>
internal sealed class ListedFiles(int most, bool keepsAll)
{
    // A page has room for so many; parts of a file are many numbers.
    private const int MostMaps = 8;

    private readonly List<FileExtentsRecord> _all = [];

    // The least bad first. Of files with as many runs the one that was met later goes.
    private readonly PriorityQueue<FileExtentsRecord, (long Runs, long Order)> _worst = new();
    private long _order;

    /// <summary>Whether a file is listed as things stand.</summary>
    /// <param name="runs">Its runs.</param>
    /// <param name="isNamed">Whether it was named; files of a tree are listed only where they have more than one run.</param>
    internal bool Wants(long runs, bool isNamed) => keepsAll
        || (most > 0 && (isNamed || runs > 1)
            && (_worst.Count < most || (_worst.TryPeek(out _, out (long Runs, long Order) least) && runs > least.Runs)));

    /// <summary>Lists a file.</summary>
    internal void Add(FileExtentsRecord file)
    {
        if (keepsAll)
        {
            _all.Add(file);
            return;
        }

        _worst.Enqueue(file, (file.Totals.Runs.Count, -_order++));
        if (_worst.Count > most)
        {
            _worst.Dequeue();
        }
    }

    /// <summary>The files: the worst first, or all in the order in which they were read.</summary>
    internal IReadOnlyList<FileExtentsRecord> ToRecords()
    {
        IEnumerable<FileExtentsRecord> files = keepsAll ? _all : _worst.UnorderedItems
            .OrderByDescending(item => item.Priority.Runs).ThenByDescending(item => item.Priority.Order).Select(item => item.Element);
        return [.. files.Index().Select(file => file.Index < MostMaps ? file.Item : file.Item with { Map = null })];
    }
}
