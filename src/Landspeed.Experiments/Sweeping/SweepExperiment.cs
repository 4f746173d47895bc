using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>A grid of cases of the engine and of FileStream: curves over request size.</summary>
/// <param name="options">The grid.</param>
public sealed class SweepExperiment(SweepOptions options) : IExperiment
{
    private SweepWork? _work;
    private volatile SweepFiles? _files;
    private IReadOnlyList<ICase> _warmUps = [];

    /// <summary>The grid.</summary>
    public SweepOptions Options => options;

    /// <inheritdoc/>
    public string Word => "sweep";

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _warmUps;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now) => Plan(null, now);

    /// <inheritdoc/>
    public bool Permits(ResultDocument read) => SweepLimits.Permit(read);

    /// <inheritdoc/>
    public ExperimentPlan Resume(ResultDocument begun, DateTimeOffset now) => Plan(begun, now);

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        SweepWork work = _work!;
        _files = new SweepFiles(work, options.Keep);
        _files.Prepare(monitor);
        _warmUps = [.. SweepCell.BeforeFirstRound(work.Cells).Select(cell => SweepCase.WarmUp(work, cell))];
        return [.. work.Cells.Select(cell => SweepCase.Of(work, cell))];
    }

    /// <inheritdoc/>
    public void TakeOver()
    {
        _files = new SweepFiles(_work!, options.Keep);
        _files.TakeOver();
    }

    /// <inheritdoc/>
    public IReadOnlyList<CurveRecord> Curves(IReadOnlyList<CellRecord> cells) => CurveAnalysis.Of(cells);

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        SweepAdvice.From(cells, CurveAnalysis.Of(cells));

    /// <inheritdoc/>
    public void CleanUp() => _files?.CleanUp();

    /// <inheritdoc/>
    public void Abandon() => _files?.Abandon();

    private ExperimentPlan Plan(ResultDocument? begun, DateTimeOffset now)
    {
        (ExperimentPlan plan, _work) = new SweepPlanner(options, begun, now).Plan();
        return plan;
    }
}

/// <summary>One case of a grid on its file.</summary>
internal sealed class SweepCase : ICase
{
    // The runtime compiles frequently called code in the background, 0.1 s after it is first needed.
    private static readonly TimeSpan s_compiledAfter = TimeSpan.FromMilliseconds(250);

    private readonly RepeatedCase _case;

    private SweepCase(SweepWork work, SweepCell cell, MeasurementOptions options)
    {
        _case = new RepeatedCase(cell.Name, MeasurementPlanner.ForReadyFile(options, options.Size!.Value, work.Place));
    }

    /// <inheritdoc/>
    public string Name => _case.Name;

    /// <summary>Creates a case that is measured.</summary>
    internal static SweepCase Of(SweepWork work, SweepCell cell) => new(work, cell, work.Cases.Of(cell));

    /// <summary>Creates a case that runs long enough for its code to be compiled.</summary>
    internal static SweepCase WarmUp(SweepWork work, SweepCell cell) =>
        new(work, cell, work.Cases.Of(cell) with { Time = s_compiledAfter });

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context) => _case.Run(round, context);
}
