using Landspeed.Streams.LineReading;

namespace Landspeed;

/// <summary>Enumerates the lines of a file while it is read ahead.</summary>
/// <remarks>
/// <para>For use by one thread at a time. After a failed read the next call reads there again.</para>
/// <para>Cost: no allocation and no copy per line, except for a line that crosses from one block into the next, which
/// is assembled in a buffer that grows to the longest such line.</para>
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
    /// The line without its LF or CR LF, in memory of the reader. It is valid until the next <see cref="MoveNext"/> or
    /// <see cref="Dispose"/> and must not be touched later, because the memory may be gone. The enumerator must also
    /// stay reachable while its line is in use; <c>foreach</c> and <c>using</c> ensure that. Empty before the first and
    /// after the last line.
    /// </summary>
    public ReadOnlySpan<byte> Current => _chunk.Line;

    /// <summary>The line's number: 1 for the first line, 0 before it.</summary>
    public long Number => _chunk.Number;

    /// <summary>Offset of the line's first byte in the file.</summary>
    public long Offset => _chunk.Offset;

    /// <summary>Moves to the next line and waits for it if necessary.</summary>
    /// <returns>False at the end of the file.</returns>
    /// <exception cref="LineException">
    /// The line is longer than <see cref="LineOptions.MaxLineLength"/>; the enumeration ends.
    /// </exception>
    /// <exception cref="NativeIOException">The read failed; no line is lost, and the next call reads again.</exception>
    /// <exception cref="OperationCanceledException">The enumeration was cancelled.</exception>
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

/// <summary>The lines of a file in order, for <c>foreach</c>.</summary>
/// <remarks>
/// Each enumeration opens the file again. Thread-safe; each enumerator must be used by one thread at a time.
/// </remarks>
public sealed class LineSequence
{
    private readonly FilePath _path;
    private readonly LineOptions _options;
    private readonly CancellationToken _cancellation;

    internal LineSequence(FilePath path, LineOptions options, CancellationToken cancellation) =>
        (_path, _options, _cancellation) = (path, options, cancellation);

    /// <summary>Opens the file.</summary>
    /// <returns>An enumerator before the first line; must be disposed, which <c>foreach</c> does.</returns>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="IOException">Another system error occurred, or it is not a regular file.</exception>
    /// <remarks>About ten system calls; the read-ahead starts with the first line.</remarks>
    public LineEnumerator GetEnumerator() => new(_path, _options, _cancellation);
}
