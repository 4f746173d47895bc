using System.Globalization;
using System.Text;

namespace Landspeed;

/// <summary>
/// Reports an operation on a file that the system refused: which operation, on which file and range, why, and what to
/// try.
/// </summary>
/// <example>
/// <code>
/// try
/// {
///     SequentialFile.CreateNew("big.dat").Dispose();
/// }
/// catch (NativeIOException failure) when (failure.Error.Kind == NativeErrorKind.AlreadyExists)
/// {
///     Console.WriteLine($"cannot {failure.Operation} {failure.Path}: {failure.Error.Name}");
/// }
/// </code>
/// </example>
public sealed class NativeIOException : IOException
{
    /// <summary>Creates the exception for a refused operation.</summary>
    /// <param name="operation">A verb phrase, for example <c>read</c> or <c>reserve blocks of</c>.</param>
    /// <param name="path">The file, or null if none is involved.</param>
    /// <param name="error">The system's error.</param>
    /// <param name="offset">File offset of the first affected byte, or null.</param>
    /// <param name="length">Number of affected bytes, or null.</param>
    /// <param name="hint">Likely cause and what to try, a full sentence, or null.</param>
    public NativeIOException(
        string operation,
        FilePath? path,
        NativeError error,
        long? offset = null,
        long? length = null,
        string? hint = null)
        : base(Compose(operation, path, error, offset, length, hint))
    {
        Operation = operation;
        Path = path;
        Error = error;
        Offset = offset;
        Length = length;
        Hint = hint;

        // HResult is set as .NET's own file classes set it, so that a handler for a full disk also handles our
        // exception.
        HResult = error.IsError ? error.Code : HResult;
    }

    /// <summary>The operation as a verb phrase.</summary>
    public string Operation { get; }

    /// <summary>The file, or null if none is involved.</summary>
    public FilePath? Path { get; }

    /// <summary>The system's error.</summary>
    public NativeError Error { get; }

    /// <summary>File offset of the first affected byte, or null.</summary>
    public long? Offset { get; }

    /// <summary>Number of affected bytes, or null.</summary>
    public long? Length { get; }

    /// <summary>Likely cause and what to try, or null if unknown.</summary>
    public string? Hint { get; }

    private static string Compose(
        string operation, FilePath? path, NativeError error, long? offset, long? length, string? hint)
    {
        var text = new StringBuilder("cannot ").Append(operation);
        if (path is not null)
        {
            text.Append(' ').Append(path.Display);
        }

        if (offset is not null)
        {
            text.Append(CultureInfo.InvariantCulture, $" at offset {offset}");
        }

        if (length is not null)
        {
            text.Append(CultureInfo.InvariantCulture, $" ({length} bytes)");
        }

        text.Append(CultureInfo.InvariantCulture, $": {error}");
        if (hint is not null)
        {
            text.Append(". ").Append(hint);
        }

        return text.ToString();
    }
}
