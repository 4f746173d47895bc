using System.Text;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>One string per line.</summary>
internal static class LineStyle
{
    internal static RecordStyle Style { get; } =
        new("line", "StreamReader.ReadLine, StreamWriter.WriteLine") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        using var writer = new StreamWriter(stream) { NewLine = "\r\n" };
        RecordLoop.Each(records, monitor, writer, static (writer, record) =>
            writer.WriteLine(Encoding.ASCII.GetString(record[..SampleRecords.LineLength])));
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var reader = new StreamReader(path);
        var total = default(RecordTotal);
        while (reader.ReadLine() is { } line)
        {
            total.AddLine(line.AsSpan());
            RecordLoop.StopAt(total.Records, monitor);
        }

        return total;
    }
}
