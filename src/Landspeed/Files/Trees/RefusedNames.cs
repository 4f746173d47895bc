using System.Text.Unicode;

namespace Landspeed.Files.Trees;

/// <summary>Names that a file system refuses, such as <c>what?</c> on FAT.</summary>
internal static class RefusedNames
{
    private const string Text = "Its file system most likely allows no such name: rename it in the source.";

    /// <summary>Returns the hint for an error with which file systems refuse names.</summary>
    /// <param name="error">The system's error; exFAT returns EOVERFLOW for a name that is not UTF-8.</param>
    /// <returns>A full sentence, or null for any other error.</returns>
    internal static string? Hint(NativeError error) => error.Name is "EINVAL" or "EILSEQ" or "EOVERFLOW" ? Text : null;

    /// <summary>Returns the hint for an error on giving a new file its name.</summary>
    /// <param name="error">The system's error; SMB returns ENOENT for a name that is not UTF-8.</param>
    /// <param name="name">The name.</param>
    /// <returns>A full sentence, or null for any other error.</returns>
    internal static string? Hint(NativeError error, FilePath name) =>
        error.Kind == NativeErrorKind.NotFound && !Utf8.IsValid(name.Bytes) ? Text : Hint(error);
}
