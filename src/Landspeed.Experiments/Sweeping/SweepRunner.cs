using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Platform;
using SweepContent = Landspeed.Experiments.Journals.JournalContent<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;
using SweepJournal = Landspeed.Experiments.Journals.RunJournal<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Plans and runs sweeps on this machine.</summary>
public sealed class SweepRunner : ISweepRunner
{
    private readonly TimeProvider _clock;
    private volatile SweepFiles? _files;

    /// <summary>Makes a runner.</summary>
    /// <param name="clock">Where the times of day in the results come from.</param>
    public SweepRunner(TimeProvider clock)
    {
        _clock = clock;
    }

    /// <inheritdoc/>
    public SweepPlan Plan(SweepOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options is { Resume: true, Journal: null })
        {
            throw new ArgumentException("a sweep is resumed from its journal: name one", nameof(options));
        }

        return new SweepPlanner(options, _clock.GetLocalNow()).Plan();
    }

    /// <inheritdoc/>
    public SweepResult Run(SweepPlan plan, IProgress<SweepProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(plan);
        using SweepJournal? journal = OpenJournal(plan, out CellLedger ledger);
        var cases = new SweepCases(plan.Options, plan.Preview.Setup, plan.File, plan.ExtendFile ?? plan.File);
        var session = new SweepSession(plan, cases, ledger, journal, _clock, progress, stop);
        Exception? failure = null;
        try
        {
            using var files = new SweepFiles(plan, new Forward(session.ReportPreparation), stop);
            _files = files;
            if (ledger.IsComplete)
            {
                files.TakeOver();
            }
            else
            {
                files.Prepare(cases);
                session.Run();
            }
        }
        catch (Exception e) when (ledger.DoneRuns > 0
            && e is OperationCanceledException or ExperimentException or IOException)
        {
            failure = e is OperationCanceledException ? null : e;
        }
        catch
        {
            journal?.RemoveIfEmpty();
            throw;
        }

        return new SweepResult(ledger.Document(), failure);
    }

    /// <inheritdoc/>
    public void Forget(SweepPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Options is { Journal: { } journal, KeepJournal: false })
        {
            File.Delete(journal);
        }
    }

    /// <inheritdoc/>
    public void Abandon() => _files?.Abandon();

    private static SweepJournal? OpenJournal(SweepPlan plan, out CellLedger ledger)
    {
        string? path = plan.Options.Journal;
        if (path is not null && plan.Options.Resume)
        {
            SweepJournal journal = SweepJournal.Continue(SweepJournals.Form, path, out SweepContent content);
            ledger = new CellLedger(content.Preview, content.Runs);
            return journal;
        }

        ledger = new CellLedger(plan.Preview, []);
        return path is null ? null : SweepJournal.Create(SweepJournals.Form, path, plan.Preview);
    }

    /// <summary>Hands reports on.</summary>
    private sealed class Forward(Action<MeasurementProgress> report) : IProgress<MeasurementProgress>
    {
        public void Report(MeasurementProgress value) => report(value);
    }
}
