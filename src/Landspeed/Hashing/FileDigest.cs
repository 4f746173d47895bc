using System.Globalization;

namespace Landspeed.Hashing;

/// <summary>The digest of a whole file, with the algorithm that made it.</summary>
/// <remarks>Immutable and safe for all threads. Two are equal when algorithm and digits are.</remarks>
public sealed record FileDigest
{
    /// <summary>A digest from its text.</summary>
    /// <param name="algorithm">What made it.</param>
    /// <param name="hex">32 hexadecimal digits for MD5 and XXH128, 64 for SHA-256; upper case becomes lower.</param>
    /// <exception cref="ArgumentException">The digits are too few, too many, or none.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such algorithm.</exception>
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

    /// <summary>What made it.</summary>
    public DigestAlgorithm Algorithm { get; }

    /// <summary>The digest in lower-case hexadecimal digits.</summary>
    public string Hex { get; }

    /// <summary>Algorithm and digits, for example <c>MD5 d41d8cd98f00b204e9800998ecf8427e</c>.</summary>
    public override string ToString() => $"{DigestNotation.TagOf(Algorithm)} {Hex}";
}
