using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Streams.Threading;

namespace Landspeed;

/// <summary>Settings for reading or writing a file from one end to the other.</summary>
/// <remarks>
/// Immutable. Memory: <see cref="QueueDepth"/> × <see cref="RequestSize"/>, less for a smaller file; one block without
/// an engine.
/// </remarks>
/// <example>
/// <code>
/// SequentialFileOptions direct = new() { Mode = IoMode.Direct, RequestSize = 256 * 1024, QueueDepth = 16 };
/// SequentialFileOptions modest = direct with { QueueDepth = 2 };
/// using SequentialReadStream stream = SequentialFile.OpenRead("big.dat", modest);
/// Console.WriteLine($"{stream.EffectiveMode} {stream.ModeReason}");
/// </code>
/// </example>
public sealed record SequentialFileOptions
{
    /// <summary>The smallest request size: 512 bytes, the smallest sector.</summary>
    public const int MinRequestSize = 512;

    /// <summary>
    /// The largest request size: 1,073,741,824 bytes (1 GiB), the most that io_uring registers in one piece.
    /// </summary>
    public const int MaxRequestSize = 1 << 30;

    /// <summary>Files up to this length are read through the page cache unless a mode is given: 524,288 bytes (512
    /// KiB).</summary>
    internal const int ShortFile = 512 * 1024;

    /// <summary>
    /// How the bytes use the page cache. Default null: direct, except where the cache is faster. A file that is at
    /// least half in the page cache when it is opened for reading is read from it, several times faster, as are files
    /// of at most 512 KiB; and the first 8 MiB of each written file go through it.
    /// </summary>
    public IoMode? Mode { get; init; }

    /// <summary>
    /// Whether it is an error if <see cref="Mode"/> is refused; otherwise another mode is used, and the reason is
    /// reported. Default: no. Ignored without a mode.
    /// </summary>
    public bool RequireMode { get; init; }

    /// <summary>
    /// Bytes per request, 512 B to 1 GiB; rounded up to the file's alignment if it is direct, and down for a shorter
    /// file. Default 1 MiB.
    /// </summary>
    public int RequestSize { get; init; } = 1 << 20;

    /// <summary>Requests kept in flight ahead of the reader or behind the writer, 1 to 4,096. Default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>
    /// The engine that executes the requests. Default null: io_uring, or threads if it is refused. No engine is created
    /// for data in the page cache, for reading files of up to 8 MiB, or for the first 8 MiB written through the page
    /// cache: the calling thread moves those block by block.
    /// </summary>
    public EngineKind? Engine { get; init; }

    /// <summary>
    /// What other openers may do at the same time, if they honour .NET's advisory lock. Default null: as in File, read
    /// for a reader and none for a writer; for a handle read, because it may have a lock of its own.
    /// </summary>
    public FileShare? Share { get; init; }

    /// <summary>
    /// Permissions of a newly created file, less the process's umask. Default null: read and write for all, less the
    /// umask. Ignored if the file exists.
    /// </summary>
    public UnixFileMode? UnixCreateMode { get; init; }

    /// <summary>
    /// Whether to delete the name when the file is closed, also by a finalizer; for a symbolic link, the link. Nothing
    /// is deleted if the name leads to another file by then. If the process is killed, the file stays. Default: no.
    /// </summary>
    public bool DeleteOnClose { get; init; }

    /// <summary>
    /// The length in bytes that a writer will reach, 0 or more: reserved at the first write rather than in steps.
    /// Default 0: unknown. Ignored by readers. The final length is what was written.
    /// </summary>
    public long PreallocationSize { get; init; }

    /// <summary>How a writer reserves space beyond the end. Default: in steps. Ignored by readers.</summary>
    public SpaceGrowth SpaceGrowth { get; init; } = SpaceGrowth.InSteps;

    /// <summary>
    /// Files up to this length are read without an engine, and this many bytes are written through the page cache,
    /// unless an engine is named: 8,388,608 bytes (8 MiB). Less in tests.
    /// </summary>
    internal long ShortLength { get; init; } = 8L << 20;

    /// <summary>Limits the engines that were not requested by name; replaced in tests.</summary>
    internal EngineBudget Budget { get; init; } = EngineBudget.OfProcess;

    /// <summary>Idle time after which the engine ends, until the next request, or null for never.</summary>
    internal TimeSpan? EngineRest { get; init; }

    /// <summary>For tests: creates the engine in place of <see cref="Engine"/>.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }

    /// <summary>For tests: takes the work items of the thread pool in its place.</summary>
    internal Action<IThreadPoolWorkItem>? Pool { get; init; }

    /// <summary>For tests: executes reads from the page cache in place of the system.</summary>
    internal IFileCalls? CacheCalls { get; init; }

    /// <summary>Returns the options of a call, or the defaults.</summary>
    /// <exception cref="ArgumentNullException">No file is given.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    internal static SequentialFileOptions Checked(
        object file, SequentialFileOptions? options, [CallerArgumentExpression(nameof(file))] string? name = null)
    {
        ArgumentNullException.ThrowIfNull(file, name);
        options ??= new SequentialFileOptions();
        options.Check();
        return options;
    }

    /// <summary>Throws if a value is out of range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    internal void Check()
    {
        Require(RequestSize is >= MinRequestSize and <= MaxRequestSize, nameof(RequestSize), RequestSize,
            "a request size is 512 bytes to 1 GiB");
        Require(QueueDepth is >= 1 and <= EngineLimits.MaximumQueueDepth, nameof(QueueDepth), QueueDepth,
            "a queue depth is 1 to 4096");
        Require((long)RequestSize * QueueDepth <= 1L << 40, nameof(QueueDepth), QueueDepth,
            "request size times queue depth is at most 1 TiB");
        Require(PreallocationSize >= 0, nameof(PreallocationSize), PreallocationSize, "a length is 0 or more");
        Require(Mode is null || Enum.IsDefined(Mode.Value), nameof(Mode), Mode, "not a mode");
        Require(Enum.IsDefined(SpaceGrowth), nameof(SpaceGrowth), SpaceGrowth, "not a space growth");
        Require(Engine is null || Enum.IsDefined(Engine.Value), nameof(Engine), Engine, "not an engine");
        Require(Share is null || ((int)Share & ~(int)(FileShare.ReadWrite | FileShare.Delete)) == 0, nameof(Share), Share,
            "share is none, read, write or delete, or several of these");
        Require(((int)(UnixCreateMode ?? 0) & ~FilePermissions.All) == 0, nameof(UnixCreateMode), UnixCreateMode,
            "not permissions");
    }

    /// <summary>Creates an engine for a number of simultaneous requests.</summary>
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
    /// Reserves blocks and length ahead in steps of 8 MiB, doubling up to 1 GiB, once the file is written direct;
    /// flushing and closing cut the file to what was written. On most file systems direct writes beyond the end take
    /// turns, and writes into reserved space do not. If the process is killed, the file stays longer, with zeros at its
    /// end.
    /// </summary>
    InSteps,

    /// <summary>Reserves nothing: each write lengthens the file.</summary>
    None,
}
