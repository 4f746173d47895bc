using Landspeed.Quantities;

namespace Landspeed.Copying.Journal;

/// <summary>A sorted set of ranges of a file that do not touch each other: the durable parts.</summary>
/// <remarks>
/// For use by one thread. Small: a rank's journal adds one range per copied part, and adjacent ranges are merged.
/// </remarks>
internal sealed class IntervalSet
{
    private readonly List<ByteRange> _ranges = [];

    /// <summary>The ranges, in order.</summary>
    internal IReadOnlyList<ByteRange> Ranges => _ranges;

    internal bool IsEmpty => _ranges.Count == 0;

    /// <summary>The end of the last range, or 0 if there is none.</summary>
    internal long End => _ranges.Count == 0 ? 0 : _ranges[^1].End;

    /// <summary>Adds a range and merges it with those it overlaps or touches.</summary>
    internal void Add(ByteRange range)
    {
        if (range.IsEmpty)
        {
            return;
        }

        int first = IndexOfEndFrom(range.Offset);
        int last = first;
        (long offset, long end) = (range.Offset, range.End);
        for (; last < _ranges.Count && _ranges[last].Offset <= range.End; last++)
        {
            offset = Math.Min(offset, _ranges[last].Offset);
            end = Math.Max(end, _ranges[last].End);
        }

        _ranges.RemoveRange(first, last - first);
        _ranges.Insert(first, ByteRange.FromBounds(offset, end));
    }

    /// <summary>Adds all ranges of another set.</summary>
    internal void Add(IntervalSet other)
    {
        foreach (ByteRange range in other._ranges)
        {
            Add(range);
        }
    }

    /// <summary>True if every byte of a range is in the set; always true for an empty range.</summary>
    internal bool Contains(ByteRange range)
    {
        int index = IndexOfEndFrom(range.End);
        return range.IsEmpty || (index < _ranges.Count && _ranges[index].Contains(range));
    }

    /// <summary>Returns the end of the range that contains an offset, or the offset itself if none does.</summary>
    internal long EndFrom(long offset)
    {
        int index = IndexOfEndFrom(offset);
        return index < _ranges.Count && _ranges[index].Offset <= offset ? _ranges[index].End : offset;
    }

    /// <summary>Returns the parts of a range that are not in the set, in order.</summary>
    internal IEnumerable<ByteRange> Missing(ByteRange range)
    {
        long next = range.Offset;
        foreach (ByteRange known in _ranges)
        {
            ByteRange common = known.Intersect(range);
            if (common.IsEmpty)
            {
                continue;
            }

            if (common.Offset > next)
            {
                yield return ByteRange.FromBounds(next, common.Offset);
            }

            next = common.End;
        }

        if (next < range.End)
        {
            yield return ByteRange.FromBounds(next, range.End);
        }
    }

    // The first range that ends at or after an offset.
    private int IndexOfEndFrom(long offset)
    {
        (int low, int high) = (0, _ranges.Count);
        while (low < high)
        {
            int middle = (low + high) / 2;
            (low, high) = _ranges[middle].End < offset ? (middle + 1, high) : (low, middle);
        }

        return low;
    }
}
