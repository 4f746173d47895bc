using Landspeed.Copying;

namespace Landspeed.Hashing;

/// <summary>Checksum files in the format of md5sum, sha256sum and xxh128sum.</summary>
/// <remarks>Thread-safe if each stream is used by one thread.</remarks>
internal static class ChecksumManifest
{
    /// <summary>
    /// Maximum length of a line in bytes without its newline: 65,536; a path is at most 4,096 bytes, and twice that
    /// when escaped.
    /// </summary>
    public const int LongestLine = 64 * 1024;

    /// <summary>Reads a checksum file line by line, in bounded memory.</summary>
    /// <param name="source">
    /// The file, read from its current position to its end; stays open and owned by the caller.
    /// </param>
    /// <param name="algorithm">
    /// The algorithm of the digests; a line that names another is malformed. If null, the algorithm the line names, or
    /// otherwise the one that its digest's length implies; 32 digits alone are ambiguous, as both MD5 and XXH128 have
    /// them, and make the line malformed.
    /// </param>
    /// <returns>
    /// An entry for each line except comments (starting with <c>#</c>) and empty lines, read during enumeration.
    /// Accepted forms are <c>digest  name</c>, <c>digest *name</c>, <c>digest name</c> where the first such line has
    /// one space, <c>MD5 (name) = digest</c>, each optionally with a backslash before it and escapes in the name, and
    /// lines that end in carriage return and newline. A malformed line also yields an entry and does not end the
    /// enumeration.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is undefined.</exception>
    /// <exception cref="IOException">The stream failed, during enumeration.</exception>
    /// <remarks>Source: md5sum(1), xxhsum(1); what coreutils 9.1 accepts.</remarks>
    public static IEnumerable<ManifestEntry> Read(Stream source, DigestAlgorithm? algorithm = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        return Entries(new ManifestLines(source), new ManifestParser(algorithm), null);
    }

    /// <summary>Reads a checksum file, and reports if the file says that it is incomplete.</summary>
    /// <param name="source">The file.</param>
    /// <param name="algorithm">The algorithm of the digests, or null.</param>
    /// <param name="incomplete">Receives the reason during enumeration.</param>
    internal static IEnumerable<ManifestEntry> Read(
        Stream source, DigestAlgorithm? algorithm, Action<string> incomplete) =>
        Entries(new ManifestLines(source), new ManifestParser(algorithm), incomplete);

    /// <summary>Writes lines in order.</summary>
    /// <param name="target">The destination; stays open and owned by the caller, and is not flushed.</param>
    /// <param name="lines">The lines.</param>
    /// <exception cref="IOException">The stream failed; what was written before remains.</exception>
    public static void Write(Stream target, IEnumerable<ChecksumLine> lines)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(lines);
        foreach (ChecksumLine line in lines)
        {
            target.Write(line.ToBytes());
        }
    }

    private static IEnumerable<ManifestEntry> Entries(
        ManifestLines lines, ManifestParser parser, Action<string>? incomplete)
    {
        while (lines.MoveNext())
        {
            if (incomplete is not null && IncompleteManifest.ReasonIn(
                    lines.Number == 1 ? ManifestParser.WithoutMark(lines.Current) : lines.Current) is { } reason)
            {
                incomplete(reason);
            }

            ManifestEntry? entry = lines.IsTooLong
                ? ManifestEntry.Malformed(lines.Number, FormattableString.Invariant($"the line is longer than {LongestLine} bytes"))
                : parser.Parse(lines.Number, lines.Current);
            if (entry is not null)
            {
                yield return entry;
            }
        }
    }
}

/// <summary>One line read from a checksum file: either its content, or why it cannot be read.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
internal sealed record ManifestEntry
{
    private ManifestEntry(long lineNumber, ChecksumLine? line, string? problem)
    {
        LineNumber = lineNumber;
        Line = line;
        Problem = problem;
    }

    /// <summary>The line's number in the file, starting at 1 and counting comments and empty lines.</summary>
    public long LineNumber { get; }

    /// <summary>The line's content, or null if it cannot be read.</summary>
    public ChecksumLine? Line { get; }

    /// <summary>Why the line cannot be read, for people, without the number, or null if it can.</summary>
    public string? Problem { get; }

    internal static ManifestEntry Of(long lineNumber, ChecksumLine line) => new(lineNumber, line, null);

    internal static ManifestEntry Malformed(long lineNumber, string problem) => new(lineNumber, null, problem);
}
