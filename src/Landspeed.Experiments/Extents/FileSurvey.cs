using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results.Extents;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Extents;

/// <summary>Reads where files are stored, one after the other, and adds up the counts.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class FileSurvey(ExtentsTask task, IExtentListener? listener, IProgress<ExtentsProgress>? progress, CancellationToken stop)
{
    private readonly ExtentReader _reader = new();
    private readonly FileTally _file = new();
    private readonly ListedFiles _listed = new(task.MostFiles, task.KeepsList);
    private readonly HashSet<(DeviceNumber Device, ulong Inode)> _met = [];
    private readonly HashSet<DeviceNumber> _silent = [];
    private readonly Dictionary<DeviceNumber, VolumeTally> _volumes = [];

    /// <summary>Other entries that were found.</summary>
    internal SurveyCounts Counts { get; } = new();

    /// <summary>Totals of all files.</summary>
    internal ExtentsTally Totals { get; } = new();

    /// <summary>The files that a result lists.</summary>
    internal IReadOnlyList<FileExtentsRecord> Listed => _listed.ToRecords();

    /// <summary>The volumes of which the free space was read.</summary>
    internal IEnumerable<FreeSpaceRecord> Volumes => _volumes.Values.Select(volume => volume.ToRecord());

    /// <summary>Whether to end early.</summary>
    internal bool IsStopped => stop.IsCancellationRequested;

    /// <summary>Reads the free space of a volume, once, if requested.</summary>
    /// <param name="handle">An open file or directory on the volume.</param>
    /// <param name="device">Its device.</param>
    /// <param name="path">The path of that file or directory.</param>
    internal void ReadVolume(SafeFileHandle handle, DeviceNumber device, FilePath path)
    {
        if (task.ReadsFreeSpace && !_volumes.ContainsKey(device))
        {
            _volumes.Add(device, VolumeTally.Of(path, handle, device, stop));
        }
    }

    /// <summary>Reads a file, unless it was read under another name.</summary>
    /// <param name="handle">The open file; stays the caller's.</param>
    /// <param name="status">Its status.</param>
    /// <param name="path">Returns its path, if it is needed.</param>
    /// <param name="isNamed">Whether the command names it.</param>
    internal void Read(SafeFileHandle handle, in FileStatus status, Func<FilePath> path, bool isNamed)
    {
        // Within one tree only files with several names can be found twice.
        bool mayComeAgain = status.LinkCount > 1 || task.Paths.Count > 1;
        if (mayComeAgain && !_met.Add((status.Device, status.Inode)))
        {
            Counts.HardLinks++;
            return;
        }

        List<ExtentRecord>? list = task.KeepsList ? [] : null;
        listener?.Begin(path(), status.Length);
        _file.Start(status.Length, list is null && listener is null ? null : new Listing(list, listener), _volumes.GetValueOrDefault(status.Device));
        NativeError error = ReadExtents(handle);
        if (error.IsError)
        {
            Refused(handle, status, path, error);
            return;
        }

        _file.End(isWhole: !IsStopped);
        Totals.Merge(_file.Totals);
        Counts.Files++;
        Counts.EmptyFiles += status.Length == 0 ? 1 : 0;
        if (NativePlatform.Files.Status(handle, out FileStatus after).Succeeded && (after.Length, after.Modified) != (status.Length, status.Modified))
        {
            Counts.ChangedFiles++;
            Counts.Add(
                SurveyProblem.Changed,
                path(),
                $"{path().Display} was changed while its extents were read: they do not describe a single moment");
        }

        if (_listed.Wants(_file.Totals.Runs.Count, isNamed))
        {
            _listed.Add(Record(path(), list));
        }

        Report();
    }

    private NativeError ReadExtents(SafeFileHandle handle)
    {
        _reader.Start(handle, task.Query);
        while (!IsStopped)
        {
            NativeError error = _reader.Next(out ReadOnlySpan<NativeExtent> extents);
            if (error.IsError || extents.IsEmpty)
            {
                return error;
            }

            foreach (ref readonly NativeExtent extent in extents)
            {
                _file.Add(extent);
            }

            Report(_file.Totals.Extents);
        }

        return NativeError.None;
    }

    // If a file system reports nothing, one file represents all of them.
    private void Refused(SafeFileHandle handle, in FileStatus status, Func<FilePath> path, NativeError error)
    {
        if (error.Kind != NativeErrorKind.NotSupported)
        {
            Counts.Failed(path(), new NativeIOException("read the extents of", path(), error).Message);
            return;
        }

        Counts.NotReported++;
        if (_silent.Add(status.Device))
        {
            string name = FileSystemNames.Mounted(handle) ?? "the file system";
            Counts.Add(
                SurveyProblem.NotReported,
                path(),
                $"{path().Display} is on {name}, which does not report where its files are stored "
                + $"({error.InParentheses})");
        }
    }

    private FileExtentsRecord Record(FilePath path, List<ExtentRecord>? list) => new()
    {
        Path = path.Display,
        PathBase64 = path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes),
        Totals = _file.Totals.ToRecord(),
        Map = _file.Map,
        List = list,
    };

    private void Report(long ofFile = 0) => progress?.Report(new ExtentsProgress(Counts.Files, Totals.Extents + ofFile));

    /// <summary>Passes extents on, and stores them.</summary>
    private sealed class Listing(List<ExtentRecord>? kept, IExtentListener? listener) : IExtentListener
    {
        public void Begin(FilePath path, long length)
        {
        }

        public void Found(in ExtentRecord extent)
        {
            kept?.Add(extent);
            listener?.Found(extent);
        }
    }
}
