using System.Text.Json;
using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Results;
using ExperimentContent = Landspeed.Experiments.Journals.JournalContent<
    Landspeed.Experiments.Results.ExperimentDocument, Landspeed.Experiments.Results.TrialRunRecord>;
using ExperimentJournal = Landspeed.Experiments.Journals.RunJournal<
    Landspeed.Experiments.Results.ExperimentDocument, Landspeed.Experiments.Results.TrialRunRecord>;

namespace Landspeed.Experiments.Trials;

/// <summary>Plans and runs experiments on this machine.</summary>
/// <param name="clock">Where the times of day in the results come from.</param>
public sealed class ExperimentRunner(TimeProvider clock) : IExperimentRunner
{
    private volatile IExperiment? _running;

    /// <inheritdoc/>
    public ExperimentSetupRecord SetupOf(string journal)
    {
        ArgumentNullException.ThrowIfNull(journal);
        return Read(journal).Preview.Setup;
    }

    /// <inheritdoc/>
    public ExperimentPlan Plan(ExperimentTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        ExperimentContent? begun = task.Resume ? Read(JournalOf(task)) : null;
        if (begun is null && task.Journal is { } journal)
        {
            ExperimentJournal.CheckFree(ExperimentJournals.Form, journal);
        }

        ExperimentPlan plan = task.Experiment.Plan(clock.GetLocalNow());
        ExperimentDocument preview = begun is null ? plan.Preview : Same(begun.Preview, plan.Preview);
        var ledger = new ExperimentLedger(preview, begun?.Runs ?? [], task.Experiment.Conclude);
        return plan with
        {
            Preview = preview,
            RunsLeft = ledger.TotalRuns - ledger.DoneRuns,
            Facts = [.. plan.Facts, .. Leftovers(plan)],
        };
    }

    /// <inheritdoc/>
    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentNullException.ThrowIfNull(plan);
        using ExperimentJournal? journal = OpenJournal(task, plan, out ExperimentLedger ledger);
        Exception? failure = null;
        try
        {
            _running = task.Experiment;
            if (!ledger.IsComplete)
            {
                plan.Leftovers?.Remove();
                new ExperimentSession(task, plan, ledger, journal, progress, stop).Run();
            }
        }
        catch (Exception e) when (ledger.DoneRuns > 0
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

        return new ExperimentResult(ledger.Document(), failure);
    }

    /// <inheritdoc/>
    public void Forget(ExperimentTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        if (task is { Journal: { } journal, KeepJournal: false })
        {
            File.Delete(journal);
        }
    }

    /// <inheritdoc/>
    public void Abandon() => _running?.CleanUp();

    private static IEnumerable<(string Label, string Text)> Leftovers(ExperimentPlan plan) =>
        plan.Leftovers is { Directories: > 0 } found ? [("leftovers", found.Text)] : [];

    private static ExperimentContent Read(string journal) => ExperimentJournal.Read(ExperimentJournals.Form, journal);

    private static string JournalOf(ExperimentTask task) => task.Journal
        ?? throw new ArgumentException("an experiment is resumed from its journal: name one", nameof(task));

    private static ExperimentJournal? OpenJournal(ExperimentTask task, ExperimentPlan plan, out ExperimentLedger ledger)
    {
        ExperimentJournal? journal = null;
        IReadOnlyList<TrialRunRecord> runs = [];
        if (task.Resume)
        {
            journal = ExperimentJournal.Continue(ExperimentJournals.Form, JournalOf(task), out ExperimentContent content);
            runs = content.Runs;
        }
        else if (task.Journal is { } path)
        {
            journal = ExperimentJournal.Create(ExperimentJournals.Form, path, plan.Preview);
        }

        ledger = new ExperimentLedger(plan.Preview, runs, task.Experiment.Conclude);
        return journal;
    }

    // Only where all numbers stay comparable.
    private static ExperimentDocument Same(ExperimentDocument begun, ExperimentDocument now)
    {
        (JsonElement then, JsonElement today) = (Json(begun), Json(now));
        if (begun.Experiment != now.Experiment)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"the journal is of an experiment {begun.Experiment}, and this is {now.Experiment}: name the right one with --journal");
        }

        if (Shape(then) != Shape(today))
        {
            throw new ExperimentException(
                Outcome.Usage,
                "the interrupted experiment had other options: give the same words again, and --resume");
        }

        string[] differences = Comparability.Differences(then, today);
        return differences.Length == 0
            ? begun
            : throw new ExperimentException(
                Outcome.Refused,
                $"the experiment in {now.Environment.Path} cannot be carried on, its numbers would not be comparable: "
                + $"{string.Join("; ", differences)}; remove the journal to start anew");
    }

    private static string Shape(JsonElement document) => string.Join('\n',
    [
        document.GetProperty("experiment").ToString(),
        document.GetProperty("setup").ToString(),
        .. document.GetProperty("cells").EnumerateArray().Select(cell => $"{cell.GetProperty("name")} {cell.GetProperty("state")}"),
    ]);

    private static JsonElement Json(ExperimentDocument document) =>
        JsonSerializer.SerializeToElement(document, ResultsJson.Experiment);
}
