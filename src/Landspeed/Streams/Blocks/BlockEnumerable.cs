namespace Landspeed;

/// <summary>
/// The bytes of a file for foreach; see
/// <see cref="SequentialFile.ReadBlocks(string, SequentialFileOptions?, CancellationToken)"/>.
/// </summary>
/// <remarks>Immutable; each loop opens the file separately.</remarks>
public sealed class BlockEnumerable
{
    private readonly FilePath _path;
    private readonly SequentialFileOptions _options;
    private readonly CancellationToken _cancellation;

    internal BlockEnumerable(FilePath path, SequentialFileOptions options, CancellationToken cancellation) =>
        (_path, _options, _cancellation) = (path, options, cancellation);

    /// <summary>Opens the file.</summary>
    /// <returns>The enumerator, which closes the file at its end.</returns>
    /// <exception cref="IOException">
    /// As in <see cref="BlockReader.Open(FilePath, SequentialFileOptions?)"/>.
    /// </exception>
    public BlockEnumerator GetEnumerator() => new(BlockReader.Open(_path, _options), _cancellation);
}

/// <summary>One loop over the blocks of a file.</summary>
/// <remarks>For use by one thread. The current block is valid until the next call.</remarks>
public ref struct BlockEnumerator : IDisposable
{
    private readonly BlockReader _reader;
    private readonly CancellationToken _cancellation;
    private ReadBlock _block;

    internal BlockEnumerator(BlockReader reader, CancellationToken cancellation) =>
        (_reader, _cancellation) = (reader, cancellation);

    /// <summary>The current block, 1 byte or more.</summary>
    public readonly ReadOnlySpan<byte> Current => _block.Span;

    /// <summary>Releases the current block and waits for the next one.</summary>
    /// <returns>False at the end of the file.</returns>
    /// <exception cref="NativeIOException">The read failed.</exception>
    /// <exception cref="OperationCanceledException">The loop was cancelled.</exception>
    public bool MoveNext()
    {
        _block.Dispose();
        _block = default;
        _cancellation.ThrowIfCancellationRequested();
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
