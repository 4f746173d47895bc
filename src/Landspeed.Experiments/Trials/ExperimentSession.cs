using System.Diagnostics;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Platform;
using ExperimentJournal = Landspeed.Experiments.Journals.RunJournal<
    Landspeed.Experiments.Results.ExperimentDocument, Landspeed.Experiments.Results.TrialRunRecord>;

namespace Landspeed.Experiments.Trials;

/// <summary>One experiment on its way: run after run in the random order, each entered as it ends.</summary>
internal sealed class ExperimentSession
{
    // A fifth of it is watched: in 0.4 s one of the machine's ticks of 10 ms is 2.5 % of a processor.
    private static readonly TimeSpan s_baselineAsForARunOf = TimeSpan.FromSeconds(2);

    private readonly IExperiment _experiment;
    private readonly ExperimentPlan _plan;
    private readonly ExperimentLedger _ledger;
    private readonly ExperimentJournal? _journal;
    private readonly IProgress<ExperimentProgress>? _progress;
    private readonly CancellationToken _stop;
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly int _doneBefore;
    private long _firstRun;
    private long _workBegan;
    private ExperimentCellRecord? _current;

    internal ExperimentSession(
        ExperimentTask task,
        ExperimentPlan plan,
        ExperimentLedger ledger,
        ExperimentJournal? journal,
        IProgress<ExperimentProgress>? progress,
        CancellationToken stop)
    {
        _experiment = task.Experiment;
        _plan = plan;
        _ledger = ledger;
        _journal = journal;
        _progress = progress;
        _stop = stop;
        _doneBefore = ledger.DoneRuns;
    }

    /// <summary>Makes the files ready and the runs that are missing.</summary>
    /// <exception cref="OperationCanceledException">Stopped; the runs that had ended are entered.</exception>
    /// <exception cref="IOException">It cannot go on; likewise.</exception>
    /// <exception cref="ExperimentException">It cannot go on; likewise.</exception>
    internal void Run()
    {
        var control = new TrialControl(ReportWork, _stop);
        _workBegan = _start;
        Dictionary<string, ITrial> trials = _experiment.Prepare(control).ToDictionary(trial => trial.Name, StringComparer.Ordinal);
        var run = new TrialRun(_plan.Preview, TrialVolumes.Of(_plan), _plan.HasBaseline ? IdleBaseline.Measure(s_baselineAsForARunOf, _stop) : null);
        foreach (ITrial warmUp in _experiment.WarmUps)
        {
            WarmUp(run, warmUp, control);
        }

        _firstRun = Stopwatch.GetTimestamp();
        string[] names = _ledger.Names;
        ExperimentSetupRecord setup = _plan.Preview.Setup;
        foreach ((int index, int round) in SweepOrder.Of(names.Length, setup.Repetitions, setup.Seed))
        {
            if (!_ledger.Has(names[index], round))
            {
                Measure(run, trials[names[index]], round, control);
            }
        }
    }

    private void Measure(TrialRun run, ITrial trial, int round, TrialControl control)
    {
        _stop.ThrowIfCancellationRequested();
        _current = _ledger.Cell(trial.Name);
        _workBegan = Stopwatch.GetTimestamp();
        Report(ended: false, null);
        TrialRunRecord record = Record(run, trial, round, control);
        _ledger.Add(record);
        _journal?.Append(record);
        _current = _ledger.Cell(trial.Name);
        Report(ended: true, null);
    }

    // What refuses one case may well take the next; where there is no next, the failure is the result.
    private TrialRunRecord Record(TrialRun run, ITrial trial, int round, TrialControl control)
    {
        try
        {
            return run.Execute(trial, round, control);
        }
        catch (Exception failure) when (_ledger.TotalRuns > 1 && TrialFailures.AreOfOneCell(failure))
        {
            return new TrialRunRecord { Cell = trial.Name, Round = round, Failure = failure.Message };
        }
    }

    private static void WarmUp(TrialRun run, ITrial trial, TrialControl control)
    {
        try
        {
            control.ThrowIfStopped();
            run.Execute(trial, 0, control);
        }
        catch (Exception failure) when (TrialFailures.AreOfOneCell(failure))
        {
            // Its own runs will tell.
        }
    }

    private void ReportWork(long done, long total) => Report(ended: false, (done, total));

    private void Report(bool ended, (long Done, long Total)? work)
    {
        int done = _ledger.DoneRuns;
        int total = _ledger.TotalRuns;
        int doneHere = done - _doneBefore;
        _progress?.Report(new ExperimentProgress(
            _current,
            ended,
            done,
            total,
            work,
            Stopwatch.GetElapsedTime(work is null ? _start : _workBegan),
            doneHere == 0 ? null : Stopwatch.GetElapsedTime(_firstRun) / doneHere * (total - done)));
    }
}
