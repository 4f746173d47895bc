using System.Globalization;
using System.Numerics;
using System.Text;

namespace Landspeed.Experiments.Tests.Records;

/// <summary>The same records, written down from the specification as slowly and plainly as can be.</summary>
internal static class RecordFileOracle
{
    private static readonly BigInteger s_modulus = BigInteger.One << 128;
    private static readonly BigInteger s_factor = Hex("2360ED051FC65DA44385DF649FCCF645");
    private static readonly BigInteger s_addend = Hex("4A696D47726179524950202020202001");

    private static readonly string[] s_masks =
    [
        "00000000000000000000", "F0E8E4E2E1D8D4D2D1CC", "CAC9C6C5C3B8B4B2B1AC", "AAA9A6A5A39C9A999695",
        "938E8D8B87787472716C", "6A696665635C5A595655", "534E4D4B473C3A393635", "332E2D2B271E1D1B170F",
        "C8C4C2C1989492918CE0", "170F332E2D2B271E1D1B",
    ];

    /// <summary>The numbers X(1) on.</summary>
    internal static IEnumerable<BigInteger> Sequence()
    {
        BigInteger value = s_addend;
        while (true)
        {
            yield return value;
            value = ((s_factor * value) + s_addend) % s_modulus;
        }
    }

    internal static byte[] Binary(int count)
    {
        BigInteger[] numbers = [.. Sequence().Take(count + 9)];
        return [.. Enumerable.Range(0, count).SelectMany(record => Enumerable.Range(0, 10).SelectMany(field =>
            Bytes((numbers[record + field] >> 48) ^ Hex(s_masks[field]), 10)))];
    }

    internal static byte[] Ascii(int count)
    {
        var text = new StringBuilder();
        int number = 0;
        foreach (BigInteger drawn in Sequence().Take(count))
        {
            (BigInteger high, BigInteger low) = (drawn >> 64, drawn & ulong.MaxValue);
            string digits = ((ulong)low).ToString("X16", CultureInfo.InvariantCulture)[3..];
            text.Append(Printable(high, 8)).Append(Printable(low, 2)).Append("  ");
            text.Append(number++.ToString("X32", CultureInfo.InvariantCulture)).Append("  ");
            text.AppendJoin(string.Empty, digits.Select(digit => new string(digit, 4))).Append("\r\n");
        }

        return Encoding.ASCII.GetBytes(text.ToString());
    }

    private static string Printable(BigInteger value, int digits) =>
        string.Concat(Enumerable.Range(0, digits).Select(place =>
            (char)(int)(0x20 + (value / BigInteger.Pow(95, place) % 95))));

    private static byte[] Bytes(BigInteger value, int length) =>
        Convert.FromHexString(((UInt128)value).ToString("X32", CultureInfo.InvariantCulture)[^(2 * length)..]);

    private static BigInteger Hex(string digits) => (BigInteger)UInt128.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
