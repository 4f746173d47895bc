using System.Diagnostics;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Platform;
using SweepJournal = Landspeed.Experiments.Journals.RunJournal<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;

namespace Landspeed.Experiments.Sweeping;

/// <summary>One sweep on its way: run after run in the random order, each entered as it ends.</summary>
internal sealed class SweepSession
{
    // A fifth of it is watched: in 0.4 s one of the machine's ticks of 10 ms is 2.5 % of a processor.
    private static readonly TimeSpan s_baselineAsForARunOf = TimeSpan.FromSeconds(2);

    // The runtime compiles what is called often in the background, 0.1 s after it is first needed.
    private static readonly TimeSpan s_compiledAfter = TimeSpan.FromMilliseconds(250);

    private readonly SweepPlan _plan;
    private readonly SweepCases _cases;
    private readonly CellLedger _ledger;
    private readonly SweepJournal? _journal;
    private readonly TimeProvider _clock;
    private readonly IProgress<SweepProgress>? _progress;
    private readonly CancellationToken _stop;
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly int _doneBefore;
    private IdleBaseline? _baseline;
    private long _firstRun;

    internal SweepSession(
        SweepPlan plan,
        SweepCases cases,
        CellLedger ledger,
        SweepJournal? journal,
        TimeProvider clock,
        IProgress<SweepProgress>? progress,
        CancellationToken stop)
    {
        _plan = plan;
        _cases = cases;
        _ledger = ledger;
        _journal = journal;
        _clock = clock;
        _progress = progress;
        _stop = stop;
        _doneBefore = ledger.DoneRuns;
    }

    /// <summary>Makes the runs that are missing; the files are ready.</summary>
    /// <exception cref="OperationCanceledException">Stopped; the runs that had ended are entered.</exception>
    /// <exception cref="IOException">It cannot go on; likewise.</exception>
    /// <exception cref="ExperimentException">It cannot go on; likewise.</exception>
    internal void Run()
    {
        _baseline = IdleBaseline.Measure(s_baselineAsForARunOf, _stop);
        CompileWhatRuns();
        _firstRun = Stopwatch.GetTimestamp();
        SweepSetupRecord setup = _cases.Setup;
        foreach ((int index, int round) in SweepOrder.Of(_plan.Cells.Count, setup.Repetitions, setup.Seed))
        {
            SweepCell cell = _plan.Cells[index];
            if (_ledger.Has(cell.Name, round))
            {
                continue;
            }

            _stop.ThrowIfCancellationRequested();
            Report(cell.Name, ended: false);
            SweepRunRecord run = Measure(cell, round);
            _ledger.Add(run);
            _journal?.Append(run);
            Report(cell.Name, ended: true);
        }
    }

    /// <summary>Tells of the file being made.</summary>
    internal void ReportPreparation(MeasurementProgress preparation) =>
        _progress?.Report(Progress(null, ended: false) with { Preparation = preparation });

    // A device or a kernel that refuses one case may well take the next.
    private SweepRunRecord Measure(SweepCell cell, int round)
    {
        try
        {
            MeasurementRecord run = Execute(_cases.Of(cell), round);
            if (run.Partial)
            {
                throw new OperationCanceledException(_stop);
            }

            return new SweepRunRecord { Cell = cell.Name, Round = round, Run = CellSummary.WithoutBins(run) };
        }
        catch (NativeIOException failure) when (!IsVolumes(failure))
        {
            return new SweepRunRecord { Cell = cell.Name, Round = round, Failure = failure.Message };
        }
    }

    private static bool IsVolumes(NativeIOException failure) => failure.Error.Kind is NativeErrorKind.NoSpace
        or NativeErrorKind.QuotaExceeded or NativeErrorKind.ReadOnly or NativeErrorKind.NotFound;

    private MeasurementRecord Execute(MeasurementOptions options, int round)
    {
        long length = options.Size!.Value;
        MeasurementPlan plan = MeasurementPlanner.ForReadyFile(options, length, _plan.Preview.Environment);
        var run = new MeasurementRun(
            plan, round, new FilePreparer(plan, null, _stop), _plan.Preview.Host, _baseline, _clock);
        return run.Execute(null, _stop);
    }

    private void CompileWhatRuns()
    {
        foreach (SweepCell cell in SweepOrder.BeforeFirstRound(_plan.Cells))
        {
            _stop.ThrowIfCancellationRequested();
            try
            {
                Execute(_cases.Of(cell) with { Time = s_compiledAfter }, 0);
            }
            catch (NativeIOException failure) when (!IsVolumes(failure))
            {
                // Its own runs will tell.
            }
        }
    }

    private void Report(string cell, bool ended) => _progress?.Report(Progress(cell, ended));

    private SweepProgress Progress(string? cell, bool ended)
    {
        int done = _ledger.DoneRuns;
        int total = _ledger.TotalRuns;
        int doneHere = done - _doneBefore;
        return new SweepProgress(
            null,
            cell,
            ended,
            done,
            total,
            Stopwatch.GetElapsedTime(_start),
            doneHere == 0 ? null : Stopwatch.GetElapsedTime(_firstRun) / doneHere * (total - done),
            _ledger.Cells);
    }
}
