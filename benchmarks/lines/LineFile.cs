namespace LinesBenchmark;

/// <summary>The file that is read.</summary>
internal static class LineFile
{
    private const int LineLength = 100;

    /// <summary>Makes a file of lines of 100 bytes with their LF, unless there is one of that length.</summary>
    internal static string Make(string directory, long length)
    {
        string path = Path.Combine(directory, "lines.txt");
        length = length / LineLength * LineLength;
        if (File.Exists(path) && new FileInfo(path).Length == length)
        {
            return path;
        }

        byte[] block = new byte[LineLength * 10_000];
        using FileStream stream = File.Create(path);
        for (long done = 0, line = 0; done < length; done += block.Length)
        {
            for (int start = 0; start < block.Length; start += LineLength)
            {
                block.AsSpan(start, LineLength).Fill((byte)('a' + (line % 26)));
                line++.TryFormat(block.AsSpan(start + 1), out _);
                block[start + LineLength - 1] = (byte)'\n';
            }

            stream.Write(block, 0, (int)Math.Min(block.Length, length - done));
        }

        return path;
    }

    /// <summary>Brings it into the page cache.</summary>
    internal static void Warm(string path)
    {
        using FileStream stream = File.OpenRead(path);
        stream.CopyTo(Stream.Null, 1 << 20);
    }
}
