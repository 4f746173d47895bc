using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Paths for .NET's file classes, which take text only and put the working directory's name before a relative one.
/// Where a name is not UTF-8, or the working directory's is not, they find nothing. Then they get a path through a
/// descriptor.
/// </summary>
internal static class TextPath
{
    // What .NET makes of bytes that are not UTF-8.
    private const char Replacement = '\uFFFD';

    /// <summary>Lets .NET use a file or directory.</summary>
    /// <param name="path">Its name; need not exist.</param>
    /// <param name="use">Receives a path that leads there until it returns. What it throws may name that path.</param>
    /// <returns>What that returns.</returns>
    /// <exception cref="NativeIOException">The directory that holds the name cannot be opened.</exception>
    internal static T Use<T>(FilePath path, Func<string, T> use)
    {
        if (IsPlain(path))
        {
            return use(path.Text);
        }

        // An existing one by itself, since its name may be no text; a new one by its directory.
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

    /// <summary>Opens a file to be read. .NET says of a directory that its permissions refuse it.</summary>
    /// <exception cref="NativeIOException">It is a directory, or <see cref="Use"/> throws it.</exception>
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

    /// <summary>Whether .NET finds what a path's own text says.</summary>
    internal static bool IsPlain(FilePath path) => path.IsUtf8
        && (path.Bytes[0] == (byte)'/'
            || !Environment.CurrentDirectory.Contains(Replacement, StringComparison.Ordinal));
}
