using System.Globalization;

namespace Landspeed.Experiments.Records;

/// <summary>Checksums as gensort and valsort print them.</summary>
internal static class RecordChecksum
{
    /// <summary>Lower-case hexadecimal without leading zeros; 0 for no records.</summary>
    internal static string Text(UInt128 checksum) => checksum.ToString("x", CultureInfo.InvariantCulture);
}
