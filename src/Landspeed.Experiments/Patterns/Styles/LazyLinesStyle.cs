using System.Text;
using Landspeed.Experiments.Trials;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>The whole file as an enumeration of strings.</summary>
/// <remarks>File.WriteAllLines ends lines as the system does: on Linux the carriage return is part of the line.</remarks>
internal static class LazyLinesStyle
{
    internal static RecordStyle Style { get; } =
        new("lines", "File.ReadLines, File.WriteAllLines") { Create = Create, Read = Read };

    private static void Create(string path, long records, TrialControl control) =>
        File.WriteAllLines(path, Lines(records, control));

    private static IEnumerable<string> Lines(long records, TrialControl control)
    {
        int end = Environment.NewLine.Length;
        byte[] record = new byte[SampleRecords.Length];
        for (long number = 0; number < records; number++)
        {
            RecordLoop.StopAt(number, control);
            SampleRecords.Write(number, record);
            yield return Encoding.ASCII.GetString(record, 0, SampleRecords.Length - end);
        }
    }

    private static RecordTotal Read(string path, TrialControl control)
    {
        var total = default(RecordTotal);
        foreach (string line in File.ReadLines(path))
        {
            total.AddLine(line.AsSpan());
            RecordLoop.StopAt(total.Records, control);
        }

        return total;
    }
}
