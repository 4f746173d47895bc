using Landspeed;

namespace StreamSamples;

/// <summary>The lines of a file in the order of their bytes, in bounded memory: sorted runs, then all merged.</summary>
internal static class ExternalSort
{
    private const int RunLength = 1 << 20;

    // Each run has a reader of its own while they are merged: small requests keep the sum of their memory small.
    private static readonly SequentialFileOptions s_run = new()
    {
        RequestSize = 64 * 1024,
        QueueDepth = 2,
        DeleteOnClose = true,
    };

    public static Task<string> RunAsync(string path)
    {
        List<string> runs = Split(path);
        long lines = Merge(runs, path + ".sorted");
        return Task.FromResult($"sorted {lines} lines in {runs.Count} runs into {path}.sorted");
    }

    private static List<string> Split(string path)
    {
        List<string> runs = [];
        List<byte[]> run = [];
        int length = 0;
        foreach (ReadOnlySpan<byte> line in Lines.Enumerate(path))
        {
            run.Add(line.ToArray());
            length += line.Length;
            if (length >= RunLength)
            {
                runs.Add(WriteRun($"{path}.sorted.{runs.Count}", run));
                run.Clear();
                length = 0;
            }
        }

        runs.Add(WriteRun($"{path}.sorted.{runs.Count}", run));
        return runs;
    }

    private static string WriteRun(string path, List<byte[]> run)
    {
        run.Sort(static (left, right) => left.AsSpan().SequenceCompareTo(right));
        using BlockWriter writer = BlockWriter.Create(path);
        run.ForEach(line => WriteLine(writer, line));
        return path;
    }

    private static long Merge(List<string> runs, string path)
    {
        var heads = new PriorityQueue<LineEnumerator, byte[]>(
            Comparer<byte[]>.Create(static (left, right) => left.AsSpan().SequenceCompareTo(right)));
        foreach (string run in runs)
        {
            Advance(heads, Lines.Enumerate(run, new() { File = s_run }).GetEnumerator());
        }

        long lines = 0;
        using BlockWriter writer = BlockWriter.Create(path);
        while (heads.TryDequeue(out LineEnumerator? next, out byte[]? line))
        {
            WriteLine(writer, line);
            lines++;
            Advance(heads, next);
        }

        return lines;
    }

    // A run that is at its end is closed, and with that removed.
    private static void Advance(PriorityQueue<LineEnumerator, byte[]> heads, LineEnumerator run)
    {
        if (run.MoveNext())
        {
            heads.Enqueue(run, run.Current.ToArray());
        }
        else
        {
            run.Dispose();
        }
    }

    private static void WriteLine(BlockWriter writer, byte[] line)
    {
        writer.Write(line);
        writer.Write("\n"u8);
    }
}
