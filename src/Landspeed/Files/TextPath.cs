using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Paths for .NET's file classes, which accept only text and prefix a relative path with the working directory's name.
/// If a name, or the working directory's, is not UTF-8, they do not find the file; they are then given a path through a
/// descriptor.
/// </summary>
internal static class TextPath
{
    // .NET's replacement for bytes that are not UTF-8.
    private const char Replacement = '\uFFFD';

    /// <summary>Lets .NET use a file or directory.</summary>
    /// <param name="path">Its name; need not exist.</param>
    /// <param name="use">
    /// Receives a path that leads there until it returns. Its exceptions may contain that path.
    /// </param>
    /// <returns>Its result.</returns>
    /// <exception cref="NativeIOException">The parent directory cannot be opened.</exception>
    internal static T Use<T>(FilePath path, Func<string, T> use)
    {
        if (IsPlain(path))
        {
            return use(path.Text);
        }

        // An existing one through its own descriptor, because its name may not be text; a new one through its
        // directory.
        NativeResult found = NativePlatform.Files.Open(
            path, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            if (found.Succeeded)
            {
                return use(NativePlatform.Trees.TextPathOf(handle!));
            }
        }

        NativeResult above = HoldingDirectory.Open(path.Parent, out SafeFileHandle? directory);
        using (directory)
        {
            return above.Succeeded
                ? use($"{NativePlatform.Trees.TextPathOf(directory!)}/{path.Name.Text}")
                : throw new NativeIOException("open the directory", path.Parent, above.Error);
        }
    }

    /// <summary>Opens a file for reading. For a directory .NET would report a lack of permission.</summary>
    /// <exception cref="NativeIOException">It is a directory, or as in <see cref="Use"/>.</exception>
    internal static FileStream OpenRead(FilePath path) => Use(path, text =>
    {
        try
        {
            return File.OpenRead(text);
        }
        catch (UnauthorizedAccessException) when (Directory.Exists(text))
        {
            throw new NativeIOException("read", path, NativeError.Of(NativeErrorKind.IsDirectory));
        }
    });

    /// <summary>Reads a file of bounded length.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="mostBytes">Maximum length.</param>
    /// <returns>Its contents; null: it is longer.</returns>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It must not be read.</exception>
    internal static byte[]? TryReadAll(FilePath path, int mostBytes)
    {
        using FileStream file = OpenRead(path);
        byte[] bytes = new byte[mostBytes + 1];
        int length = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return length > mostBytes ? null : bytes[..length];
    }

    /// <summary>True if .NET finds the file under the path's own text.</summary>
    internal static bool IsPlain(FilePath path) => path.IsUtf8
        && (path.Bytes[0] == (byte)'/'
            || !Environment.CurrentDirectory.Contains(Replacement, StringComparison.Ordinal));
}
