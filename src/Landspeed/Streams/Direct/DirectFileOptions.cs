using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>How a <see cref="DirectFile"/> is opened.</summary>
/// <remarks>Immutable.</remarks>
public sealed record DirectFileOptions
{
    /// <summary>
    /// How the bytes use the page cache. Default null: direct, with two exceptions. A read whose bytes are all in the
    /// page cache is answered from there by the calling thread, about ten times faster, and synchronous reads of a file
    /// of at most 512 KiB go through the cache until the first other transfer.
    /// </summary>
    public IoMode? Mode { get; init; }

    /// <summary>
    /// Whether it is an error if <see cref="Mode"/> is refused; otherwise another mode is used, and the reason is
    /// reported. Default: no. Ignored without a mode.
    /// </summary>
    public bool RequireMode { get; init; }

    /// <summary>
    /// Maximum asynchronous and batched requests in flight, 1 to 4,096; further requests wait their turn. Default 32.
    /// Ignored by synchronous calls, which run on their own threads.
    /// </summary>
    public int QueueDepth { get; init; } = 32;

    /// <summary>
    /// The engine of asynchronous and batched requests. Default null: io_uring, or threads if it is refused. Ignored by
    /// synchronous calls.
    /// </summary>
    public EngineKind? Engine { get; init; }

    /// <summary>
    /// What other openers may do at the same time: .NET's advisory lock. Default null: as in File, read for a file
    /// opened for reading and none for one opened for writing; for a handle read, because it may have a lock of its
    /// own.
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
    /// Idle time after which the engine ends; creating it again takes well under a millisecond. Shorter in tests.
    /// </summary>
    internal TimeSpan EngineRest { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>For tests: creates the engine in place of <see cref="Engine"/>.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }

    /// <summary>For tests: executes synchronous transfers and changes of the length in place of the system.</summary>
    internal IFileCalls? Calls { get; init; }

    /// <summary>
    /// Whether a read tries the page cache first. Tests that replace the system see every request, unless they set
    /// otherwise.
    /// </summary>
    internal bool LooksIntoCache
    {
        get => field || (Mode is null && EngineFactory is null && Calls is null);
        init;
    }

    /// <summary>Returns the same settings as checked options for opening files and creating engines.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    internal SequentialFileOptions Checked()
    {
        var options = new SequentialFileOptions
        {
            Mode = LooksIntoCache ? IoMode.Buffered : Mode ?? IoMode.Direct,
            RequireMode = RequireMode,
            QueueDepth = QueueDepth,
            Engine = Engine,
            Share = Share,
            UnixCreateMode = UnixCreateMode,
            DeleteOnClose = DeleteOnClose,
            // A test's engine is created only once.
            EngineRest = EngineFactory is null ? EngineRest : null,
            EngineFactory = EngineFactory,
        };
        options.Check();
        return options;
    }
}
