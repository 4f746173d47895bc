using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>The files of a sweep: prepared at its start; those that it created are removed at its end.</summary>
/// <param name="work">What is measured.</param>
/// <param name="keep">Whether created files are kept.</param>
internal sealed class SweepFiles(SweepWork work, bool keep)
{
    private readonly Lock _lock = new();
    private readonly List<StorageFile> _claimed = [];
    private readonly List<CreatedFile> _made = [];

    /// <summary>Prepares the files.</summary>
    /// <param name="monitor">Stops it, and receives the progress.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="ExperimentException">Refused, or out of space.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Prepare(ProgressMonitor monitor)
    {
        Prepare(work.Cases.ToPrepare(SweepPlanner.Writes(work.Cells)), work.MakesFile, monitor);
        if (work.Cases.ToPrepareExtends(work.Cells) is { } extends)
        {
            Prepare(extends, isOurs: true, monitor);
        }
    }

    /// <summary>Takes over what a killed sweep left, to be removed: nothing remains to be measured.</summary>
    internal void TakeOver()
    {
        if (work.MakesFile && NativePlatform.Files.StatusOf(work.Cases.File, out _).Succeeded)
        {
            Claim(work.Cases.File, isOurs: true);
        }
    }

    /// <summary>Removes what was created, unless the options keep it; may be called from any thread.</summary>
    internal void Abandon()
    {
        lock (_lock)
        {
            _made.ForEach(made => made.Dispose());
        }
    }

    /// <summary>Removes what was created, unless the options keep it, and unlocks what remains.</summary>
    internal void CleanUp()
    {
        Abandon();
        _claimed.ForEach(file => file.Dispose());
    }

    private void Prepare(MeasurementOptions options, bool isOurs, ProgressMonitor monitor)
    {
        Claim(options.Path, isOurs);
        new FilePreparer(MeasurementPlanner.Plan(options), monitor).Prepare();
    }

    // Two sweeps on one file would measure each other, and the one that ends first would remove it. What a killed sweep
    // left is taken over: it is complete, or is filled again.
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

        // If the file system does not support locks, there is none.
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
        if (keep)
        {
            made.Keep();
        }

        lock (_lock)
        {
            _made.Add(made);
        }
    }
}
