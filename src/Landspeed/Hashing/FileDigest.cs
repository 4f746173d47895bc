using System.Globalization;
using Landspeed.Copying;

namespace Landspeed.Hashing;

/// <summary>The digest of a whole file, with its algorithm.</summary>
/// <remarks>Immutable and thread-safe. Two digests are equal if algorithm and digits are.</remarks>
internal sealed record FileDigest
{
    /// <summary>Creates a digest from its text.</summary>
    /// <param name="algorithm">Its algorithm.</param>
    /// <param name="hex">
    /// 32 hexadecimal digits for MD5 and XXH128, 64 for SHA-256; upper case is converted to lower case.
    /// </param>
    /// <exception cref="ArgumentException">The number of digits is wrong, or they are not hexadecimal.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The algorithm is undefined.</exception>
    public FileDigest(DigestAlgorithm algorithm, string hex)
    {
        ArgumentNullException.ThrowIfNull(hex);
        int digits = DigestNotation.DigitsOf(algorithm);
        if (hex.Length != digits || !hex.All(char.IsAsciiHexDigit))
        {
            throw new ArgumentException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"'{hex}' is no {DigestNotation.TagOf(algorithm)} digest: {digits} hexadecimal digits were expected"),
                nameof(hex));
        }

        Algorithm = algorithm;
        Hex = hex.ToLowerInvariant();
    }

    /// <summary>Its algorithm.</summary>
    public DigestAlgorithm Algorithm { get; }

    /// <summary>The digest in lower-case hexadecimal digits.</summary>
    public string Hex { get; }

    /// <summary>Returns algorithm and digits, for example <c>MD5 d41d8cd98f00b204e9800998ecf8427e</c>.</summary>
    public override string ToString() => $"{DigestNotation.TagOf(Algorithm)} {Hex}";
}
