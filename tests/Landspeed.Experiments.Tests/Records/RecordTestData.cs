using System.Globalization;
using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Tests.Records;

/// <summary>Records and their checksums for tests.</summary>
internal static class RecordTestData
{
    /// <summary>The first records of a kind.</summary>
    internal static byte[] Make(long count, RecordLayout layout = RecordLayout.Binary, bool skewed = false, ulong start = 0)
    {
        var records = new RecordSet { Count = count, Layout = layout, IsSkewed = skewed, Start = start };
        records.Check();
        byte[] bytes = new byte[records.Length];
        new RecordContent(records).Fill(0, bytes);
        return bytes;
    }

    /// <summary>What is judged of bytes.</summary>
    internal static RecordSummary Judge(ReadOnlySpan<byte> bytes) => new RecordJudge(ignoresCase: false).Summarize(bytes);

    /// <summary>A checksum as gensort and valsort print it.</summary>
    internal static string Hex(UInt128 checksum) => checksum.ToString("x", CultureInfo.InvariantCulture);
}
