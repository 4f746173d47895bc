using System.Text;
using Landspeed.Platform;

namespace Landspeed.Hashing;

/// <summary>One line of a checksum file: a file's name and the digest that it should have.</summary>
/// <remarks>
/// Immutable and safe for all threads. The text is that of md5sum, sha256sum and xxh128sum: digits, two spaces, name.
/// A name with a newline, carriage return or backslash cannot stand there as it is: the line then begins with a
/// backslash and the name holds <c>\n</c>, <c>\r</c> and <c>\\</c> instead. For XXH128 a backslash alone is left as it
/// is, which every version of xxhsum reads; those before 0.8.2 know no escapes at all.
/// </remarks>
public sealed record ChecksumLine
{
    /// <summary>A line.</summary>
    /// <param name="name">The file's name, any bytes.</param>
    /// <param name="digest">Its digest.</param>
    public ChecksumLine(FilePath name, FileDigest digest)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(digest);
        Name = name;
        Digest = digest;
    }

    /// <summary>The file's name as it is, without escapes; <c>-</c> is what the programs write for their standard input.</summary>
    public FilePath Name { get; }

    /// <summary>The digest that the file should have.</summary>
    public FileDigest Digest { get; }

    /// <summary>The line as it stands in a checksum file, the newline at its end included.</summary>
    /// <returns>A new array; bytes and not text, since names need not be UTF-8.</returns>
    public byte[] ToBytes()
    {
        ReadOnlySpan<byte> special = Digest.Algorithm == DigestAlgorithm.Xxh128 ? "\n\r"u8 : "\n\r\\"u8;
        bool isEscaped = Name.Bytes.ContainsAny(special);
        byte[] digits = Encoding.ASCII.GetBytes(Digest.Hex);
        return isEscaped
            ? [(byte)'\\', .. digits, .. "  "u8, .. EscapedName.Escape(Name.Bytes), (byte)'\n']
            : [.. digits, .. "  "u8, .. Name.Bytes, (byte)'\n'];
    }

    /// <summary>The line for people: digits and the name with control characters shown as <c>\xNN</c>.</summary>
    public override string ToString() => $"{Digest.Hex}  {Name.Display}";
}
