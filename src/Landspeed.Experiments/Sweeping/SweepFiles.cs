using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>The files of a sweep: made ready at its start, and what it made removed at its end.</summary>
internal sealed class SweepFiles : IDisposable
{
    private readonly SweepPlan _plan;
    private readonly IProgress<MeasurementProgress>? _progress;
    private readonly CancellationToken _stop;
    private readonly Lock _lock = new();
    private readonly List<FilePreparer> _preparers = [];
    private readonly List<CreatedFile> _made = [];

    internal SweepFiles(SweepPlan plan, IProgress<MeasurementProgress>? progress, CancellationToken stop)
    {
        _plan = plan;
        _progress = progress;
        _stop = stop;
    }

    /// <summary>Makes the files ready.</summary>
    /// <param name="cases">What they are for.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="ExperimentException">Refused, or out of space.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Prepare(SweepCases cases)
    {
        MeasurementPlan file = MeasurementPlanner.Plan(cases.ToPrepare(SweepPlanner.Writes(_plan.Cells)));
        Prepare(file, isOurs: _plan.MakesFile);
        if (cases.ToPrepareExtends(_plan.Cells) is { } extends)
        {
            Prepare(MeasurementPlanner.Plan(extends), isOurs: true);
        }
    }

    /// <summary>Removes what was made, unless the options keep it; from any thread.</summary>
    internal void Abandon()
    {
        lock (_lock)
        {
            _preparers.ForEach(preparer => preparer.Abandon());
            _made.ForEach(made => made.Dispose());
        }
    }

    /// <summary>Removes what was made, unless the options keep it.</summary>
    public void Dispose() => Abandon();

    // What a killed sweep left behind is taken over: it is complete, or is filled again.
    private void Prepare(MeasurementPlan plan, bool isOurs)
    {
        var preparer = new FilePreparer(plan, _progress, _stop);
        lock (_lock)
        {
            _preparers.Add(preparer);
        }

        CreatedFile? made = null;
        try
        {
            made = preparer.Prepare();
        }
        finally
        {
            made ??= isOurs ? Adopt(plan.Options.Path) : null;
            if (made is not null)
            {
                Own(made);
            }
        }
    }

    private void Own(CreatedFile made)
    {
        if (_plan.Options.Keep)
        {
            made.Keep();
        }

        lock (_lock)
        {
            _made.Add(made);
        }
    }

    private static CreatedFile? Adopt(FilePath path)
    {
        if (NativePlatform.Files.StatusOf(path, out _).Failed)
        {
            return null;
        }

        using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
        return OwnershipMark.IsOurs(file) ? new CreatedFile(file) : null;
    }
}
