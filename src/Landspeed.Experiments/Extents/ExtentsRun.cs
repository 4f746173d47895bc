using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Finds how files are stored on their volumes; changes nothing.</summary>
/// <remarks>One at a time: the counters are those of the whole process.</remarks>
internal sealed class ExtentsRun
{
    // More names than a reader wants to see; all of the files are read.
    private const int MostPlaces = 16;
    private readonly ExtentsTask _task;
    private readonly FileSurvey _files;
    private readonly CancellationToken _stop;

    /// <summary>Initialises the run; touches nothing yet.</summary>
    /// <param name="task">What is examined.</param>
    /// <param name="listener">Receives each extent as it is read, on the running thread; or null.</param>
    /// <param name="progress">Receives the progress often, on the running thread; or null.</param>
    /// <param name="stop">Ends it early.</param>
    public ExtentsRun(ExtentsTask task, IExtentListener? listener, IProgress<ExtentsProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentOutOfRangeException.ThrowIfNegative(task.MostFiles);
        (_task, _stop) = (task, stop);
        _files = new FileSurvey(task, listener, progress, stop);
    }

    /// <summary>Reads the extents of all files.</summary>
    /// <param name="clock">The source of the time of day in the result.</param>
    /// <returns>What was found, even if some of it cannot be read.</returns>
    public ResultDocument Execute(TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(clock);
        DateTimeOffset startedAt = clock.GetLocalNow();
        var observation = Observation.Begin();
        foreach (FilePath path in _task.Paths)
        {
            Read(path);
        }

        Observed observed = observation.End();
        var run = new RunRecord
        {
            Cell = ResultKinds.Extents,
            Round = 0,
            Partial = _stop.IsCancellationRequested,
            Metrics = Metrics.Of(
                (Metrics.Elapsed, observed.ElapsedNs),
                (Metrics.Cpu, observed.Process.TotalNs),
                (Metrics.PeakResident, observed.PeakResidentBytes)),
            Extents = new ExtentsSection
            {
                WrittenBack = _task.Query == ExtentQuery.WriteBackFirst,
                Counts = _files.Counts.ToRecord(),
                Totals = _files.Totals.ToRecord(),
                ListedFiles = _files.Listed,
                Volumes = [.. _files.Volumes],
                Problems = _files.Counts.Problems,
            },
        };
        return SingleRun.Document(
            (ResultKinds.Extents, null),
            startedAt,
            (HostProbe.Capture(), [.. _task.Paths.Take(MostPlaces).Select(Place)]),
            Options(),
            run);
    }

    private void Read(FilePath path)
    {
        try
        {
            FileStatus status = default;
            NativeResult asked = Interruptions.Retry(() => NativePlatform.Files.StatusOf(path, out status));
            if (asked.Failed)
            {
                throw new NativeIOException("open", path, asked.Error);
            }

            if (status.Kind == FileKind.Directory)
            {
                TreeSurvey.Read(path, _task.CrossMounts, _files, _stop);
                return;
            }

            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            _files.ReadVolume(file.Handle, status.Device, path);
            _files.Read(file.Handle, file.Status(), () => path, isNamed: true);
        }
        catch (NotRegularFileException e)
        {
            _files.Counts.Failed(path, $"{path.Display} is {FileKinds.Describe(e.Kind)}, which has no extents; name a file or a directory");
        }
        catch (IOException e)
        {
            _files.Counts.Failed(path, e.Message);
        }
    }

    private static PlaceRecord Place(FilePath path)
    {
        bool isDirectory = NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded && status.Kind == FileKind.Directory;
        return EnvironmentProbe.Place(isDirectory ? PlaceRoles.Directory : PlaceRoles.File, path);
    }

    private Dictionary<string, string> Options() => new(StringComparer.Ordinal)
    {
        ["names"] = _task.Paths.Count.ToString(CultureInfo.InvariantCulture),
        ["sync"] = Word(_task.Query == ExtentQuery.WriteBackFirst),
        ["cross_mounts"] = Word(_task.CrossMounts),
        ["free_space"] = Word(_task.ReadsFreeSpace),
        ["worst"] = _task.MostFiles.ToString(CultureInfo.InvariantCulture),
        ["list"] = Word(_task.KeepsList),
    };

    private static string Word(bool value) => value ? "yes" : "no";
}
