using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>The files that a result lists: those with the most runs, or all with their extents.</summary>
/// <remarks>For use by one thread.</remarks>
/// <param name="most">Maximum number of files; with lists there is no limit.</param>
/// <param name="keepsAll">Whether all files are listed.</param>
internal sealed class ListedFiles(int most, bool keepsAll)
{
    // This many fit on a page; parts of a file are many numbers.
    private const int MostMaps = 8;

    private readonly List<FileExtentsRecord> _all = [];

    // The least fragmented first. Of files with the same number of runs the one found later is dropped.
    private readonly PriorityQueue<FileExtentsRecord, (long Runs, long Order)> _worst = new();
    private long _order;

    /// <summary>Tells whether a file would be listed at this point.</summary>
    /// <param name="runs">Its runs.</param>
    /// <param name="isNamed">Whether it was named; files of a tree are listed only if they have more than one
    /// run.</param>
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

    /// <summary>Returns the files: the most fragmented first, or all in the order in which they were read.</summary>
    internal IReadOnlyList<FileExtentsRecord> ToRecords()
    {
        IEnumerable<FileExtentsRecord> files = keepsAll ? _all : _worst.UnorderedItems
            .OrderByDescending(item => item.Priority.Runs).ThenByDescending(item => item.Priority.Order).Select(item => item.Element);
        return [.. files.Index().Select(file => file.Index < MostMaps ? file.Item : file.Item with { Map = null })];
    }
}
