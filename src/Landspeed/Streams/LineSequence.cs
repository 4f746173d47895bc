namespace Landspeed.Streams;

/// <summary>The lines of a file, to be walked by <c>foreach</c>, one by one in the order of the file.</summary>
/// <remarks>Each walk opens the file anew. Safe for all threads; each enumerator belongs to one at a time.</remarks>
public sealed class LineSequence
{
    private readonly string _path;
    private readonly LineOptions _options;

    internal LineSequence(string path, LineOptions options) => (_path, _options) = (path, options);

    /// <summary>Opens the file.</summary>
    /// <returns>Before the first line; to be disposed, which <c>foreach</c> does.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="IOException">The system refused otherwise, or it is no regular file.</exception>
    /// <remarks>About ten system calls; the read-ahead starts with the first line.</remarks>
    public LineEnumerator GetEnumerator() => new(_path, _options);
}
