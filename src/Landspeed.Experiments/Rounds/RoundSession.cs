using System.Diagnostics;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Ranks;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>One experiment in progress: it makes the runs in random order, and records each as it ends.</summary>
internal sealed class RoundSession
{
    private readonly IExperiment _experiment;
    private readonly ExperimentPlan _plan;
    private readonly CollectedRuns _collected;
    private readonly RunJournal? _journal;
    private readonly IProgress<ExperimentProgress>? _progress;
    private readonly ProgressMonitor _monitor;
    private readonly RunContext _context;
    private readonly IRanks? _ranks;
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly int _doneBefore;
    private long _firstRun;
    private CellRecord? _current;
    private int _round;

    internal RoundSession(
        ExperimentTask task,
        ExperimentPlan plan,
        CollectedRuns collected,
        RunJournal? journal,
        IProgress<ExperimentProgress>? progress,
        (TimeProvider Clock, CancellationToken Stop) machine)
    {
        _experiment = task.Experiment;
        _plan = plan;
        _collected = collected;
        _journal = journal;
        _progress = progress;
        _monitor = new ProgressMonitor(work => Report(ended: false, work), machine.Stop, machine.Clock);
        _ranks = task.Ranks;
        _context = new RunContext(plan, _monitor, machine.Clock) { Ranks = task.Ranks };
        _doneBefore = collected.DoneRuns;
    }

    /// <summary>Prepares the files and makes the missing runs.</summary>
    /// <exception cref="OperationCanceledException">Stopped; the runs that had ended are recorded.</exception>
    /// <exception cref="IOException">It cannot continue; the runs that had ended are recorded.</exception>
    /// <exception cref="ExperimentException">It cannot continue; the runs that had ended are recorded.</exception>
    internal void Run()
    {
        _monitor.Begin(WorkPhase.Preparing);
        Dictionary<string, ICase> cases = _experiment.Prepare(_monitor).ToDictionary(one => one.Name, StringComparer.Ordinal);
        _ranks?.Meet("the idle baseline", _monitor.Stop);
        _context.Baseline = Watch();
        _monitor.Begin(WorkPhase.WarmingUp);
        foreach (ICase warmUp in _experiment.WarmUps)
        {
            WarmUp(warmUp);
        }

        _firstRun = Stopwatch.GetTimestamp();
        string[] names = _collected.Names;
        SetupRecord setup = _plan.Preview.Setup;
        foreach ((int index, int round) in RoundOrder.Of(names.Length, setup.Rounds, setup.Seed))
        {
            if (!_collected.Has(names[index], round))
            {
                Measure(cases[names[index]], round);
            }
        }
    }

    private IdleBaseline? Watch()
    {
        if (_plan.BaselineRunTime is not { } time)
        {
            return null;
        }

        _monitor.Report(new WorkProgress(WorkPhase.Baseline, 0, null, TimeSpan.Zero, null));
        return IdleBaseline.Measure(time, _monitor.Stop);
    }

    private void Measure(ICase one, int round)
    {
        _monitor.ThrowIfStopped();
        (_current, _round) = (_collected.Cell(one.Name), round);
        _monitor.Begin(WorkPhase.Measuring);
        Report(ended: false, null);
        RunRecord run = Record(one, round);
        _collected.Add(run);
        _journal?.Append(run);
        _current = _collected.Cell(one.Name);
        Report(ended: true, null);
        if (run.Partial)
        {
            throw new OperationCanceledException(_monitor.Stop);
        }
    }

    // A refusal of one case need not affect the next. If there is no next case, or other ranks would continue without
    // this one, the failure is the result.
    private RunRecord Record(ICase one, int round)
    {
        try
        {
            return one.Run(round, _context);
        }
        catch (Exception failure) when (_ranks is null && _collected.Names.Length > 1 && TrialFailures.AreOfOneCell(failure))
        {
            return new RunRecord { Cell = one.Name, Round = round, Failure = FrameworkErrors.MessageMeanwhile(failure) };
        }
    }

    private void WarmUp(ICase warmUp)
    {
        try
        {
            _monitor.ThrowIfStopped();
            warmUp.Run(0, _context);
        }
        catch (Exception failure) when (_ranks is null && TrialFailures.AreOfOneCell(failure))
        {
            // Its runs will fail themselves, with the reason.
        }
    }

    private void Report(bool ended, WorkProgress? work)
    {
        if (_progress is null)
        {
            return;
        }

        int done = _collected.DoneRuns;
        int total = _collected.TotalRuns;
        int doneHere = done - _doneBefore;
        _progress.Report(new ExperimentProgress
        {
            Cell = _current,
            Round = _round,
            CellEnded = ended,
            DoneRuns = done,
            TotalRuns = total,
            Work = work,
            Elapsed = Stopwatch.GetElapsedTime(_start),
            Remaining = doneHere == 0 ? null : Stopwatch.GetElapsedTime(_firstRun) / doneHere * (total - done),
            Cells = _collected.Cells,
        });
    }
}
