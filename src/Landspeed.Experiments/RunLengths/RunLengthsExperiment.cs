using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using Landspeed.Results.RunLengths;

namespace Landspeed.Experiments.RunLengths;

/// <summary>
/// Moves through files that are stored in runs of different lengths, to measure the cost of fragmentation.
/// </summary>
/// <param name="options">The files and the runs.</param>
/// <remarks>
/// All files exist at the same time, so that each round has a run of every cell; they are removed again.
/// </remarks>
public sealed class RunLengthsExperiment(RunLengthsOptions options) : IExperiment
{
    private RunLengthsPlan? _plan;
    private HostRecord? _host;
    private volatile TrialDirectory? _directory;
    private IReadOnlyList<ICase> _warmUps = [];

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _warmUps;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        RunLengthsPlan plan = _plan = RunLengthsPlan.Of(options);
        ResultDocument preview = ResultPreview.Of(
            (ResultKinds.Patterns, ResultKinds.RunLengths), plan.Place, Setup(), [.. plan.Cells.Select(one => one.Cell.ToRecord(one.Skipped))], now);
        _host = preview.Hosts[0];
        return new ExperimentPlan
        {
            Preview = preview,
            Facts = [.. Facts(plan)],
            Uses = [(options.Directory, "directory of the test files")],
            Leftovers = plan.Leftovers,
            SpaceNeededBytes = plan.AllBytes,
            PreparationBytes = plan.AllBytes,
            ReadBytes = plan.ReadBytes,
            WriteBytes = plan.WriteBytes,
            EstimatedTime = plan.Time,
            BaselineRunTime = options.Time,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        RunLengthsPlan plan = _plan!;
        TrialDirectory directory = _directory = TrialDirectory.Create(options.Directory, "run-lengths");
        Dictionary<RunLayout, LaidOutFile> files = plan.Layouts.ToDictionary(layout => layout, layout => new LaidOutFile(layout, directory.Path));
        foreach (LaidOutFile file in files.Values)
        {
            monitor.Begin(WorkPhase.Preparing);
            file.Make(monitor);
        }

        _warmUps =
        [
            .. plan.Measured.DistinctBy(cell => cell.Way)
                .Select(cell => Case(cell, files[cell.Layout], cell.WarmUp(files[cell.Layout], options))),
        ];
        return [.. plan.Measured.Select(cell => Case(cell, files[cell.Layout], cell.Case(files[cell.Layout], options)))];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => RunLengthConclusions.Of(cells, new Medium(_plan?.Place, _host));

    /// <inheritdoc/>
    public void CleanUp() => _directory?.Dispose();

    private RunLengthCase Case(RunLengthCell cell, LaidOutFile file, MeasurementOptions work) =>
        new(cell.Name, file, MeasurementPlanner.ForReadyFile(work, options.Size, _plan!.Place));

    private IEnumerable<(string Label, string Text)> Facts(RunLengthsPlan plan)
    {
        string[] lengths = [.. plan.Layouts.Where(layout => !layout.IsContiguous).Select(layout => AmountText.Size(layout.RunLength))];
        yield return (
            "files", $"{plan.Layouts.Count} of {AmountText.Size(options.Size)}, all at once, temporary, in {options.Directory.Display}");
        yield return ("layout", $"one run, and runs of {string.Join(", ", lengths)}; a file that misses this is reported and left out");
        yield return ("ways", $"read and write, direct ({AmountText.Size(RunLengthCell.RequestSize)} × {RunLengthCell.DirectDepth}) and buffered (× 1); reads cold, writes until durable");
        yield return ("a run", string.Create(
            CultureInfo.InvariantCulture, $"a pass through the file or {options.Time.TotalSeconds:0.###} s, whichever comes first"));
    }

    private SetupRecord Setup() => new()
    {
        Seed = options.Seed,
        Rounds = options.Repetitions,
        Axes = [RunLengthLabels.Operation, RunLengthLabels.Mode, RunLengthLabels.RunLength],
        Options = new Dictionary<string, string>
        {
            [RunLengthLabels.FileBytes] = Number(options.Size),
            [RunLengthLabels.RequestSize] = Number(Math.Min(RunLengthCell.RequestSize, options.Size)),
            [RunLengthLabels.DirectDepth] = Number(RunLengthCell.DirectDepth),
            [RunLengthLabels.Time] = Number(options.Time.TotalSeconds),
        },
    };

    private static string Number<T>(T value)
        where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);
}
