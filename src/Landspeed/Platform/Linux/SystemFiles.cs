using System.Globalization;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform.Linux;

/// <summary>The small text files in /proc, /sys and /etc, under a root that tests can replace.</summary>
/// <remarks>Immutable and thread-safe. A missing or hidden file never causes an exception.</remarks>
internal sealed class SystemFiles
{
    // More than most of these files hold: 4,096 bytes.
    private const int FirstRead = 4096;

    private readonly string _root;

    /// <summary>Opens the files of the machine, or of a copy of its tree.</summary>
    /// <param name="root">Directory that represents <c>/</c>.</param>
    internal SystemFiles(string root = "/")
    {
        _root = root;
    }

    /// <summary>
    /// Reads a whole file without white space at its ends; bytes that are not UTF-8 become lone surrogates.
    /// </summary>
    /// <returns>The text, or null if it cannot be read or is empty.</returns>
    internal string? TryRead(string path)
    {
        string? text = TryReadBytes(path) is { } bytes ? FilePath.Decode(bytes).Trim() : null;
        return text is { Length: > 0 } ? text : null;
    }

    /// <summary>Reads a whole file, or returns null if it cannot be read.</summary>
    internal byte[]? TryReadBytes(string path)
    {
        try
        {
            return ReadToEnd(At(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Writes a text to an existing file.</summary>
    /// <returns>0, or the error.</returns>
    internal NativeResult TryWrite(string path, string text)
    {
        try
        {
            using SafeFileHandle file = File.OpenHandle(At(path), FileMode.Open, FileAccess.Write);
            RandomAccess.Write(file, Encoding.ASCII.GetBytes(text), 0);
            return default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return NativeResult.Failure(
                e is UnauthorizedAccessException ? NativeError.Of(NativeErrorKind.AccessDenied)
                : NativeError.TryFrom(e, out NativeError error) ? error : NativeError.Of(NativeErrorKind.NotFound));
        }
    }

    /// <summary>Reads the lines of a file; none if it cannot be read.</summary>
    internal string[] Lines(string path) => TryRead(path)?.Split('\n') ?? [];

    /// <summary>Returns the value of the first line <c>key : value</c>, or null.</summary>
    internal string? Value(string path, string key) => Lines(path)
        .Select(line => line.Split(':', 2, StringSplitOptions.TrimEntries))
        .FirstOrDefault(pair => pair.Length == 2 && pair[0] == key)?[1];

    /// <summary>Reads a file as a whole number, or returns null.</summary>
    internal long? Number(string path) => Numbers.Parse(TryRead(path));

    /// <summary>True if a file or directory exists.</summary>
    internal bool Exists(string path) => Path.Exists(At(path));

    /// <summary>Returns the names in a directory; none if it cannot be read.</summary>
    internal string[] Names(string path) => TryNames(path) ?? [];

    /// <summary>Returns the names in a directory, or null if it cannot be read.</summary>
    internal string[]? TryNames(string path)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(At(path)).Select(name => Path.GetFileName(name))];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>
    /// Returns the final destination of a symbolic link, without the root, or the path itself if it is not one.
    /// </summary>
    internal string Resolve(string path)
    {
        try
        {
            string target = File.ResolveLinkTarget(At(path), returnFinalTarget: true)?.FullName ?? At(path);
            return _root == "/" ? target : string.Concat("/", Path.GetRelativePath(_root, target));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return path;
        }
    }

    /// <summary>Returns the destination of a symbolic link, or null if it is not one or cannot be read.</summary>
    internal string? Link(string path)
    {
        try
        {
            return new FileInfo(At(path)).LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // File.ReadAllBytes trusts the length, which is 4096 for files of /sys that hold less, and then throws. A stream
    // copies files of /proc, whose length is 0, in 16 bytes per call, between which their content changes.
    private static byte[] ReadToEnd(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        byte[] bytes = new byte[FirstRead];
        int length = 0;
        while (RandomAccess.Read(file, bytes.AsSpan(length), length) is > 0 and var read)
        {
            length += read;
            if (length == bytes.Length)
            {
                Array.Resize(ref bytes, length * 2);
            }
        }

        return bytes[..length];
    }

    private string At(string path) => _root == "/" ? path : Path.Join(_root, path);
}

/// <summary>Numbers as the kernel writes them.</summary>
internal static class Numbers
{
    /// <summary>Parses a whole number, or returns null if the text is not one.</summary>
    internal static long? Parse(string? text) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long value) ? value : null;

    /// <summary>Formats a whole number as the kernel reads it.</summary>
    internal static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>Parses a number with a decimal point, or returns null if the text is not one.</summary>
    internal static double? ParseDecimal(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value : null;
}
