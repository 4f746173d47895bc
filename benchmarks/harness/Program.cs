using System.Globalization;
using HarnessBenchmark;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;

// harness [DIRECTORY]
//
// What the machinery of the experiments adds to a cell: trials that do nothing are run as all others, with counters of the
// device below DIRECTORY (default: the current one) read before and after. Shown are the medians over all cells of the time
// that the clock saw, of the processor time and of the managed allocation that the cell was charged with, and how long a cell
// must be for that to be 2 % of it.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
string directory = args.Length > 0 ? args[0] : ".";
ITrial[] trials = [.. Enumerable.Range(0, 9).Select(cell => new EmptyTrial($"empty-{cell}"))];
var task = new ExperimentTask
{
    Experiment = new FakeExperiment(directory, repetitions: 101, trials)
    {
        WarmUps = Enumerable.Repeat(new EmptyTrial("warm-up"), 50),
    },
};
var runner = new ExperimentRunner(TimeProvider.System);
ResultDocument document = runner.Run(task, runner.Plan(task), null, CancellationToken.None).Document;

double elapsed = Middle(run => run[Metrics.Elapsed]!.Value);
double cpu = Middle(run => run[Metrics.Cpu]!.Value);
double allocated = Middle(run => run[Metrics.Allocated]!.Value);
Console.WriteLine($"runs                 {document.Cells.Sum(cell => cell.Runs.Count)}");
Console.WriteLine($"time on the clock    {elapsed:F0} ns, 2 % of a cell of {elapsed * 50 / 1e6:F3} ms");
Console.WriteLine($"processor charged    {cpu / 1e3:F0} us, 2 % of a cell of {cpu * 50 / 1e6:F1} ms of processor time");
Console.WriteLine($"managed allocation   {allocated:F0} bytes");
return 0;

double Middle(Func<RunRecord, double> value)
{
    double[] sorted = [.. document.Cells.SelectMany(cell => cell.Runs).Select(value).Order()];
    return sorted[sorted.Length / 2];
}
