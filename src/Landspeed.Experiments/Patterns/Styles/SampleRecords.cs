using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>The 100-byte records that the programming styles move: the printable ones of the sort benchmark.</summary>
internal static class SampleRecords
{
    /// <summary>Bytes of a record: 100.</summary>
    internal const int Length = RecordSet.RecordLength;

    /// <summary>Bytes of the key at its start: 10.</summary>
    internal const int KeyLength = 10;

    /// <summary>Characters of a record as a line of text, without CR LF: 98.</summary>
    internal const int LineLength = Length - 2;

    private static readonly NumberedRecords<AsciiForm> s_records = new();

    /// <summary>
    /// Generates as many records as fit, at about 2 GB/s; each call costs a few hundred nanoseconds more.
    /// </summary>
    /// <param name="first">Number of the first one, 0 or more.</param>
    /// <param name="target">A multiple of 100 bytes.</param>
    internal static void Fill(long first, Span<byte> target) => s_records.Fill((ulong)first, target);
}
