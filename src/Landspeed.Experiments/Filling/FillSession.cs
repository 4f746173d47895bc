namespace Landspeed.Experiments.Filling;

/// <summary>The directory of a fill while the process works in it, and what remains of it at the end.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class FillSession : IDisposable
{
    private readonly FillDirectory _directory;
    private readonly FillJournal _journal;
    private FillCleaned? _cleaned;
    private bool _cannotEnd;
    private bool _isClosed;

    private FillSession(FillPlan plan)
    {
        Plan = plan;
        _directory = FillDirectory.Create(plan.Options.Directory, plan.Options.Seed, out _journal);
        try
        {
            Work = new FillWork(plan, _directory, _journal);
            long room = Math.Min(plan.Use.AvailableBytes / 4, plan.Use.AvailableBytes - plan.Limits.KeptBytes - plan.Limits.ReserveBytes);
            Probe = new FillProbe(_directory.Handle, _directory.Path, FillProbe.LengthFor(room));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The plan, checked again when nothing of a previous run remained.</summary>
    internal FillPlan Plan { get; }

    /// <summary>Fills and empties.</summary>
    internal FillWork Work { get; }

    /// <summary>Determines how new files are stored.</summary>
    internal FillProbe Probe { get; }

    /// <summary>The directory of the fill.</summary>
    internal FilePath Path => _directory.Path;

    /// <summary>Files that remain.</summary>
    internal int FilesStaying => Work.Files - (_cleaned?.Files ?? 0);

    /// <summary>Bytes that they occupy.</summary>
    internal long BytesStaying => FilesStaying == 0 ? 0 : Work.Bytes - (_cleaned?.Bytes ?? 0);

    /// <summary>Removes what a previous run left, and creates the directory.</summary>
    /// <exception cref="ExperimentException">Something is in the way.</exception>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static FillSession Begin(FillPlan plan, CancellationToken stop)
    {
        FillCleaned left = FillCleaning.Run(plan.Options.Directory, isDry: false, stop);
        stop.ThrowIfCancellationRequested();
        return left.Staying > 0
            ? throw new ExperimentException(Outcome.Refused, $"the leftovers of an earlier run cannot be removed: {left.Problems[0]}")
            : new FillSession(FillPlan.Of(plan.Options));
    }

    /// <summary>Ends the work: removes everything if that was requested, or if there is nothing.</summary>
    internal void End()
    {
        if (_cleaned is null && !_cannotEnd && (Plan.Options.Undo || Work.Bytes == 0))
        {
            _cleaned = FillCleaning.Run(_directory, isDry: false, CancellationToken.None);
        }
    }

    /// <summary>Returns the same failure, extended by what remains.</summary>
    /// <remarks>The first failure is reported, even if removal also fails.</remarks>
    internal ExperimentException Explained(Exception failure)
    {
        try
        {
            End();
        }
        catch (Exception further) when (further is IOException or ExperimentException)
        {
            _cannotEnd = true;
        }

        Outcome outcome = failure is ExperimentException known ? known.Outcome : OutOfSpace.OutcomeOf(failure);
        string stays = FilesStaying == 0 ? "nothing stays" : $"{AmountText.Count(FilesStaying, "file")} stay{(FilesStaying == 1 ? "s" : string.Empty)}; remove with: {CleanCommand()}";
        return new ExperimentException(
            outcome, $"{failure.Message.TrimEnd('.')}. {AmountText.Count(Work.Made, "file")} had been made and {AmountText.Count(Work.Removed)} removed, {stays}", failure);
    }

    /// <summary>Closes it; a second call does nothing.</summary>
    public void Dispose()
    {
        if (_isClosed)
        {
            return;
        }

        _isClosed = true;
        try
        {
            if (Work is not null)
            {
                End();
                Work.Dispose();
            }
        }
        finally
        {
            _journal.Dispose();
            _directory.Dispose();
        }
    }

    private string CleanCommand() => $"landspeed fragment --clean {Plan.Options.Directory.Display}";
}
