using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>What one worker counted of the requests of each size, beside what it counts of all.</summary>
/// <param name="sizes">The sizes.</param>
/// <remarks>Written by the worker; for others when its phase has ended.</remarks>
internal sealed class SizeTally(SizeShares sizes)
{
    private readonly long[] _bytes = [.. sizes.All.Select(one => one.Bytes)];
    private readonly PartTally[] _parts = [.. sizes.All.Select(_ => new PartTally())];

    /// <summary>Returns those of one size.</summary>
    /// <param name="bytes">One of the sizes.</param>
    internal PartTally Of(long bytes) => _parts[Array.IndexOf(_bytes, bytes)];

    /// <summary>Clears all counts.</summary>
    internal void Clear() => Array.ForEach(_parts, part => part.Clear());

    /// <summary>Adds the counts of another worker.</summary>
    internal void Merge(SizeTally other)
    {
        foreach ((int index, PartTally part) in _parts.Index())
        {
            part.Merge(other._parts[index]);
        }
    }

    /// <summary>Returns it for a result, from the smallest size to the largest.</summary>
    internal IReadOnlyList<RequestPartRecord> ToRecord() =>
        [.. _bytes.Zip(_parts, (bytes, part) => part.ToRecord() with { RequestSizeBytes = bytes })];
}
