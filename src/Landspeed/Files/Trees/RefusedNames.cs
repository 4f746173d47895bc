using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>Names that a file system refuses, such as <c>what?</c> on FAT.</summary>
internal static class RefusedNames
{
    /// <summary>What to say of an error with which file systems refuse names.</summary>
    /// <param name="error">The system's error; EOVERFLOW: exFAT, asked for a name that is not UTF-8.</param>
    /// <returns>A full sentence; null for any other error.</returns>
    internal static string? Hint(NativeError error) => error.Name is "EINVAL" or "EILSEQ" or "EOVERFLOW"
        ? "Its file system most likely allows no such name: rename it in the source."
        : null;
}
