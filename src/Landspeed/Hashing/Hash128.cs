using System.Buffers.Binary;
using System.Globalization;

namespace Landspeed.Hashing;

/// <summary>A 128-bit digest, written as one big-endian number: the canonical form of XXH3-128.</summary>
/// <param name="High">The upper 64 bits, printed first.</param>
/// <param name="Low">The lower 64 bits.</param>
/// <remarks>
/// Immutable and thread-safe; 16 bytes. Not cryptographic: it detects damage, but does not resist an attacker.
/// </remarks>
internal readonly record struct Hash128(ulong High, ulong Low)
{
    /// <summary>Length of the canonical binary form: 16 bytes.</summary>
    public const int Size = 16;

    /// <summary>Length of the canonical text: 32 characters.</summary>
    public const int TextLength = 32;

    /// <summary>Parses the canonical text.</summary>
    /// <param name="text">Exactly 32 hexadecimal digits in upper or lower case, with nothing around them.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="FormatException">The text has another form.</exception>
    /// <remarks>No allocation.</remarks>
    public static Hash128 Parse(ReadOnlySpan<char> text) => TryParse(text, out Hash128 hash)
        ? hash
        : throw new FormatException($"'{text}' is not a 128-bit digest: 32 hexadecimal digits were expected");

    /// <summary>Parses the canonical text if it is valid.</summary>
    /// <param name="text">Any text; only 32 hexadecimal digits in upper or lower case are valid.</param>
    /// <param name="hash">The digest, or zero.</param>
    /// <returns>True if the text is a digest.</returns>
    /// <remarks>No allocation.</remarks>
    public static bool TryParse(ReadOnlySpan<char> text, out Hash128 hash)
    {
        hash = default;
        if (text.Length != TextLength
            || !ulong.TryParse(text[..16], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong high)
            || !ulong.TryParse(text[16..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong low))
        {
            return false;
        }

        hash = new Hash128(high, low);
        return true;
    }

    /// <summary>Reads the canonical binary form.</summary>
    /// <param name="source">At least 16 bytes, most significant first; further bytes are ignored.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer than 16 bytes.</exception>
    public static Hash128 Read(ReadOnlySpan<byte> source)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(source.Length, Size, nameof(source));
        return new(BinaryPrimitives.ReadUInt64BigEndian(source), BinaryPrimitives.ReadUInt64BigEndian(source[8..]));
    }

    /// <summary>Writes the canonical binary form.</summary>
    /// <param name="target">Room for at least 16 bytes; the first 16 are written, most significant first.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is less room; nothing was written.</exception>
    public void Write(Span<byte> target)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(target.Length, Size, nameof(target));
        BinaryPrimitives.WriteUInt64BigEndian(target, High);
        BinaryPrimitives.WriteUInt64BigEndian(target[8..], Low);
    }

    /// <summary>Returns the canonical text: 32 lower-case hexadecimal digits, as xxh128sum prints them.</summary>
    /// <returns>The text; allocates one string.</returns>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{High:x16}{Low:x16}");
}
