using System.Diagnostics;
using Landspeed;
using Landspeed.Files;
using Landspeed.Platform;

namespace StreamsBenchmark;

/// <summary>
/// Files of many sizes: each work with each size in rounds, every method once a round, in random order. The table has
/// the time of one file and the ratios to the method of .NET that was fastest, or cheapest, in the same round.
/// </summary>
internal sealed class SizeTable(string directory, int rounds, int seed)
{
    private const long BytesOfARun = 64L << 20;
    private const int LargeFile = 256 << 20;

    private static readonly int[] s_sizes =
    [
        1, 1000, 4096, 16 << 10, 64 << 10, 200_000, 256 << 10, 300_000,
        1 << 20, 4 << 20, 8 << 20, 16 << 20, 64 << 20, 256 << 20,
    ];

    private readonly SizeMethods _methods = new();
    private readonly Random _random = new(seed);

    internal void Print(string only)
    {
        Console.WriteLine(
            $"seed {seed}, {rounds} rounds, interleaved; medians; "
            + "× best, × least: of .NET's methods in the same round");
        foreach (SizeWork work in Enum.GetValues<SizeWork>())
        {
            if (!work.ToString().Contains(only, StringComparison.OrdinalIgnoreCase))
            {
                continue;
            }

            Console.WriteLine();
            Console.WriteLine("| Work | Bytes | Files | Method | µs a file | Time × best | CPU µs | CPU × least |");
            Console.WriteLine("|---|---|---|---|---|---|---|---|");
            foreach (int size in work is SizeWork.RandomCached or SizeWork.RandomCold ? [LargeFile] : s_sizes)
            {
                Compare(work, size);
            }
        }
    }

    private void Compare(SizeWork work, int size)
    {
        int most = work is SizeWork.ReadCached or SizeWork.Write ? 200 : 40;
        int count = (int)Math.Clamp(BytesOfARun / size, 1, most);
        string[] files =
            [.. Enumerable.Range(0, count).Select(index => Path.Combine(directory, $"landspeed-size-{index}.dat"))];
        SizeMethod[] methods = _methods.Of(work);
        var times = methods.ToDictionary(method => method, _ => new List<double>());
        var costs = methods.ToDictionary(method => method, _ => new List<double>());
        try
        {
            if (work is not SizeWork.Write and not SizeWork.WriteDurable)
            {
                Make(files, size);
            }

            for (int round = 0; round <= rounds; round++)
            {
                foreach (SizeMethod method in methods.OrderBy(_ => _random.Next()).ToArray())
                {
                    Prepare(work, files);
                    (double time, double cost) = Run(method, files, size);
                    if (round > 0) // the first one compiles
                    {
                        times[method].Add(time);
                        costs[method].Add(cost);
                    }
                }
            }
        }
        finally
        {
            Array.ForEach(files, File.Delete);
        }

        SizeMethod[] framework = [.. methods.Where(method => !method.IsOurs)];
        foreach (SizeMethod method in methods)
        {
            Console.WriteLine(
                $"| {work} | {size} | {count} | {method.Name} "
                + $"| {Middle(times[method]):F1} | {Ratio(times, method, framework):F2} "
                + $"| {Middle(costs[method]):F1} | {Ratio(costs, method, framework):F2} |");
        }
    }

    // In microseconds a file.
    private static (double Time, double Cost) Run(SizeMethod method, string[] files, int size)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes before);
        long start = Stopwatch.GetTimestamp();
        foreach (string file in files)
        {
            method.Run(file, size);
        }

        double time = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes after);
        return (time / files.Length, (after.TotalNs - before.TotalNs) / 1000.0 / files.Length);
    }

    private static void Make(string[] files, int size)
    {
        byte[] block = new byte[Math.Min(size, 1 << 20)];
        new Random(2004).NextBytes(block);
        foreach (string path in files)
        {
            using FileStream stream = File.Create(path);
            for (int total = 0; total < size; total += block.Length)
            {
                stream.Write(block, 0, Math.Min(block.Length, size - total));
            }

            stream.Flush(flushToDisk: true);
        }
    }

    private static void Prepare(SizeWork work, string[] files)
    {
        if (work is SizeWork.Write or SizeWork.WriteDurable)
        {
            Array.ForEach(files, File.Delete);
            return;
        }

        foreach (string path in files)
        {
            if (work is SizeWork.ReadCached or SizeWork.RandomCached)
            {
                using FileStream stream = File.OpenRead(path);
                stream.CopyTo(Stream.Null, 1 << 20);
            }
            else
            {
                using StorageFile file = StorageFile.Open(FilePath.FromText(path), new StorageFileOptions());
                PageCache.Drop(file);
            }
        }
    }

    private static double Ratio(
        Dictionary<SizeMethod, List<double>> values, SizeMethod method, SizeMethod[] framework) => Middle(
        [
            .. Enumerable.Range(0, values[method].Count)
                .Select(round => values[method][round] / framework.Min(other => values[other][round])),
        ]);

    private static double Middle(List<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
