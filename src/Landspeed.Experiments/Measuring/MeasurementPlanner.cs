using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Turns options into a plan, or says why not. Touches nothing.</summary>
internal static class MeasurementPlanner
{
    /// <summary>Length of a file that is created without a size: 1 GiB (1,073,741,824 bytes), as the 2004 tools did.</summary>
    internal const long DefaultFileLength = 1L << 30;

    // A volume without any free block makes everything on it fail: 5 % stay, at most 1 GiB.
    private const double ReservedShare = 0.05;
    private const long MaximumReservedBytes = 1L << 30;

    /// <summary>Makes the plan.</summary>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    internal static MeasurementPlan Plan(MeasurementOptions options)
    {
        OptionLimits.Check(options);
        NativeResult found = NativePlatform.Files.StatusOf(options.Path, out FileStatus status);
        if (found.Failed && found.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new ExperimentException(
                Outcome.Failed, $"cannot look at {options.Path.Display}: {found.Error}");
        }

        if (found.Failed && options.Path.IsUtf8 && new FileInfo(options.Path.Text).LinkTarget is not null)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"{options.Path.Display} is a symbolic link to a file that is missing: name that file, or remove the link");
        }

        return found.Failed ? PlanMissing(options) : PlanExisting(options, status);
    }

    /// <summary>Refuses a request that a direct file cannot carry, or says why the mode must give way.</summary>
    /// <param name="options">The case.</param>
    /// <param name="geometry">Of the file.</param>
    /// <returns>The reason to fall back to buffered; null when the request fits.</returns>
    /// <exception cref="ExperimentException">Usage: it does not fit, and direct is required.</exception>
    internal static string? Misfit(MeasurementOptions options, FileGeometry geometry)
    {
        int alignment = Math.Max(geometry.OffsetAlignment, geometry.ReadOffsetAlignment);
        if (options.RequestSize % alignment == 0)
        {
            return null;
        }

        string misfit = Invariant(
            $"the request size {options.RequestSize} is not a multiple of {alignment} bytes, the file's alignment for direct I/O");
        return options.ModeNecessity == Necessity.Preferred
            ? misfit
            : throw new ExperimentException(
                Outcome.Usage, Invariant($"{misfit}: use --request-size {new ByteCount(AlignUp(options.RequestSize, alignment)).Bytes}, or --mode buffered"));
    }

    private static long AlignUp(long value, long alignment) => ((value - 1) / alignment * alignment) + alignment;

    private static MeasurementPlan PlanMissing(MeasurementOptions options)
    {
        long length = options.Size ?? DefaultFileLength;
        CheckRequestFits(options, length);
        VolumeStatus volume = VolumeOf(options.Path.Parent, options.Path);
        CheckWritable(volume, options.Path);
        CheckSpace(volume, length, options.Path);
        FilePreparation preparation = PreparationOf(options);
        return Complete(options, length) with
        {
            FileTask = FileTask.Create,
            SpaceNeededBytes = length,
            PreparationBytes = preparation is FilePreparation.Data or FilePreparation.Zero ? length : 0,
        };
    }

    private static MeasurementPlan PlanExisting(MeasurementOptions options, in FileStatus status)
    {
        FilePath path = options.Path;
        if (status.Kind != FileKind.Regular)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} is {Describe(status.Kind)}: only regular files are measured; name a file on the volume instead");
        }

        bool writes = options.Operation != MeasuredOperation.Read;
        bool lengthens = options.Size > status.Length;
        bool ours = IsOurs(path);
        if ((writes || lengthens) && !ours && !options.Overwrite)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} was not made by landspeed, and {(writes ? "the run writes" : "lengthening it writes")} "
                + "to it: name another file, or give --overwrite if its content may be lost");
        }

        if ((writes || lengthens) && LoopDevices.On(new SystemFiles(), status) is { } loop)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} is the medium of {loop}, and writing to it would destroy what lies there: "
                + $"detach {loop} first, or name another file");
        }

        long length = options.Operation == MeasuredOperation.Extend
            ? options.Size ?? DefaultFileLength
            : options.Size ?? status.Length;
        if (length == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"{path.Display} is empty: there is nothing to measure; give --size to make it longer");
        }

        CheckRequestFits(options, length);
        VolumeStatus volume = VolumeOf(path, path);
        long needed = writes || lengthens ? SpaceNeeded(options, length, status) : 0;
        if (writes || lengthens)
        {
            CheckWritable(volume, path);
            CheckSpace(volume, needed, path);
        }

        FileTask task = options.Operation == MeasuredOperation.Extend ? FileTask.Empty
            : lengthens ? FileTask.Lengthen : FileTask.Use;
        return Complete(options, length) with
        {
            FileTask = task,
            SpaceNeededBytes = needed,
            PreparationBytes = task == FileTask.Lengthen ? length - status.Length : 0,
        };
    }

    // A write within the file fills its holes; a limit on the bytes limits these, too.
    private static long SpaceNeeded(MeasurementOptions options, long length, in FileStatus status)
    {
        long missing = Math.Max(0, length - status.AllocatedBytes);
        bool within = options.Operation == MeasuredOperation.Write && length <= status.Length;
        return within ? Math.Min(missing, options.Bytes ?? long.MaxValue) : missing;
    }

    private static MeasurementPlan Complete(MeasurementOptions options, long length)
    {
        return new MeasurementPlan
        {
            Options = options,
            FileTask = FileTask.Use,
            FileLength = length,
            EffectiveMode = options.Mode,
            Fallbacks = [],
            SpaceNeededBytes = 0,
            PreparationBytes = 0,
            RunBytes = RunBytes(options, length, options.Mode),
            RunTime = options.Time,
            Environment = EnvironmentProbe.Capture(options.Path),
        };
    }

    /// <summary>
    /// Bytes that one run moves at most; null when only time bounds it. A cold read through the page cache ends after
    /// one pass: a second one would be warm.
    /// </summary>
    internal static long? RunBytes(MeasurementOptions options, long length, IoMode mode)
    {
        if (options.Operation == MeasuredOperation.Extend)
        {
            return Math.Min(length, options.Bytes ?? long.MaxValue);
        }

        bool onePass = options is { Cold: true, Operation: MeasuredOperation.Read } && mode != IoMode.Direct;
        return options.Bytes ?? (onePass ? length : null);
    }

    /// <summary>What a new file holds.</summary>
    internal static FilePreparation PreparationOf(MeasurementOptions options) => options.Preparation
        ?? (options.Operation == MeasuredOperation.Extend ? FilePreparation.None : FilePreparation.Data);

    private static bool IsOurs(FilePath path)
    {
        try
        {
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            return OwnershipMark.IsOurs(file);
        }
        catch (NativeIOException unreadable)
        {
            throw new ExperimentException(Outcome.Failed, unreadable.Message, unreadable);
        }
    }

    private static void CheckRequestFits(MeasurementOptions options, long length)
    {
        long part = length / options.RequestSize / options.Threads;
        if (options.RequestSize > length)
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"the request size {options.RequestSize} is larger than the file ({length} bytes): use smaller requests, or give a larger --size"));
        }

        if (part == 0)
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{options.Threads} threads cannot share {length / options.RequestSize} requests of {options.RequestSize} bytes: use fewer threads or a larger file"));
        }
    }

    private static VolumeStatus VolumeOf(FilePath place, FilePath file)
    {
        NativeResult opened = NativePlatform.Files.Open(
            place, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        if (opened.Failed)
        {
            string hint = opened.Error.Kind == NativeErrorKind.NotFound
                ? $"the directory {place.Display} does not exist: make it first"
                : $"the directory {place.Display} cannot be used: {opened.Error}";
            throw new ExperimentException(Outcome.Failed, $"cannot create {file.Display}: {hint}");
        }

        using (handle)
        {
            NativeResult asked = NativePlatform.Files.Volume(handle!, out VolumeStatus status);
            return asked.Succeeded
                ? status
                : throw new ExperimentException(
                    Outcome.Failed, $"cannot ask the volume of {place.Display} for its space: {asked.Error}");
        }
    }

    private static void CheckWritable(VolumeStatus volume, FilePath path)
    {
        if (volume.IsReadOnly)
        {
            throw new ExperimentException(
                Outcome.Failed, $"cannot write {path.Display}: its file system is mounted read-only; name a file elsewhere");
        }
    }

    private static void CheckSpace(VolumeStatus volume, long needed, FilePath path)
    {
        long reserved = (long)Math.Min(volume.TotalBytes * ReservedShare, MaximumReservedBytes);
        if (needed == 0 || needed <= volume.AvailableBytes - reserved)
        {
            return;
        }

        throw new ExperimentException(
            Outcome.OutOfSpace,
            string.Create(
                CultureInfo.InvariantCulture,
                $"not enough space for {path.Display}: {needed} bytes ({new ByteCount(needed).ToDisplay()}) needed, {volume.AvailableBytes} ({new ByteCount(volume.AvailableBytes).ToDisplay()}) free, of which {new ByteCount(reserved).ToDisplay()} stay untouched; give a smaller --size"));
    }

    private static string Describe(FileKind kind) => kind switch
    {
        FileKind.Directory => "a directory",
        FileKind.Fifo => "a FIFO",
        FileKind.Socket => "a socket",
        FileKind.BlockDevice => "a block device",
        FileKind.CharacterDevice => "a character device",
        _ => "not a regular file",
    };
}
