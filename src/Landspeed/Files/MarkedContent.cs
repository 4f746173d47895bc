using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>
/// What a marked file was when landspeed wrote to it last: who writes to it later changes one of them.
/// </summary>
/// <param name="Length">Bytes.</param>
/// <param name="Modified">
/// Last change of its content; null where the file system may change that later by itself, as over a network.
/// </param>
internal readonly record struct MarkedContent(long Length, FileTime? Modified)
{
    private const string ModifiedWord = " modified ";

    /// <summary>That of a file.</summary>
    /// <param name="status">The file.</param>
    /// <param name="fileSystem">Its file system, as in <see cref="FileSystemNames"/>.</param>
    internal static MarkedContent Of(in FileStatus status, string fileSystem) =>
        new(status.Length, FileSystemNames.HasOwnInodes(fileSystem) ? status.Modified : null);

    /// <summary>Whether a file is still that.</summary>
    internal bool IsThatOf(in FileStatus status) =>
        status.Length == Length && (Modified is not { } modified || status.Modified == modified);

    /// <summary>What a mark says; null when it says nothing.</summary>
    /// <param name="mark">The mark.</param>
    /// <param name="lengthWord">What stands before the length.</param>
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

        // What cannot be read is no content that a file has: it is nobody's then.
        return long.TryParse(parts[0], CultureInfo.InvariantCulture, out long length) && hasTime == (parts.Length == 2)
            ? new MarkedContent(length, hasTime ? new FileTime(seconds, nanoseconds) : null)
            : new MarkedContent(-1, null);
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Length}{(Modified is { } modified ? $"{ModifiedWord}{modified}" : string.Empty)}");
}
