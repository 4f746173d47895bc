using System.Diagnostics;
using Landspeed.Copying;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Trials;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;

namespace Landspeed.Experiments.Copying;

/// <summary>Creates a file, copies it, compares the two, and removes both, whatever happens.</summary>
/// <remarks>One run at a time; <see cref="Abandon"/> from any thread.</remarks>
public sealed class CopyTrial
{
    private static readonly double s_nsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly ICopier _copier;
    private readonly TimeProvider _clock;
    private volatile TrialDirectory? _place;

    /// <summary>Makes it.</summary>
    /// <param name="copier">Makes the copy.</param>
    /// <param name="clock">Where the time of day in the result comes from.</param>
    public CopyTrial(ICopier copier, TimeProvider clock)
    {
        _copier = copier;
        _clock = clock;
    }

    /// <summary>Runs the trial.</summary>
    /// <param name="task">Where and how much.</param>
    /// <param name="progress">Told where the copy stands; or null.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Times and bytes. Where the copy did not come about it says why, and nothing was compared.</returns>
    /// <exception cref="ExperimentException">There is no room, or the directory cannot be written.</exception>
    /// <exception cref="IOException">A file cannot be made or read.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing is left.</exception>
    public CopyTrialResult Run(CopyTrialTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        var leftovers = TrialLeftovers.Find(task.Directory);
        VolumeRoom.Check(task.Directory, task.Directory, 2 * task.Length, freed: leftovers.Bytes);
        leftovers.Remove();
        using TrialDirectory place = TrialDirectory.Create(task.Directory, "asynccopy");
        _place = place;
        FilePath source = place.Path.Join(FilePath.FromText("source"));
        FilePath target = place.Path.Join(FilePath.FromText("target"));
        long start = Stopwatch.GetTimestamp();
        Create(source, task.Length, progress, stop);
        long createNs = NsSince(start);
        CopyRun copy = new CopyExperiment(_copier, _clock).Run(Copy(task, source, target), progress, stop);
        stop.ThrowIfCancellationRequested();
        if (copy.Result.Outcome != CopyOutcome.Done)
        {
            return new CopyTrialResult(createNs, copy, null, null);
        }

        // Past the page cache: what it holds of the copy proves nothing about the medium.
        long compared = Stopwatch.GetTimestamp();
        var reading = new SequentialFileOptions { Mode = IoMode.Direct };
        long? difference = FileComparison.FirstDifference(source, target, reading, stop);
        return new CopyTrialResult(createNs, copy, NsSince(compared), difference);
    }

    /// <summary>Removes what was made, from any thread: the process is about to end.</summary>
    public void Abandon() => _place?.Dispose();

    private static CopyTask Copy(CopyTrialTask task, FilePath source, FilePath target) => new()
    {
        Subject = CopySubject.File,
        Source = source,
        Target = target,
        Options = new CopyOptions
        {
            QueueDepth = task.QueueDepth,
            Reflink = ReflinkRule.Never,
            Resume = ResumeRule.StartAnew,
        },
    };

    private static void Create(
        FilePath source, long length, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        using StorageFile file = StorageFile.Open(source, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = IoMode.Direct,
        });
        using (var filler = new FileFiller(file, seed: 1))
        {
            filler.Fill(0, length, done => progress?.Report(Creating(done, length, source)), stop);
        }

        Preallocation.SetLengthOnly(file, length); // the last direct write ends on a boundary
        Durability.Flush(file, FlushScope.DataAndMetadata);
    }

    private static CopyProgress Creating(long done, long length, FilePath source) =>
        new(CopyPhase.Checking, done, length, 0, 1, IsComplete: true, source);

    private static long NsSince(long start) => (long)((Stopwatch.GetTimestamp() - start) * s_nsPerTick);
}
