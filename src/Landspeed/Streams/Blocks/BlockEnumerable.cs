using Landspeed.Platform;

namespace Landspeed.Streams.Blocks;

/// <summary>The bytes of a file for foreach: see <see cref="SequentialFile.ReadBlocks(string, SequentialFileOptions?)"/>.</summary>
/// <remarks>Immutable; each loop opens the file for itself.</remarks>
public sealed class BlockEnumerable
{
    private readonly FilePath _path;
    private readonly SequentialFileOptions _options;

    internal BlockEnumerable(FilePath path, SequentialFileOptions options) => (_path, _options) = (path, options);

    /// <summary>Opens the file.</summary>
    /// <returns>The loop, which closes the file at its end.</returns>
    /// <exception cref="IOException">As <see cref="BlockReader.Open(FilePath, SequentialFileOptions?)"/>.</exception>
    public BlockEnumerator GetEnumerator() => new(BlockReader.Open(_path, _options));
}

/// <summary>One loop over the blocks of a file.</summary>
/// <remarks>For one thread. The current block is valid until the next step.</remarks>
public ref struct BlockEnumerator : IDisposable
{
    private readonly BlockReader _reader;
    private ReadBlock _block;

    internal BlockEnumerator(BlockReader reader) => _reader = reader;

    /// <summary>The current block, 1 byte or more.</summary>
    public readonly ReadOnlySpan<byte> Current => _block.Span;

    /// <summary>Releases the current block and waits for the next one.</summary>
    /// <returns>False at the end of the file.</returns>
    /// <exception cref="Landspeed.Platform.NativeIOException">The read failed.</exception>
    public bool MoveNext()
    {
        _block.Dispose();
        _block = default;
        _block = _reader.Read();
        return !_block.IsEnd;
    }

    /// <summary>Releases the current block and closes the file.</summary>
    public void Dispose()
    {
        _block.Dispose();
        _reader.Dispose();
    }
}
