using System.Globalization;
using Landspeed.Soak;

// soak DIRECTORY SECONDS SEED [--few-threads]
//
// Prints what was done, and exits with 0 when every byte was right, every exception an expected one, and nothing was
// left.
if (args.Length < 3)
{
    Console.Error.WriteLine("usage: soak DIRECTORY SECONDS SEED [--few-threads]");
    return 2;
}

string directory = args[0];
double seconds = double.Parse(args[1], CultureInfo.InvariantCulture);
int seed = int.Parse(args[2], CultureInfo.InvariantCulture);
bool fewThreads = args.Contains("--few-threads");
int count = fewThreads ? 2 : 6;

if (fewThreads)
{
    // The pool takes its threads while there are some.
    ThreadPool.GetMaxThreads(out int most, out _);
    using var all = new Barrier(most);
    await Task.WhenAll(Enumerable.Range(0, most).Select(_ => Task.Run(all.SignalAndWait))).ConfigureAwait(false);
}

async Task<List<Worker>> Work(double time, int first)
{
    using var end = new CancellationTokenSource(TimeSpan.FromSeconds(time));
    List<Worker> workers = [.. Enumerable.Range(first, count)
        .Select(number => new Worker(directory, number, seed + number, fewThreads))];
    await Task.WhenAll(workers.Select(worker => Task.Run(() => worker.RunAsync(end.Token)))).ConfigureAwait(false);
    workers.ForEach(worker => worker.LookAtForgotten(wait: true));
    return workers;
}

// Hours of use leave the heap of the C library larger than a short test does.
static bool IsBack(Usage now, Usage before) => now.IsBackTo(before, moreMappings: 100, moreMiB: 96);

Usage Settle(Usage? before)
{
    Usage now = Usage.Read();
    SpinWait.SpinUntil(
        () =>
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            now = Usage.Read();
            return before is not null && IsBack(now, before);
        },
        TimeSpan.FromSeconds(before is null ? 2 : 30));
    return now;
}

// The collector runs again and again, and lets the others work in between.
using var ends = new ManualResetEvent(false);
var collector = new Thread(() =>
{
    while (!ends.WaitOne(5))
    {
        GC.Collect();
    }
});
collector.IsBackground = true;
collector.Start();

List<Worker> warm = await Work(Math.Min(5, seconds / 4), 0).ConfigureAwait(false);
Usage before = Settle(null);
List<string> open = Usage.Open();
List<Worker> done = await Work(seconds, 100).ConfigureAwait(false);
ends.Set();
collector.Join();
Usage after = Settle(before);

List<string> complaints = [.. warm.Concat(done).SelectMany(worker => worker.Complaints)];
if (!IsBack(after, before))
{
    complaints.Add($"left: before {before}, after {after}; new: {string.Join(", ", Usage.Open().Except(open))}");
}

complaints.ForEach(Console.Error.WriteLine);
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture,
    $"{done.Sum(worker => worker.Operations)} operations, {done.Sum(worker => worker.Bytes) >> 20} MiB compared, "
        + $"{complaints.Count} complaints; before {before}, after {after}"));
return complaints.Count == 0 ? 0 : 1;
