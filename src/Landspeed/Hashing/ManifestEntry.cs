namespace Landspeed.Hashing;

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
