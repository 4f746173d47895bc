using System.Diagnostics;
using System.Globalization;
using Landspeed;

namespace LinesBenchmark;

/// <summary>All ways that are compared. Those that look at lines sum their first bytes, so that none is optimised away.</summary>
internal static class Contenders
{
    internal const string WordCount = "wc -l";
    internal const string ReadLine = "StreamReader.ReadLine";

    private static readonly int s_many = Math.Max(2, Environment.ProcessorCount);

    internal static readonly Contender[] All =
    [
        new(WordCount, CountByProgram),
        new("Lines.Count, 1 worker", path => Lines.Count(path, new LineOptions { Workers = 1 })),
        new($"Lines.Count, {s_many} workers", path => Lines.Count(path, new LineOptions { Workers = s_many })),
        new(ReadLine, StreamReaderLines),
        new("File.ReadLines", FileLines),
        new("Lines.Enumerate", Enumerated),
        new("ForEachAsync, 1 worker", path => EachLine(path, 1)),
        new($"ForEachAsync, {s_many} workers", path => EachLine(path, s_many)),
        new("the same, 1 worker, hashing", path => EachLineHashed(path, 1)),
        new($"the same, {s_many} workers, hashing", path => EachLineHashed(path, s_many)),
    ];

    // Process start included.
    private static long CountByProgram(string path)
    {
        using Process process = Process.Start(new ProcessStartInfo("wc", ["-l", path]) { RedirectStandardOutput = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return long.Parse(output.Split(' ')[0], CultureInfo.InvariantCulture);
    }

    private static long StreamReaderLines(string path)
    {
        using var reader = new StreamReader(path);
        (long lines, long sum) = (0, 0);
        while (reader.ReadLine() is { } line)
        {
            lines++;
            sum += line.Length > 0 ? line[0] : 0;
        }

        return Checked(lines, sum);
    }

    private static long FileLines(string path)
    {
        (long lines, long sum) = (0, 0);
        foreach (string line in File.ReadLines(path))
        {
            lines++;
            sum += line.Length > 0 ? line[0] : 0;
        }

        return Checked(lines, sum);
    }

    private static long Enumerated(string path)
    {
        (long lines, long sum) = (0, 0);
        foreach (ReadOnlySpan<byte> line in Lines.Enumerate(path))
        {
            lines++;
            sum += line.IsEmpty ? 0 : line[0];
        }

        return Checked(lines, sum);
    }

    private static long EachLine(string path, int workers)
    {
        (long Lines, long Sum)[] states = Lines.ForEachAsync<(long Lines, long Sum)>(
            path,
            _ => default,
            (line, _, ref state) =>
            {
                state.Lines++;
                state.Sum += line.IsEmpty ? 0 : line[0];
            },
            new LineOptions { Workers = workers }).GetAwaiter().GetResult();
        return Checked(states.Sum(state => state.Lines), states.Sum(state => state.Sum));
    }

    // Work enough to outweigh the reading: about 70 ns for a line of 100 bytes.
    private static long EachLineHashed(string path, int workers)
    {
        (long Lines, uint Hash)[] states = Lines.ForEachAsync<(long Lines, uint Hash)>(
            path,
            _ => default,
            (line, _, ref state) =>
            {
                uint hash = 2166136261;
                foreach (byte one in line)
                {
                    hash = unchecked((hash ^ one) * 16777619);
                }

                state.Lines++;
                state.Hash ^= hash;
            },
            new LineOptions { Workers = workers }).GetAwaiter().GetResult();
        return Checked(states.Sum(state => state.Lines), states.Sum(state => state.Hash));
    }

    private static long Checked(long lines, long sum) =>
        sum >= 0 ? lines : throw new InvalidOperationException("the sum overflowed");
}
