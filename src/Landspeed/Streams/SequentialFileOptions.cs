using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams;

/// <summary>How a file is read or written from one end to the other.</summary>
/// <remarks>
/// Immutable. Memory: <see cref="QueueDepth"/> × <see cref="RequestSize"/>, less for a smaller file; without an engine
/// one block.
/// </remarks>
public sealed record SequentialFileOptions
{
    /// <summary>The least request size: 512 bytes, the least sector.</summary>
    public const int LeastRequestSize = 512;

    /// <summary>The largest request size: 1,073,741,824 bytes (1 GiB), as much as io_uring registers in one piece.</summary>
    public const int LargestRequestSize = 1 << 30;

    /// <summary>Files up to this length are read through the page cache unless a mode is given: 524,288 bytes (512
    /// KiB).</summary>
    internal const int ShortFile = 512 * 1024;

    /// <summary>
    /// How the bytes pass the page cache. Default null: direct, except for what is better off there: a file of which
    /// half or more is in the page cache when it is opened to be read is read from it, several times faster, as files
    /// of at most 512 KiB are; and of each file that is written the first 8 MiB go through it.
    /// </summary>
    public IoMode? Mode { get; init; }

    /// <summary>What happens where <see cref="Mode"/> is refused. Default: preferred. Ignored without a mode.</summary>
    public Necessity Necessity { get; init; } = Necessity.Preferred;

    /// <summary>
    /// Bytes of one request, 512 B to 1 GiB; rounded up to the file's alignment where it is direct, and down for a
    /// shorter file. Default 1 MiB.
    /// </summary>
    public ByteCount RequestSize { get; init; } = ByteCount.MiB(1);

    /// <summary>Requests kept in flight ahead of the reader or behind the writer, 1 to 4,096. Default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>
    /// What carries the requests out. Default null: io_uring, or threads where it is refused. No engine is made for
    /// what is in the page cache, for files of up to 8 MiB that are read, or for the first 8 MiB that are written
    /// through the page cache: the calling thread moves those, block by block.
    /// </summary>
    public EngineKind? Engine { get; init; }

    /// <summary>
    /// What others may do meanwhile, as far as they ask: .NET's advisory lock. Default null: as File does, read for a
    /// reader, none for a writer; of a handle read, since it may have a lock of its own.
    /// </summary>
    public FileShare? Share { get; init; }

    /// <summary>
    /// What a file that is created allows, less the process's umask. Default null: all may read and write it, less the
    /// umask. Ignored where the file exists.
    /// </summary>
    public UnixFileMode? UnixCreateMode { get; init; }

    /// <summary>
    /// Whether the name goes when the file is closed, also by a finalizer; of a symbolic link the link. Nothing goes
    /// where the name leads to another file by then. A process that is killed leaves the file. Default: no.
    /// </summary>
    public bool DeleteOnClose { get; init; }

    /// <summary>
    /// The length that a writer will reach: reserved at the first write instead of in steps. Default null: unknown.
    /// Ignored by readers. The length at the end is what was written.
    /// </summary>
    public ByteCount? ExpectedLength { get; init; }

    /// <summary>How a writer reserves space beyond the end. Default: in steps. Ignored by readers.</summary>
    public SpaceGrowth SpaceGrowth { get; init; } = SpaceGrowth.InSteps;

    /// <summary>
    /// Files up to this length are read without an engine, and so many bytes written through the page cache, unless an
    /// engine is named: 8,388,608 bytes (8 MiB). Less in tests.
    /// </summary>
    internal long ShortLength { get; init; } = 8L << 20;

    /// <summary>Limits the engines that were not asked for by name; another one in tests.</summary>
    internal EngineBudget Budget { get; init; } = EngineBudget.OfProcess;

    /// <summary>After how long without requests the engine ends, until the next one; null: never.</summary>
    internal TimeSpan? EngineRest { get; init; }

    /// <summary>For tests: makes the engine in place of <see cref="Engine"/>.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }

    /// <summary>For tests: takes what the thread pool is to do, in place of it.</summary>
    internal Action<IThreadPoolWorkItem>? Pool { get; init; }

    /// <summary>For tests: carries out reads out of the page cache in place of the system.</summary>
    internal IFileCalls? CacheCalls { get; init; }

    /// <summary>The options of a call, or the defaults.</summary>
    /// <exception cref="ArgumentNullException">There is no file.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    internal static SequentialFileOptions Checked(
        object file, SequentialFileOptions? options, [CallerArgumentExpression(nameof(file))] string? name = null)
    {
        ArgumentNullException.ThrowIfNull(file, name);
        options ??= new SequentialFileOptions();
        options.Check();
        return options;
    }

    /// <summary>Refuses values out of range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    internal void Check()
    {
        Require(RequestSize.Bytes is >= LeastRequestSize and <= LargestRequestSize, nameof(RequestSize), RequestSize,
            "a request size is 512 bytes to 1 GiB");
        Require(QueueDepth is >= 1 and <= EngineLimits.MaximumQueueDepth, nameof(QueueDepth), QueueDepth,
            "a queue depth is 1 to 4096");
        Require(RequestSize.Bytes * QueueDepth <= 1L << 40, nameof(QueueDepth), QueueDepth,
            "request size times queue depth is at most 1 TiB");
        Require(Mode is null || Enum.IsDefined(Mode.Value), nameof(Mode), Mode, "not a mode");
        Require(Enum.IsDefined(Necessity), nameof(Necessity), Necessity, "not a necessity");
        Require(Enum.IsDefined(SpaceGrowth), nameof(SpaceGrowth), SpaceGrowth, "not a space growth");
        Require(Engine is null || Enum.IsDefined(Engine.Value), nameof(Engine), Engine, "not an engine");
        Require(Share is null || ((int)Share & ~(int)(FileShare.ReadWrite | FileShare.Delete)) == 0, nameof(Share), Share,
            "share is none, read, write or delete, or several of these");
        Require(((int)(UnixCreateMode ?? 0) & ~FilePermissions.All) == 0, nameof(UnixCreateMode), UnixCreateMode,
            "not permissions");
    }

    /// <summary>Makes an engine for some requests at once.</summary>
    internal IIoEngine CreateEngine(int queueDepth) =>
        EngineFactory is not null ? EngineFactory(queueDepth)
        : Engine is EngineKind.Synchronous ? IoEngines.Create(EngineKind.Synchronous, 1)
        : Engine is { } kind ? IoEngines.Create(kind, queueDepth)
        : IoEngines.CreateBest(queueDepth, out _);

    private static void Require(bool holds, string name, object? value, string allowed)
    {
        if (!holds)
        {
            throw new ArgumentOutOfRangeException(name, value, allowed);
        }
    }
}

/// <summary>How a writer reserves space beyond the end of its file.</summary>
public enum SpaceGrowth
{
    /// <summary>
    /// Blocks and length are reserved ahead in steps of 8 MiB, doubling up to 1 GiB, once the file is written direct;
    /// flushing and closing cut the file to what was written. Direct writes beyond the end take turns on most file
    /// systems, writes into reserved space do not. A process that is killed leaves the file longer, with zeros at its
    /// end.
    /// </summary>
    InSteps,

    /// <summary>Nothing is reserved: each write lengthens the file.</summary>
    None,
}
