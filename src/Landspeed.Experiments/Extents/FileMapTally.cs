using Landspeed.Files.Space;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Divides a file into equal parts, with the most common kind and the location of each.</summary>
/// <remarks>For use by one thread, one file at a time.</remarks>
internal sealed class FileMapTally
{
    private const int MostParts = 96; // as many as fit on a page, and twice as many as in a terminal

    // A part is not smaller than a block: smaller parts would only repeat the block.
    private const long LeastPart = 4096;

    private readonly long[] _bytes = new long[MostParts * ExtentKinds.Count];
    private readonly long?[] _places = new long?[MostParts];
    private long _length;
    private long _part;

    /// <summary>Starts a file.</summary>
    internal void Start(long length)
    {
        Array.Clear(_bytes);
        Array.Clear(_places);
        _length = length;
        _part = Math.Max(LeastPart, (length / MostParts) + (length % MostParts > 0 ? 1 : 0));
    }

    /// <summary>Adds an extent or a hole within the file.</summary>
    internal void Add(ExtentKind kind, in FileExtent extent)
    {
        long at = extent.Offset;
        while (at < extent.End)
        {
            int part = (int)(at / _part);
            long bytes = Math.Min(extent.End - at, _part - (at % _part));
            _bytes[(part * ExtentKinds.Count) + (int)kind] += bytes;
            _places[part] ??= extent.PhysicalOffset + (at - extent.Offset);
            at += bytes;
        }
    }

    /// <summary>Returns everything for a result; null for an empty file.</summary>
    internal FileMapRecord? ToRecord()
    {
        int parts = (int)(((_length - 1) / _part) + 1);
        return _length == 0 ? null : new FileMapRecord
        {
            PartBytes = _part,
            Kinds = string.Concat(Enumerable.Range(0, parts).Select(MostOf)),
            PlacesBytes = [.. _places.Take(parts)],
        };
    }

    private char MostOf(int part)
    {
        ReadOnlySpan<long> bytes = _bytes.AsSpan(part * ExtentKinds.Count, ExtentKinds.Count);
        int most = 0;
        for (int kind = 1; kind < bytes.Length; kind++)
        {
            most = bytes[kind] > bytes[most] ? kind : most;
        }

        return ExtentKinds.Letter((ExtentKind)most);
    }
}
