namespace Landspeed.Tests.Streams.LineReading;

/// <summary>The oracle: lines cut byte by byte from the whole file in memory.</summary>
internal static class NaiveLines
{
    internal static List<(long Offset, byte[] Line)> Of(byte[] file, bool keepsMark = false)
    {
        var lines = new List<(long, byte[])>();
        int start = !keepsMark && file is [0xEF, 0xBB, 0xBF, ..] ? 3 : 0;
        for (int index = start; index < file.Length; index++)
        {
            if (file[index] == '\n')
            {
                int end = index > start && file[index - 1] == '\r' ? index - 1 : index;
                lines.Add((start, file[start..end]));
                start = index + 1;
            }
        }

        if (start < file.Length)
        {
            lines.Add((start, file[start..]));
        }

        return lines;
    }
}
