namespace Landspeed.Files.Trees;

/// <summary>
/// A queue of names that uses little more memory than their bytes, because one directory may have a million.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class NameQueue
{
    private const int SmallestBlock = 256;
    private const int LargestBlock = 64 * 1024;

    private readonly Queue<byte[]> _blocks = new();
    private byte[] _last = [];
    private int _written;
    private int _read;

    /// <summary>Adds a name.</summary>
    internal void Enqueue(FilePath name) => Enqueue(name.Bytes);

    /// <summary>Adds a name of at most 255 bytes, the maximum of every file system here.</summary>
    internal void Enqueue(ReadOnlySpan<byte> name)
    {
        if (_written + 1 + name.Length > _last.Length)
        {
            // A zero ends a block early; a name has at least one byte.
            _last = new byte[Math.Clamp(_last.Length * 2, Math.Max(SmallestBlock, 1 + name.Length), LargestBlock)];
            _blocks.Enqueue(_last);
            _written = 0;
        }

        _last[_written] = (byte)name.Length;
        name.CopyTo(_last.AsSpan(_written + 1));
        _written += 1 + name.Length;
    }

    /// <summary>Takes the first name, or returns null if there is none.</summary>
    internal FilePath? TryDequeue()
    {
        while (_blocks.TryPeek(out byte[]? block))
        {
            int end = ReferenceEquals(block, _last) ? _written : block.Length;
            if (_read < end && block[_read] is > 0 and var length)
            {
                FilePath name = FilePath.FromBytes(block.AsSpan(_read + 1, length));
                _read += 1 + length;
                return name;
            }

            if (ReferenceEquals(block, _last))
            {
                break;
            }

            _blocks.Dequeue();
            _read = 0;
        }

        return null;
    }
}
