using Landspeed.Experiments.Ranks;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Plans and runs experiments on this machine.</summary>
/// <param name="clock">The source of the times of day in the results.</param>
public sealed class ExperimentRunner(TimeProvider clock) : IExperimentRunner
{
    private volatile IExperiment? _running;

    /// <inheritdoc/>
    public SetupRecord SetupOf(string journal, string word)
    {
        ArgumentNullException.ThrowIfNull(journal);
        return RunJournal.Read(journal, word).Preview.Setup;
    }

    /// <inheritdoc/>
    public ExperimentPlan Plan(ExperimentTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        IExperiment experiment = task.Experiment;
        DateTimeOffset now = clock.GetLocalNow();
        if (task.Resume)
        {
            (CollectedRuns collected, ResultDocument begun) = Begun(experiment, JournalOf(task));
            ExperimentPlan plan = experiment.Resume(begun, now);
            Comparability.Check(begun, plan.Preview, experiment.Word);
            return Complete(plan with { Preview = begun }, collected);
        }

        if (task.Journal is { } journal)
        {
            RunJournal.CheckFree(journal, experiment.Word, task.KeepJournal);
        }

        ExperimentPlan fresh = Named(experiment.Plan(now), task.Ranks);
        if (fresh.Preview.Cells is [var first, ..] cells && cells.All(cell => cell.State == CellState.Skipped))
        {
            throw new ExperimentException(Outcome.Usage, $"no case of the {experiment.Word} can be measured here: {first.Name}: {first.Reason}");
        }

        return Complete(fresh, new CollectedRuns(fresh.Preview, [], experiment));
    }

    /// <inheritdoc/>
    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentNullException.ThrowIfNull(plan);
        using RunJournal? journal = OpenJournal(task, plan, out CollectedRuns collected);
        Exception? failure = null;
        try
        {
            _running = task.Experiment;
            if (collected.IsComplete)
            {
                task.Experiment.TakeOver();
            }
            else
            {
                plan.Leftovers?.Remove();
                new RoundSession(task, plan, collected, journal, progress, (clock, stop)).Run();
            }

            task.Experiment.Complete();
        }
        catch (Exception e) when (collected.DoneRuns > 0
            && e is OperationCanceledException or ExperimentException or IOException or UnauthorizedAccessException)
        {
            failure = e is OperationCanceledException ? null : e;
        }
        catch
        {
            journal?.RemoveIfEmpty();
            throw;
        }
        finally
        {
            task.Experiment.CleanUp();
        }

        return new ExperimentResult(collected.Document(), failure);
    }

    /// <inheritdoc/>
    public void Forget(ExperimentTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        if (task is { Journal: { } journal, KeepJournal: true })
        {
            RunJournal.HandOver(journal);
        }
        else if (task.Journal is { } ours)
        {
            RunJournal.Remove(ours);
        }
    }

    /// <inheritdoc/>
    public void Abandon() => _running?.Abandon();

    private static ExperimentPlan Named(ExperimentPlan plan, IRanks? ranks) => ranks is null ? plan : plan with
    {
        Preview = plan.Preview with { Rank = ranks.Self, Hosts = [plan.Preview.Hosts[0] with { Name = ranks.Self.Host }] },
    };

    private static (CollectedRuns Collected, ResultDocument Document) Begun(IExperiment experiment, string journal)
    {
        (ResultDocument preview, IReadOnlyList<RunRecord> runs, _) = RunJournal.Read(journal, experiment.Word);
        if (!experiment.Permits(preview))
        {
            throw RunJournal.NoJournal(journal, experiment.Word);
        }

        var collected = new CollectedRuns(preview, runs, experiment);
        return (collected, collected.Document());
    }

    private static ExperimentPlan Complete(ExperimentPlan plan, CollectedRuns collected) => plan with
    {
        RunsLeft = collected.TotalRuns - collected.DoneRuns,
        Facts = [.. plan.Facts, .. Leftovers(plan)],
    };

    private static IEnumerable<(string Label, string Text)> Leftovers(ExperimentPlan plan) =>
        plan.Leftovers is { Directories: > 0 } found ? [("leftovers", found.Text)] : [];

    private static string JournalOf(ExperimentTask task) => task.Journal
        ?? throw new ArgumentException($"an {task.Experiment.Word} is resumed from its journal: name one", nameof(task));

    private static RunJournal? OpenJournal(ExperimentTask task, ExperimentPlan plan, out CollectedRuns collected)
    {
        string word = task.Experiment.Word;
        ResultDocument preview = plan.Preview;
        RunJournal? journal = null;
        IReadOnlyList<RunRecord> runs = [];
        if (task.Resume)
        {
            journal = RunJournal.Continue(JournalOf(task), word, out JournalContent content);
            (preview, runs) = (content.Preview, content.Runs);
        }
        else if (task.Journal is { } path)
        {
            journal = RunJournal.Create(path, word, task.KeepJournal, preview);
        }

        collected = new CollectedRuns(preview, runs, task.Experiment);
        return journal;
    }
}
