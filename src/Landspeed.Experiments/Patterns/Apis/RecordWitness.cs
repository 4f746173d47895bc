using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Stores some of the bytes that were moved, so that they can be compared with the file afterwards.</summary>
/// <param name="most">Maximum number of positions stored: the last ones remain.</param>
internal sealed class RecordWitness(int most)
{
    /// <summary>Stored bytes of a record: 16.</summary>
    internal const int Length = 16;

    private readonly byte[] _bytes = new byte[most * Length];
    private readonly (long Offset, int Length)[] _places = new (long, int)[most];
    private int _count;

    /// <summary>Where the stored records start.</summary>
    internal IEnumerable<long> Offsets => _places.Take(_count).Select(place => place.Offset);

    /// <summary>Stores the start of a record.</summary>
    internal void Keep(long offset, ReadOnlySpan<byte> record)
    {
        int slot = _count++ % most;
        int length = Math.Min(Length, record.Length);
        record[..length].CopyTo(_bytes.AsSpan(slot * Length));
        _places[slot] = (offset, length);
    }

    /// <summary>Compares with the file.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="ExperimentException">Something differs: the wrong bytes were moved.</exception>
    internal void Check(FilePath path)
    {
        using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
        Span<byte> present = stackalloc byte[Length];
        for (int slot = 0; slot < Math.Min(_count, most); slot++)
        {
            (long offset, int length) = _places[slot];
            int read = RandomAccess.Read(file.Handle, present[..length], offset);
            if (read != length || !present[..length].SequenceEqual(_bytes.AsSpan(slot * Length, length)))
            {
                throw new ExperimentException(
                    Outcome.Mismatch, Invariant($"the bytes that were moved at offset {offset} differ from those in the file"));
            }
        }
    }
}
