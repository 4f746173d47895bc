using System.Text;
using Landspeed.Copying;

namespace Landspeed.Hashing;

/// <summary>One line of a checksum file: a file's name and its expected digest.</summary>
/// <remarks>
/// Immutable and thread-safe. The text is that of md5sum, sha256sum and xxh128sum: digits, two spaces, name. A name
/// with a newline, carriage return or backslash is escaped: the line begins with a backslash and the name contains
/// <c>\n</c>, <c>\r</c> and <c>\\</c> instead. For XXH128 a name whose only such character is a backslash is not
/// escaped, which every version of xxhsum reads; versions before 0.8.2 support no escapes at all.
/// </remarks>
internal sealed record ChecksumLine
{
    /// <summary>Creates a line.</summary>
    /// <param name="name">The file's name; any bytes.</param>
    /// <param name="digest">Its digest.</param>
    public ChecksumLine(FilePath name, FileDigest digest)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(digest);
        Name = name;
        Digest = digest;
    }

    /// <summary>
    /// The file's name without escapes; <c>-</c> is what the programs write for their standard input.
    /// </summary>
    public FilePath Name { get; }

    /// <summary>The expected digest of the file.</summary>
    public FileDigest Digest { get; }

    /// <summary>Returns the line as it is written in a checksum file, including the final newline.</summary>
    /// <returns>A new array; bytes rather than text, because names need not be UTF-8.</returns>
    public byte[] ToBytes()
    {
        ReadOnlySpan<byte> special = Digest.Algorithm == DigestAlgorithm.Xxh128 ? "\n\r"u8 : "\n\r\\"u8;
        bool isEscaped = Name.Bytes.ContainsAny(special);
        byte[] digits = Encoding.ASCII.GetBytes(Digest.Hex);
        return isEscaped
            ? [(byte)'\\', .. digits, .. "  "u8, .. EscapedName.Escape(Name.Bytes), (byte)'\n']
            : [.. digits, .. "  "u8, .. Name.Bytes, (byte)'\n'];
    }

    /// <summary>
    /// Returns the line for people: digits, and the name with control characters shown as <c>\xNN</c>.
    /// </summary>
    public override string ToString() => $"{Digest.Hex}  {Name.Display}";
}
