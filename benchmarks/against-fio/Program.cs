using System.Globalization;
using AgainstFio;

// against-fio FILE [--rounds N] [--time SECONDS] [--seed N] [--only TEXT] [--means uring|threads]
// against-fio FILE --sweep [--rounds N] [--time SECONDS] [--seed N]
// against-fio FILE --jobs [--rounds N] [--time SECONDS] [--seed N]
//
// FILE is fully written, or missing and then made by landspeed. It is WRITTEN TO by the write case, so it must be one
// that landspeed made. Every round runs each program once for each case, in random order; the ratios are taken within
// a round, and the table shows their medians with the range. Above 1 in the rate, below 1 in the cost: we are better.
// LANDSPEED names the command, for example the native executable; without it the one is taken that was built with this program.
// With --jobs: four jobs of one job file at the same time, each with a file of FILE's length, in the directory FILE.jobs,
// which is removed again.
// With --sweep: three cells of `landspeed sweep` instead, against the commands that its --show-fio prints.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length == 0 || args[0].StartsWith('-'))
{
    Console.Error.WriteLine("usage: against-fio FILE [--rounds 5] [--time 3] [--seed N] [--only TEXT] [--means uring|threads]");
    return 2;
}

string Option(string name, string otherwise)
{
    int index = Array.IndexOf(args, name);
    return index >= 0 ? args[index + 1] : otherwise;
}

int rounds = int.Parse(Option("--rounds", "5"));
int seed = int.Parse(Option("--seed", Environment.TickCount.ToString()));
var programs = new Programs(Path.GetFullPath(args[0]), TimeSpan.FromSeconds(double.Parse(Option("--time", "3"))));
if (!File.Exists(args[0]))
{
    programs.Landspeed(Case.All[3], Means.Uring);
}

if (args.Contains("--sweep"))
{
    Console.WriteLine($"seed {seed}, {rounds} rounds, interleaved; ours / fio, median (range)");
    new SweepComparison(Path.GetFullPath(args[0]), TimeSpan.FromSeconds(double.Parse(Option("--time", "3"))))
        .Run(rounds, new Random(seed));
    return 0;
}

if (args.Contains("--jobs"))
{
    Console.WriteLine($"seed {seed}, {rounds} rounds, interleaved; ours / fio, median (range)");
    using var comparison = new JobsComparison(
        Path.GetFullPath(args[0]), TimeSpan.FromSeconds(double.Parse(Option("--time", "3"))));
    comparison.Run(rounds, new Random(seed));
    return 0;
}

string only = Option("--only", string.Empty);
string meansWanted = Option("--means", string.Empty);
(Case Case, Means Means)[] cells =
[
    .. Enum.GetValues<Means>()
        .Where(means => meansWanted.Length == 0 || means.ToString().Equals(meansWanted, StringComparison.OrdinalIgnoreCase))
        .SelectMany(means => Case.All.Select(one => (one, means)))
        .Where(cell => cell.one.Name.Contains(only, StringComparison.Ordinal)),
];
var ours = cells.ToDictionary(cell => cell, _ => new List<Reading>());
var theirs = cells.ToDictionary(cell => cell, _ => new List<Reading>());
var random = new Random(seed);
for (int round = 1; round <= rounds; round++)
{
    foreach ((Case Case, Means Means) cell in cells.OrderBy(_ => random.Next()).ToArray())
    {
        programs.Prepare(cell.Case);
        Turns.Take(
            random,
            () => ours[cell].Add(programs.Landspeed(cell.Case, cell.Means)),
            () => theirs[cell].Add(programs.Fio(cell.Case, cell.Means)));

        Console.Error.WriteLine(
            $"round {round} {cell.Means.ToString().ToLowerInvariant(),-8}{cell.Case.Name,-32}"
            + $"{ours[cell][^1].RequestsPerS,10:F0}{theirs[cell][^1].RequestsPerS,10:F0} req/s"
            + $"{ours[cell][^1].CpuNsPerRequest / 1000,9:F2}{theirs[cell][^1].CpuNsPerRequest / 1000,9:F2} µs/req");
    }
}

Console.WriteLine($"seed {seed}, {rounds} rounds, interleaved; ours / fio, median (range)");
Console.WriteLine(
    $"{"engine",-8}{"case",-32}{"req/s",10}{"MB/s",9}{"rate ×",8}{"",14}{"µs/req",8}{"ns/B",8}{"cpu ×",8}{"",14}{"alloc",7}{"RSS MiB",9}  verdict");
foreach ((Case Case, Means Means) cell in cells)
{
    Reading[] a = [.. ours[cell]];
    Reading[] b = [.. theirs[cell]];
    double[] rate = [.. a.Zip(b, (x, y) => x.RequestsPerS / y.RequestsPerS)];
    double[] cost = [.. a.Zip(b, (x, y) => x.CpuNsPerRequest / y.CpuNsPerRequest)];
    double requests = Middle.Of([.. a.Select(x => x.RequestsPerS)]);
    double ns = Middle.Of([.. a.Select(x => x.CpuNsPerRequest)]);
    Console.WriteLine(
        $"{cell.Means.ToString().ToLowerInvariant(),-8}{cell.Case.Name,-32}{requests,10:F0}{requests * cell.Case.RequestSize / 1e6,9:F0}"
        + $"{Middle.WithRange(rate)}{ns / 1000,8:F2}{ns / cell.Case.RequestSize,8:F3}"
        + $"{Middle.WithRange(cost)}"
        + $"{a.Max(x => x.AllocatedBytes),7}{a.Max(x => x.ResidentBytes) / 1048576.0,9:F0}  {string.Join('/', a.Select(x => x.Verdict).Distinct())}");
}

return 0;
