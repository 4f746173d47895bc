using System.Text;
using Landspeed.Copying;

namespace Landspeed.Hashing;

/// <summary>
/// Interprets the lines of a checksum file as coreutils would. Remembers how many spaces follow a digest.
/// </summary>
internal sealed class ManifestParser
{
    private const string NotALine = "it is neither 'digest  name' nor 'ALGORITHM (name) = digest'";
    private const string NoName = "there is no name";

    private static ReadOnlySpan<byte> Utf8Mark => [0xEF, 0xBB, 0xBF];

    private static ReadOnlySpan<byte> LittleEndianMark => [0xFF, 0xFE];

    private static ReadOnlySpan<byte> BigEndianMark => [0xFE, 0xFF];

    private readonly DigestAlgorithm? _expected;

    // A digest is followed by one space, as the BSD programs write with -r, or by a space and a mark: another space for
    // text, a star for binary. The first line decides; otherwise a file called " a" could be passed off as "a".
    private bool? _hasOneSpace;

    internal ManifestParser(DigestAlgorithm? expected)
    {
        if (expected is { } algorithm)
        {
            _ = DigestNotation.DigitsOf(algorithm);
        }

        _expected = expected;
    }

    /// <summary>Parses a line, or returns null for a comment or an empty line.</summary>
    internal ManifestEntry? Parse(long number, ReadOnlySpan<byte> line)
    {
        line = number == 1 ? WithoutMark(line) : line;
        if (line is [(byte)'#', ..])
        {
            return null;
        }

        if (number == 1 && (line.StartsWith(LittleEndianMark) || line.StartsWith(BigEndianMark)))
        {
            return ManifestEntry.Malformed(number, "the file is UTF-16 text; save it as UTF-8");
        }

        line = line is [.., (byte)'\r'] ? line[..^1] : line;
        if (line.IsEmpty)
        {
            return null;
        }

        line = line.TrimStart(" \t"u8);
        bool isEscaped = line is [(byte)'\\', ..];
        line = isEscaped ? line[1..] : line;
        string? problem = Split(line, out DigestAlgorithm algorithm, out ReadOnlySpan<byte> digits, out ReadOnlySpan<byte> name);
        byte[]? bytes = isEscaped ? EscapedName.Unescape(name) : name.ToArray();
        problem ??= ProblemOf(bytes);
        if (problem is not null)
        {
            return ManifestEntry.Malformed(number, problem);
        }

        var digest = new FileDigest(algorithm, Encoding.ASCII.GetString(digits));
        return ManifestEntry.Of(number, new ChecksumLine(FilePath.FromBytes(bytes), digest));
    }

    /// <summary>Returns the first line without the byte order mark that some editors put before UTF-8 text.</summary>
    internal static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> line) =>
        line.StartsWith(Utf8Mark) ? line[Utf8Mark.Length..] : line;

    private static string? ProblemOf(byte[]? name) => name switch
    {
        null => "a backslash in the name stands before something other than a backslash, n or r",
        [] => NoName,
        _ => name.Contains((byte)0) ? "the name holds a zero byte" : null,
    };

    private string? Split(
        ReadOnlySpan<byte> line, out DigestAlgorithm algorithm, out ReadOnlySpan<byte> digits, out ReadOnlySpan<byte> name)
    {
        foreach (DigestAlgorithm known in DigestNotation.All)
        {
            string tag = DigestNotation.TagOf(known);
            if (line.Length > tag.Length
                && Ascii.Equals(line[..tag.Length], tag)
                && line[tag.Length..] is [(byte)'(', ..] or [(byte)' ', (byte)'(', ..])
            {
                algorithm = known;
                return SplitTagged(line[tag.Length..], known, out digits, out name);
            }
        }

        return SplitPlain(line, out algorithm, out digits, out name);
    }

    /// <summary><c>(name) = digest</c>; the name may contain parentheses, so the last one ends it.</summary>
    private string? SplitTagged(
        ReadOnlySpan<byte> line, DigestAlgorithm algorithm, out ReadOnlySpan<byte> digits, out ReadOnlySpan<byte> name)
    {
        int open = line.IndexOf((byte)'(');
        int close = line.LastIndexOf((byte)')');
        ReadOnlySpan<byte> after = close < 0 ? [] : line[(close + 1)..].TrimStart(" \t"u8);
        bool isComplete = after is [(byte)'=', ..];
        name = isComplete ? line[(open + 1)..close] : [];
        digits = isComplete ? after[1..].TrimStart(" \t"u8) : [];
        if (!isComplete)
        {
            return "no ') =' follows the name";
        }

        return _expected is { } expected && expected != algorithm
            ? $"it is for {DigestNotation.TagOf(algorithm)}, but {DigestNotation.TagOf(expected)} was asked for"
            : ProblemOf(digits, algorithm);
    }

    /// <summary><c>digest  name</c>, <c>digest *name</c>, <c>digest name</c>.</summary>
    private string? SplitPlain(
        ReadOnlySpan<byte> line, out DigestAlgorithm algorithm, out ReadOnlySpan<byte> digits, out ReadOnlySpan<byte> name)
    {
        int end = Math.Max(line.IndexOfAny((byte)' ', (byte)'\t'), 0);
        digits = line[..end];
        name = line[end..];
        algorithm = _expected ?? DigestAlgorithm.Sha256;
        if (!AreAll(digits, char.IsAsciiHexDigit))
        {
            return name is [_, (byte)'(', ..] && AreAll(digits, char.IsAsciiLetterOrDigit)
                ? $"the algorithm {Encoding.ASCII.GetString(digits)} is none of {string.Join(", ", DigestNotation.All.Select(DigestNotation.TagOf))}"
                : NotALine;
        }

        if (_expected is null && digits.Length == DigestNotation.DigitsOf(DigestAlgorithm.Md5))
        {
            return "a digest of 32 digits may be MD5 or XXH128: name the algorithm";
        }

        return ProblemOf(digits, algorithm) ?? SkipMark(ref name);
    }

    private string? SkipMark(ref ReadOnlySpan<byte> name)
    {
        name = name[1..];
        if (name.IsEmpty)
        {
            return NoName;
        }

        bool hasMark = name.Length > 1 && name[0] is (byte)' ' or (byte)'*';
        if (!hasMark && _hasOneSpace == false)
        {
            return "one space follows the digest, where two do in earlier lines";
        }

        _hasOneSpace ??= !hasMark;
        name = _hasOneSpace.Value ? name : name[1..];
        return null;
    }

    private static string? ProblemOf(ReadOnlySpan<byte> digits, DigestAlgorithm algorithm)
    {
        int expected = DigestNotation.DigitsOf(algorithm);
        string tag = DigestNotation.TagOf(algorithm);
        return !AreAll(digits, char.IsAsciiHexDigit) ? $"the {tag} digest has something other than hexadecimal digits"
            : digits.Length == expected ? null
            : FormattableString.Invariant($"a digest of {tag} has {expected} digits, this one has {digits.Length}");
    }

    private static bool AreAll(ReadOnlySpan<byte> text, Func<char, bool> kind)
    {
        foreach (byte value in text)
        {
            if (!kind((char)value))
            {
                return false;
            }
        }

        return !text.IsEmpty;
    }
}
