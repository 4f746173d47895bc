namespace Landspeed.Experiments.Extents;

/// <summary>
/// Counts bytes in equal parts of something whose length is not known in advance: if it turns out to be longer, pairs
/// of parts are merged.
/// </summary>
/// <remarks>For use by one thread. Nothing is allocated afterwards.</remarks>
/// <param name="most">Maximum number of parts.</param>
/// <param name="part">Initial size of a part in bytes, a power of two.</param>
internal sealed class PartBytes(int most, long part)
{
    private readonly long[] _bytes = new long[most];
    private long _part = part;

    /// <summary>Adds a range.</summary>
    /// <param name="offset">First byte.</param>
    /// <param name="length">Bytes.</param>
    internal void Add(long offset, long length)
    {
        while ((offset + length - 1) / _part >= most)
        {
            Halve();
        }

        long at = offset;
        while (at < offset + length)
        {
            long bytes = Math.Min(offset + length - at, _part - (at % _part));
            _bytes[at / _part] += bytes;
            at += bytes;
        }
    }

    /// <summary>Returns the parts.</summary>
    /// <param name="size">Bytes of a part, a power of two, and at least their current size.</param>
    /// <param name="length">Bytes of the whole; anything added beyond it is left out.</param>
    internal long[] Parts(long size, long length)
    {
        long[] parts = new long[((length - 1) / size) + 1];
        for (int index = 0; index < most; index++)
        {
            long into = index * _part / size;
            if (into < parts.Length)
            {
                parts[into] += _bytes[index];
            }
        }

        return parts;
    }

    private void Halve()
    {
        for (int index = 0; index < most; index++)
        {
            long two = (2 * index) + 1 < most ? _bytes[2 * index] + _bytes[(2 * index) + 1] : 0;
            _bytes[index] = two;
        }

        _part *= 2;
    }
}
