using System.Text;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>The whole file as an enumeration of strings.</summary>
/// <remarks>
/// File.WriteAllLines ends lines as the system does: on Linux the carriage return is part of the line.
/// </remarks>
internal static class LazyLinesStyle
{
    internal static RecordStyle Style { get; } =
        new("lines", "File.ReadLines, File.WriteAllLines") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor) =>
        File.WriteAllLines(path, Lines(records, monitor));

    private static IEnumerable<string> Lines(long records, ProgressMonitor monitor)
    {
        int end = Environment.NewLine.Length;
        byte[] block = new byte[RecordLoop.RecordsPerBlock * SampleRecords.Length];
        for (long number = 0; number < records; number += RecordLoop.RecordsPerBlock)
        {
            monitor.ThrowIfStopped();
            SampleRecords.Fill(number, block);
            int length = (int)Math.Min(RecordLoop.RecordsPerBlock, records - number) * SampleRecords.Length;
            for (int start = 0; start < length; start += SampleRecords.Length)
            {
                yield return Encoding.ASCII.GetString(block, start, SampleRecords.Length - end);
            }
        }
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        var total = default(RecordTotal);
        foreach (string line in File.ReadLines(path))
        {
            total.AddLine(line.AsSpan());
            RecordLoop.StopAt(total.Records, monitor);
        }

        return total;
    }
}
