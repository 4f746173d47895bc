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
    private readonly List<StorageFile> _claimed = [];
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
        Prepare(cases.ToPrepare(SweepPlanner.Writes(_plan.Cells)), isOurs: _plan.MakesFile);
        if (cases.ToPrepareExtends(_plan.Cells) is { } extends)
        {
            Prepare(extends, isOurs: true);
        }
    }

    /// <summary>Takes over what a killed sweep left, to be removed: there is nothing to measure any more.</summary>
    internal void TakeOver()
    {
        if (_plan.MakesFile && NativePlatform.Files.StatusOf(_plan.File, out _).Succeeded)
        {
            Claim(_plan.File, isOurs: true);
        }
    }

    /// <summary>Removes what was made, unless the options keep it; from any thread.</summary>
    internal void Abandon()
    {
        lock (_lock)
        {
            _made.ForEach(made => made.Dispose());
        }
    }

    /// <summary>Removes what was made, unless the options keep it, and lets others use what stays.</summary>
    public void Dispose()
    {
        Abandon();
        _claimed.ForEach(file => file.Dispose());
    }

    private void Prepare(MeasurementOptions options, bool isOurs)
    {
        Claim(options.Path, isOurs);
        new FilePreparer(MeasurementPlanner.Plan(options), _progress, _stop).Prepare();
    }

    // Two sweeps on one file would measure each other, and the one that ends first would remove it. What a killed sweep
    // left behind is taken over: it is complete, or is filled again.
    private void Claim(FilePath path, bool isOurs)
    {
        bool missing = NativePlatform.Files.StatusOf(path, out _).Failed;
        StorageFile file = StorageFile.Open(path, new StorageFileOptions
        {
            Access = missing ? FileAccessKind.ReadWrite : FileAccessKind.Read,
            Creation = missing ? FileCreation.CreateNew : FileCreation.MustExist,
        });
        _claimed.Add(file);
        if (missing)
        {
            Own(new CreatedFile(file));
            OwnershipMark.Mark(file);
        }

        // Where the file system knows no locks there is none.
        if (!file.TryLock(FileLockKind.Exclusive))
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"another sweep is using {path.Display}: wait until it has ended, or name another directory or file");
        }

        if (!missing && isOurs && OwnershipMark.IsOurs(file))
        {
            Own(new CreatedFile(file));
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
}
