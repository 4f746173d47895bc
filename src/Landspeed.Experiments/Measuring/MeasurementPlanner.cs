using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Turns options into a plan, or explains why that is impossible. Touches nothing.</summary>
internal static class MeasurementPlanner
{
    /// <summary>
    /// Length of a file that is created without a size: 1 GiB (1,073,741,824 bytes), as in the 2004 tools.
    /// </summary>
    internal const long DefaultFileLength = 1L << 30;

    /// <summary>The share of its time for which a run warms up before it is measured.</summary>
    internal const double WarmUpShare = 0.2;

    /// <summary>Creates the plan.</summary>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    internal static MeasurementPlan Plan(MeasurementOptions options)
    {
        OptionLimits.Check(options);
        MeasurementPlan plan = NamedFile.Find(options.Path, out FileStatus status)
            ? PlanExisting(options, status) : PlanMissing(options);
        if (options.Blocks != BlockUse.None)
        {
            CheckBlocks(plan);
        }

        if (options.Precondition is not null && plan.PreconditionBytes < Preconditioner.LeastBytes(plan))
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{plan.PreconditionBytes} bytes are to be written over the file first, but a request of ")
                + $"each thread has {Invariant($"{Preconditioner.LeastBytes(plan)}")}: raise --write-at-most");
        }

        return plan;
    }

    /// <summary>Returns what a run does to blocks that prove themselves.</summary>
    /// <param name="plan">Its plan.</param>
    /// <param name="at">When it begins.</param>
    internal static BlockSetup BlocksOf(MeasurementPlan plan, DateTimeOffset at) => new()
    {
        File = plan.Options.Path,
        FileBytes = plan.FileLength,
        Journal = JournalOf(plan.Options),
        Writes = plan.Options.Writes ? WorkerSettings.WritesOf(plan, at) : null,
        Workers = plan.Options.Threads,
    };

    /// <summary>Returns where it is recorded what blocks hold.</summary>
    internal static FilePath JournalOf(MeasurementOptions options) =>
        options.BlockJournal ?? BlockPlan.UsualJournal(options.Path);

    private static void CheckBlocks(MeasurementPlan plan)
    {
        BlockPlan.Check(BlocksOf(plan, default), plan.Options.RequestSize);
        if (!plan.Options.Writes && plan.FileTask != FileTask.Use)
        {
            throw new ExperimentException(Outcome.Usage, plan.Options.Path.Display + (plan.FileTask == FileTask.Refill
                ? " was left half filled by a run that was killed, before any block was written: write it again"
                : " is shorter than --size: leave that out"));
        }
    }

    /// <summary>
    /// Refuses a request that direct I/O on the file does not support, or explains why the mode must fall back.
    /// </summary>
    /// <param name="options">The case.</param>
    /// <param name="geometry">The geometry of the file.</param>
    /// <returns>The reason to fall back to buffered, or null if the request fits.</returns>
    /// <exception cref="ExperimentException">Usage: it does not fit, and direct is required.</exception>
    internal static string? Misfit(MeasurementOptions options, FileGeometry geometry)
    {
        int alignment = Math.Max(geometry.OffsetAlignment, geometry.ReadOffsetAlignment);
        if (options.Offset % alignment != 0)
        {
            string offset = Invariant($"the offset {options.Offset} is not a multiple of {alignment} bytes")
                + ", the file's alignment for direct I/O";
            return !options.RequireMode ? offset : throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{offset}: use --offset {Alignment.AlignUp(options.Offset, alignment)}, or ")
                + "--mode buffered");
        }

        if (options.Grain % alignment == 0)
        {
            return null;
        }

        long odd = options.Sizes?.All.First(one => one.Bytes % alignment != 0).Bytes ?? options.RequestSize;
        string misfit = Invariant($"the request size {odd} is not a multiple of {alignment} bytes")
            + ", the file's alignment for direct I/O";
        return !options.RequireMode
            ? misfit
            : throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{misfit}: use {(options.Sizes is null ? "--request-size " : string.Empty)}")
                + Invariant($"{Alignment.AlignUp(odd, alignment)}, or --mode buffered"));
    }

    private static MeasurementPlan PlanMissing(MeasurementOptions options)
    {
        if (options.Blocks != BlockUse.None)
        {
            BlockPlan.CheckMissing(options.Path, JournalOf(options), options.Writes);
        }

        long length = options.Size ?? DefaultFileLength;
        CheckOffset(options, length);
        CheckRequestFits(options, length);
        FilePreparation preparation = PreparationOf(options);
        bool staysHole = preparation == FilePreparation.Length && options.Operation == MeasuredOperation.Read;
        long needed = staysHole ? 0 : length;
        RunSpace.Require(options.Path.Parent, options.Path, new(needed), RunSpace.AdviceFor(options.IsLengthFixed));
        return Complete(options, length) with
        {
            FileTask = FileTask.Create,
            SpaceNeededBytes = needed,
            PreparationBytes = preparation is FilePreparation.Data or FilePreparation.Zero ? length : 0,
        };
    }

    private static MeasurementPlan PlanExisting(MeasurementOptions options, in FileStatus status)
    {
        FilePath path = options.Path;
        var permit = new WritePermit(path, options.Overwrite);
        bool isShorter = StaysShorter(options, status, permit);
        bool lengthens = options.Size > status.Length && !isShorter;
        bool writes = options.Writes || lengthens || options.Anew || options.Precondition is not null;
        bool unfinished = permit.Check(status, writes ? FileAccessKind.ReadWrite : FileAccessKind.Read);
        if (options.Blocks == BlockUse.Check && status.Length == 0)
        {
            BlockPlan.CheckMissing(path, JournalOf(options), writes: false);
        }

        long length = Length(options, status, isShorter);
        CheckOffset(options, length);
        bool mayBeShort = isShorter || options.Blocks == BlockUse.Check;
        if (!mayBeShort || options is not { DistancePct: 0, Threads: 1 })
        {
            // A file that may not be lengthened may be shorter than a request if it is read in order.
            CheckRequestFits(options, length);
        }

        long needed = writes || unfinished ? SpaceNeeded(options, length, status) : 0;
        if (writes || unfinished)
        {
            RunSpace.Require(path, path, new(needed), RunSpace.AdviceFor(options.IsLengthFixed));
        }

        FileTask task = options.Operation == MeasuredOperation.Extend ? FileTask.Empty
            : options.Anew ? FileTask.Remake
            : unfinished ? FileTask.Refill
            : lengthens ? FileTask.Lengthen : FileTask.Use;
        return Complete(options, length) with
        {
            FileTask = task,
            IsShorter = isShorter,
            SpaceNeededBytes = needed,
            PreparationBytes = task switch
            {
                FileTask.Remake when PreparationOf(options) is FilePreparation.Data or FilePreparation.Zero => length,
                FileTask.Lengthen => length - status.Length,
                FileTask.Refill => Math.Max(length, status.Length),
                _ => 0,
            },
        };
    }

    // Read at its existing length, because its owner did not release it.
    private static bool StaysShorter(MeasurementOptions options, in FileStatus status, WritePermit permit) =>
        options is { ReadsShorterFile: true, Operation: MeasuredOperation.Read, Anew: false, Overwrite: false }
            && status.Kind == FileKind.Regular && options.Size > status.Length && !permit.IsOurs();

    private static long Length(MeasurementOptions options, in FileStatus status, bool isShorter)
    {
        long length = isShorter ? status.Length
            : options.Operation == MeasuredOperation.Extend || options.Anew ? options.Size ?? DefaultFileLength
            : options.Size ?? status.Length;
        return length > 0 ? length : throw new ExperimentException(
            Outcome.Usage,
            $"{options.Path.Display} is empty: there is nothing to measure; " + (isShorter
                ? "name another file, or give --overwrite if it may be lengthened"
                : "give --size to make it longer"));
    }

    // A write within the file fills its holes; a limit on the bytes also limits these.
    private static long SpaceNeeded(MeasurementOptions options, long length, in FileStatus status)
    {
        long missing = Math.Max(0, length - status.AllocatedBytes);
        bool within = options.WritesWithin && length <= status.Length;
        return within ? Math.Min(missing, options.Bytes ?? long.MaxValue) : missing;
    }

    private static MeasurementPlan Complete(MeasurementOptions options, long length) =>
        ForReadyFile(options, length, EnvironmentProbe.Place(PlaceRoles.File, options.Path));

    /// <summary>Returns the plan of a case on a file that is ready, and whose place is known.</summary>
    /// <param name="options">The case, checked.</param>
    /// <param name="length">Length of the file during the run, bytes.</param>
    /// <param name="place">Where it is stored.</param>
    internal static MeasurementPlan ForReadyFile(
        MeasurementOptions options, long length, PlaceRecord place) => new()
        {
            Options = options,
            FileTask = FileTask.Use,
            FileLength = length,
            SpaceNeededBytes = 0,
            PreparationBytes = 0,
            RunBytes = RunBytes(options, length, options.Mode),
            RunTime = options.Time,
            Place = place,
        };

    /// <summary>Returns the plan of a case that is one of several on a file that is ready.</summary>
    /// <param name="options">The case, checked.</param>
    /// <param name="file">The plan by which the file was made ready.</param>
    internal static MeasurementPlan ForReadyFile(MeasurementOptions options, MeasurementPlan file) => ForReadyFile(
        options with
        {
            Repeat = 1,
            Size = file.FileLength,
            Preparation = null,
            Anew = false,
            Precondition = null,
        },
        file.FileLength,
        file.Place);

    /// <summary>
    /// Returns the maximum number of bytes that one run moves, or null if only time limits it. A cold read through the
    /// page cache ends after one pass: a second one would be warm.
    /// </summary>
    internal static long? RunBytes(MeasurementOptions options, long length, IoMode mode)
    {
        if (options.Operation == MeasuredOperation.Extend)
        {
            return Math.Min(length, options.Bytes ?? long.MaxValue);
        }

        bool onePass = options is { Cold: true, Operation: MeasuredOperation.Read } && mode != IoMode.Direct;
        return options.Bytes ?? (onePass || options.Blocks == BlockUse.Check ? length - options.Offset : null);
    }

    /// <summary>Returns what a new file contains.</summary>
    internal static FilePreparation PreparationOf(MeasurementOptions options) => options.Preparation
        ?? (options.Operation == MeasuredOperation.Extend ? FilePreparation.None : FilePreparation.Data);

    private static void CheckOffset(MeasurementOptions options, long fileLength)
    {
        if (options.Offset >= fileLength)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"the offset, {new ByteCount(options.Offset).ToDisplay()}, is not before the end of what is used, "
                + $"{new ByteCount(fileLength).ToDisplay()}: give a smaller --offset, or a larger --size");
        }
    }

    private static void CheckRequestFits(MeasurementOptions options, long fileLength)
    {
        long length = fileLength - options.Offset;
        string file = options.Offset == 0 ? "the file" : "what follows --offset";
        long part = length / options.RequestSize / options.Threads / options.Part.Count;
        string workers = options.Part.IsShared
            ? Invariant($"{options.Part.Count} ranks of {options.Threads} threads") : Invariant($"{options.Threads} threads");
        if (options.RequestSize > length)
        {
            (string what, string option) = options.Sizes is null
                ? ("request size", "--request-size") : ("largest request size", "size in --sizes");
            throw new ExperimentException(
                Outcome.Usage,
                $"the {what}, {new ByteCount(options.RequestSize).ToDisplay()}, is larger than {file}, "
                + $"{new ByteCount(length).ToDisplay()}: give a smaller {option}, or name a larger file");
        }

        if (part == 0)
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{workers} cannot share {length / options.RequestSize} requests of ")
                + Invariant($"{options.RequestSize} bytes: use fewer {(options.Part.IsShared ? "ranks or threads" : "threads")}")
                + (options.Offset == 0 ? " or a larger file" : ", a smaller --offset or a larger file"));
        }

        long segments = options.Part.SegmentSize > 0 ? length / options.Part.SegmentSize : long.MaxValue;
        if (segments < (long)options.Threads * options.Part.Count)
        {
            throw new ExperimentException(
                Outcome.Usage, Invariant($"{workers} cannot share {segments} segments of {options.Part.SegmentSize} bytes: use smaller segments or a larger file"));
        }
    }
}
