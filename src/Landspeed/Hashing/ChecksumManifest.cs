namespace Landspeed.Hashing;

/// <summary>Checksum files as md5sum, sha256sum and xxh128sum write and check them.</summary>
/// <remarks>Safe for all threads, with one thread for each stream.</remarks>
public static class ChecksumManifest
{
    /// <summary>Longest line that is read, in bytes without its newline: 65,536; a path is at most 4,096, escaped twice that.</summary>
    public const int LongestLine = 64 * 1024;

    /// <summary>Reads a checksum file line by line, in bounded memory.</summary>
    /// <param name="source">The file, read from where it stands to its end; stays open and the caller's.</param>
    /// <param name="algorithm">
    /// What made the digests; a line that names another is malformed. Null: what a line names, else what its digest's
    /// length says; 32 digits alone say nothing, as both MD5 and XXH128 have them, and make the line malformed.
    /// </param>
    /// <returns>
    /// An entry for each line but comments (<c>#</c> first) and empty ones, read while it is enumerated. Accepted are
    /// <c>digest  name</c>, <c>digest *name</c>, <c>digest name</c> where the first such line has one space,
    /// <c>MD5 (name) = digest</c>, each with a backslash before it and escapes in the name, and lines that end in
    /// carriage return and newline. A malformed line is an entry too and ends nothing.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such algorithm.</exception>
    /// <exception cref="IOException">The stream failed, while enumerating.</exception>
    /// <remarks>Source: md5sum(1), xxhsum(1); what coreutils 9.1 accepts.</remarks>
    public static IEnumerable<ManifestEntry> Read(Stream source, DigestAlgorithm? algorithm = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        return Entries(new ManifestLines(source), new ManifestParser(algorithm), null);
    }

    /// <summary>The same, and says where a file names not all that it should.</summary>
    /// <param name="source">The file.</param>
    /// <param name="algorithm">What made the digests, or null.</param>
    /// <param name="incomplete">Receives why, while the lines are enumerated.</param>
    internal static IEnumerable<ManifestEntry> Read(
        Stream source, DigestAlgorithm? algorithm, Action<string> incomplete) =>
        Entries(new ManifestLines(source), new ManifestParser(algorithm), incomplete);

    /// <summary>Writes lines, in order.</summary>
    /// <param name="target">Where to; stays open and the caller's, and is not flushed.</param>
    /// <param name="lines">The lines.</param>
    /// <exception cref="IOException">The stream failed; what was written before stays.</exception>
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

/// <summary>One line that was read from a checksum file: either what it says, or why it cannot be read.</summary>
/// <remarks>Immutable and safe for all threads.</remarks>
public sealed record ManifestEntry
{
    private ManifestEntry(long lineNumber, ChecksumLine? line, string? problem)
    {
        LineNumber = lineNumber;
        Line = line;
        Problem = problem;
    }

    /// <summary>The line's number in the file; the first is 1, comments and empty lines count.</summary>
    public long LineNumber { get; }

    /// <summary>What the line says; null when it cannot be read.</summary>
    public ChecksumLine? Line { get; }

    /// <summary>Why the line cannot be read, for people, without the number; null when it can.</summary>
    public string? Problem { get; }

    internal static ManifestEntry Of(long lineNumber, ChecksumLine line) => new(lineNumber, line, null);

    internal static ManifestEntry Malformed(long lineNumber, string problem) => new(lineNumber, null, problem);
}
