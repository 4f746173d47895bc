using System.Diagnostics;
using System.Globalization;
using System.Text;
using LinesBenchmark;

// lines DIRECTORY|FILE [--rounds 5] [--size-mib 1024] [--seed N] [--only TEXT]
//
// In a directory a file lines.txt of 100-byte lines is made, and kept; a file that is named is only read. It is brought
// into the page cache before each run, and each run waits until other programs leave the processors alone. Every round runs
// each way once, in random order; the table shows medians over the rounds, and medians of the ratios within a round with
// their range. Above 1: faster than the way in the head of the column.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length == 0 || args[0].StartsWith('-'))
{
    Console.Error.WriteLine("usage: lines DIRECTORY|FILE [--rounds 5] [--size-mib 1024] [--seed N] [--only TEXT]");
    return 2;
}

string Option(string name, string otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 ? args[index + 1] : otherwise;
}

int rounds = int.Parse(Option("--rounds", "5"));
int seed = int.Parse(Option("--seed", Environment.TickCount.ToString()));
string only = Option("--only", string.Empty);
string file = Directory.Exists(args[0]) ? LineFile.Make(args[0], long.Parse(Option("--size-mib", "1024")) << 20) : args[0];
long length = new FileInfo(file).Length;
Contender[] contenders = [.. Contenders.All.Where(one =>
    one.Name == Contenders.WordCount || one.Name.Contains(only, StringComparison.Ordinal))];
var readings = contenders.ToDictionary(one => one, _ => new List<Reading>());
var random = new Random(seed);
int disturbed = 0;
long lines = -1;
for (int round = 0; round <= rounds; round++)
{
    foreach (Contender one in contenders.OrderBy(_ => random.Next()).ToArray())
    {
        LineFile.Warm(file);
        GC.Collect();
        disturbed += QuietMoment.Wait() ? 0 : 1;
        long allocated = GC.GetTotalAllocatedBytes();
        double cpu = ProcessorTime.OfThisAndChildren();
        long start = Stopwatch.GetTimestamp();
        long seen = one.Work(file);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        var reading = new Reading(
            seconds, ProcessorTime.OfThisAndChildren() - cpu, GC.GetTotalAllocatedBytes() - allocated);
        lines = lines < 0 ? seen : lines;
        if (seen != lines)
        {
            Console.Error.WriteLine($"{one.Name} saw {seen} lines, another way {lines}");
            return 1;
        }

        // The first round is for the compiler.
        if (round > 0)
        {
            readings[one].Add(reading);
        }
    }
}

Console.WriteLine($"{file}: {length / 1048576.0:F0} MiB, {lines} lines, in the page cache; {Environment.ProcessorCount} processors");
Console.WriteLine($"seed {seed}, {rounds} rounds, interleaved; medians; {disturbed} runs began while other programs worked");
Console.WriteLine($"{"way",-30}{"ms",8}{"MB/s",8}{"Mlines/s",10}{"cpu ms",8}{"ns/line",9}{"alloc B",13}{"× wc",19}{"× ReadLine",19}");
foreach (Contender one in contenders)
{
    Reading[] own = [.. readings[one]];
    double seconds = Middle(own.Select(x => x.Seconds));
    double cpu = Middle(own.Select(x => x.CpuSeconds));
    var row = new StringBuilder();
    row.Append($"{one.Name,-30}{seconds * 1000,8:F1}{length / seconds / 1e6,8:F0}{lines / seconds / 1e6,10:F1}{cpu * 1000,8:F0}");
    row.Append($"{cpu * 1e9 / lines,9:F1}{own.Max(x => x.Allocated),13}{Against(Contenders.WordCount, own),19}{Against(Contenders.ReadLine, own),19}");
    Console.WriteLine(row);
}

return 0;

string Against(string other, Reading[] own)
{
    Contender? base_ = contenders.FirstOrDefault(one => one.Name == other);
    if (base_ is null)
    {
        return "-";
    }

    double[] ratios = [.. own.Zip(readings[base_], (a, b) => b.Seconds / a.Seconds)];
    return $"{Middle(ratios):F2} ({ratios.Min():F2}-{ratios.Max():F2})";
}

static double Middle(IEnumerable<double> values)
{
    double[] sorted = [.. values.Order()];
    return sorted.Length % 2 == 1
        ? sorted[sorted.Length / 2]
        : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
}
