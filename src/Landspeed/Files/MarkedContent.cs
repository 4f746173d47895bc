using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>
/// State of a marked file when landspeed last wrote to it; any later writer changes one of the values.
/// </summary>
/// <param name="Length">Bytes.</param>
/// <param name="Modified">
/// Last change of its content, or null if the file system may later change it by itself, as network file systems do.
/// </param>
internal readonly record struct MarkedContent(long Length, FileTime? Modified)
{
    private const string ModifiedWord = " modified ";

    /// <summary>Gets the state of a file.</summary>
    /// <param name="status">Status of the file.</param>
    /// <param name="fileSystem">Its file system, as in <see cref="FileSystemNames"/>.</param>
    internal static MarkedContent Of(in FileStatus status, string fileSystem) =>
        new(status.Length, FileSystemNames.HasOwnInodes(fileSystem) ? status.Modified : null);

    /// <summary>True if a file still has this state.</summary>
    internal bool IsThatOf(in FileStatus status) =>
        status.Length == Length && (Modified is not { } modified || status.Modified == modified);

    /// <summary>Reads the state from a mark, or returns null if the mark has none.</summary>
    /// <param name="mark">The mark.</param>
    /// <param name="lengthWord">The word before the length.</param>
    internal static MarkedContent? In(string mark, string lengthWord)
    {
        int start = mark.IndexOf(lengthWord, StringComparison.Ordinal);
        if (start < 0)
        {
            return null;
        }

        string[] parts = mark[(start + lengthWord.Length)..].Split(ModifiedWord);
        string[] time = parts.Length == 2 ? parts[1].Split('.') : [];
        bool hasTime = time.Length == 2
            & long.TryParse(time.FirstOrDefault(), CultureInfo.InvariantCulture, out long seconds)
            & int.TryParse(time.LastOrDefault(), CultureInfo.InvariantCulture, out int nanoseconds);

        // A value that cannot be parsed matches no file, so that the file does not count as ours.
        return long.TryParse(parts[0], CultureInfo.InvariantCulture, out long length) && hasTime == (parts.Length == 2)
            ? new MarkedContent(length, hasTime ? new FileTime(seconds, nanoseconds) : null)
            : new MarkedContent(-1, null);
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Length}{(Modified is { } modified ? $"{ModifiedWord}{modified}" : string.Empty)}");
}
