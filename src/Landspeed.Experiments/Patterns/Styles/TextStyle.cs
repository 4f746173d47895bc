using System.Text;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Text in blocks of characters: decoded and encoded, but not cut into strings.</summary>
internal static class TextStyle
{
    internal static RecordStyle Style { get; } =
        new("text", "StreamReader.Read(char[]), StreamWriter.Write(char[])") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        using var writer = new StreamWriter(stream);
        char[] text = new char[RecordLoop.BlockLength];
        RecordLoop.EachBlock(records, monitor, (writer, text), static (target, block) =>
        {
            int length = Encoding.ASCII.GetChars(block, target.text);
            target.writer.Write(target.text, 0, length);
        });
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var reader = new StreamReader(path);
        char[] text = new char[RecordLoop.BlockLength];
        var total = default(RecordTotal);
        for (int length = reader.Read(text, 0, text.Length); length > 0; length = reader.Read(text, 0, text.Length))
        {
            monitor.ThrowIfStopped();
            total.Add(text.AsSpan(0, length));
        }

        return total;
    }
}
