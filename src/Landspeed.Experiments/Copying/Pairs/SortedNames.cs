namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// The names of one directory in the order of their bytes, with little more memory than those: a directory may have a
/// million.
/// </summary>
/// <remarks>For use by one thread; used for one directory after the other.</remarks>
internal sealed class SortedNames : IComparer<SortedNames.Entry>
{
    // More is given back before the next directory.
    private const int MostKept = 1 << 20;

    private byte[] _bytes = new byte[4096];
    private Entry[] _entries = new Entry[64];
    private int _used;

    /// <summary>Number of names.</summary>
    internal int Count { get; private set; }

    /// <summary>The bytes of a name; valid until the next change.</summary>
    internal ReadOnlySpan<byte> this[int index] => Of(_entries[index]);

    /// <summary>Returns the kind that was listed with a name, or null if the directory does not report it.</summary>
    internal FileKind? KindOf(int index) => _entries[index].Kind;

    /// <summary>Removes all names.</summary>
    internal void Clear()
    {
        (_used, Count) = (0, 0);
        if (_bytes.Length > MostKept)
        {
            (_bytes, _entries) = (new byte[4096], new Entry[64]);
        }
    }

    /// <summary>Adds a name of at most 255 bytes.</summary>
    internal void Add(ReadOnlySpan<byte> name, FileKind? kind)
    {
        if (_used + name.Length > _bytes.Length)
        {
            Array.Resize(ref _bytes, checked(Math.Max(_bytes.Length * 2, _used + name.Length)));
        }

        if (Count == _entries.Length)
        {
            Array.Resize(ref _entries, checked(Count * 2));
        }

        name.CopyTo(_bytes.AsSpan(_used));
        _entries[Count++] = new Entry(_used, (short)name.Length, kind);
        _used += name.Length;
    }

    /// <summary>Sorts the names.</summary>
    internal void Sort() => Array.Sort(_entries, 0, Count, this);

    /// <inheritdoc/>
    int IComparer<Entry>.Compare(Entry x, Entry y) => Of(x).SequenceCompareTo(Of(y));

    private ReadOnlySpan<byte> Of(Entry entry) => _bytes.AsSpan(entry.Offset, entry.Length);

    /// <summary>Where the bytes of a name are.</summary>
    internal readonly record struct Entry(int Offset, short Length, FileKind? Kind);
}
