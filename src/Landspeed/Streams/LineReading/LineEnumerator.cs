using Landspeed.Platform;

namespace Landspeed.Streams.LineReading;

/// <summary>Walks the lines of a file, which is read ahead meanwhile.</summary>
/// <remarks>
/// <para>One thread at a time. After a failed read the next call reads there again.</para>
/// <para>Cost: nothing allocated and no copy made for a line, but for one that crosses from one block into the next, which
/// is put together in a buffer that grows to the longest of these.</para>
/// </remarks>
public sealed class LineEnumerator : IDisposable
{
    private readonly LineCutter _cutter;
    private readonly LineChunk _chunk;
    private readonly CancellationToken _cancellation;
    private bool _disposed;

    internal LineEnumerator(FilePath path, LineOptions options, CancellationToken cancellation)
    {
        _cancellation = cancellation;
        _cutter = LineCutter.Open(path, options with { Workers = 1 });
        _chunk = new LineChunk(_cutter.Path, options, worker: 0);
    }

    /// <summary>
    /// The line without its LF or CR LF, in memory of the reader: valid until the next <see cref="MoveNext"/> or
    /// <see cref="Dispose"/>, and not to be touched later: the memory may be gone. Nor may an enumerator be forgotten
    /// while its line is looked at; <c>foreach</c> and <c>using</c> keep it. Empty before the first and after the last line.
    /// </summary>
    public ReadOnlySpan<byte> Current => _chunk.Line;

    /// <summary>The line's number: 1 for the first; 0 before it.</summary>
    public long Number => _chunk.Number;

    /// <summary>Bytes in the file before the line's first one.</summary>
    public long Offset => _chunk.Offset;

    /// <summary>Goes to the next line, waiting for it.</summary>
    /// <returns>False at the end of the file.</returns>
    /// <exception cref="LineException">The line is longer than <see cref="LineOptions.MaximumLineLength"/>; the walk ends there.</exception>
    /// <exception cref="NativeIOException">The read failed; no line is lost, the next call reads again.</exception>
    /// <exception cref="OperationCanceledException">The walk was cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The enumerator is disposed.</exception>
    public bool MoveNext() => _chunk.TryNext() || MoveNextChunk();

    /// <summary>Closes the file.</summary>
    public void Dispose()
    {
        _disposed = true;
        _chunk.End();
        _cutter.Dispose();
    }

    private bool MoveNextChunk()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        _chunk.End();
        _cancellation.ThrowIfCancellationRequested();
        while (_cutter.TryTakeCached(_chunk) || _cutter.TryTakeAhead(_chunk))
        {
            _chunk.Begin();
            if (_chunk.TryNext())
            {
                return true;
            }

            _chunk.End();
            _cancellation.ThrowIfCancellationRequested();
        }

        return false;
    }
}

/// <summary>The lines of a file, to be walked by <c>foreach</c>, one by one in the order of the file.</summary>
/// <remarks>Each walk opens the file anew. Safe for all threads; each enumerator belongs to one at a time.</remarks>
public sealed class LineSequence
{
    private readonly FilePath _path;
    private readonly LineOptions _options;
    private readonly CancellationToken _cancellation;

    internal LineSequence(FilePath path, LineOptions options, CancellationToken cancellation) =>
        (_path, _options, _cancellation) = (path, options, cancellation);

    /// <summary>Opens the file.</summary>
    /// <returns>Before the first line; to be disposed, which <c>foreach</c> does.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="IOException">The system refused otherwise, or it is no regular file.</exception>
    /// <remarks>About ten system calls; the read-ahead starts with the first line.</remarks>
    public LineEnumerator GetEnumerator() => new(_path, _options, _cancellation);
}
