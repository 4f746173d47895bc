using System.Diagnostics;
using Landspeed.Copying;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Copying;

/// <summary>Creates a file, copies it, compares the two, and removes both, whatever happens.</summary>
/// <remarks>One run at a time; <see cref="Abandon"/> may be called from any thread.</remarks>
public sealed class CopyTrial
{
    private readonly ICopier _copier;
    private readonly TimeProvider _clock;
    private volatile TrialDirectory? _place;

    /// <summary>Initialises the trial.</summary>
    /// <param name="copier">Makes the copy.</param>
    /// <param name="clock">The source of the time of day in the result.</param>
    public CopyTrial(ICopier copier, TimeProvider clock)
    {
        _copier = copier;
        _clock = clock;
    }

    /// <summary>Runs the trial.</summary>
    /// <param name="task">Where to copy, and how much.</param>
    /// <param name="progress">Receives the progress of the copy, or null.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Times and bytes. If the copy failed, the result says why, and nothing was compared.</returns>
    /// <exception cref="ExperimentException">There is not enough space, or the directory cannot be written.</exception>
    /// <exception cref="IOException">A file cannot be created or read.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing remains.</exception>
    public CopyTrialResult Run(CopyTrialTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        var leftovers = TrialLeftovers.Find(task.Directory);
        RunSpace.Require(task.Directory, task.Directory, new(2 * task.Length, Freed: leftovers.Bytes));
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

        // Bypasses the page cache: its contents prove nothing about the medium.
        long compared = Stopwatch.GetTimestamp();
        long? difference = FileComparison.FirstDifference(source, target, IoMode.Direct, stop);
        return new CopyTrialResult(createNs, copy, NsSince(compared), difference);
    }

    /// <summary>Removes what was created, from any thread: the process is about to end.</summary>
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
        using (FileFiller filler = Fillers.Open(file, seed: 1))
        {
            filler.Fill(0, length, done => progress?.Report(Creating(done, length, source)), stop);
        }

        Preallocation.SetLengthOnly(file, length); // the last direct write ends on a boundary
        Durability.Flush(file, FlushScope.DataAndMetadata);
    }

    private static CopyProgress Creating(long done, long length, FilePath source) =>
        new(CopyPhase.Checking, done, length, 0, 1, isComplete: true, source);

    private static long NsSince(long start) => (long)((Stopwatch.GetTimestamp() - start) * StopwatchTicks.Ns);
}

/// <summary>A trial copy of a new file in a directory, of which nothing remains.</summary>
public sealed record CopyTrialTask
{
    /// <summary>Where the two files are created.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Length of the source, bytes; default 1 GiB.</summary>
    public long Length { get; init; } = 1L << 30;

    /// <summary>Requests in flight while copying; default 4.</summary>
    public int QueueDepth { get; init; } = 4;
}

/// <summary>The outcome of a trial copy.</summary>
/// <param name="CreateNs">Time until the source was created and durable, nanoseconds.</param>
/// <param name="Copy">The copy.</param>
/// <param name="CompareNs">Time to read and compare both files, nanoseconds.</param>
/// <param name="FirstDifference">Offset of the first byte that differs, or null if the copy is equal.</param>
public sealed record CopyTrialResult(long CreateNs, CopyRun Copy, long? CompareNs, long? FirstDifference);
