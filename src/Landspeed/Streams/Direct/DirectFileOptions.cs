using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Streams.Direct;

/// <summary>How a <see cref="DirectFile"/> is opened.</summary>
/// <remarks>Immutable.</remarks>
public sealed record DirectFileOptions
{
    /// <summary>
    /// How the bytes pass the page cache. Default null: direct, except that a read of which all bytes are in the page
    /// cache is answered from there by the calling thread, some ten times faster, and that synchronous reads of a file
    /// of at most 512 KiB go through it until the first other transfer.
    /// </summary>
    public IoMode? Mode { get; init; }

    /// <summary>What happens where <see cref="Mode"/> is refused. Default: preferred. Ignored without a mode.</summary>
    public Necessity Necessity { get; init; } = Necessity.Preferred;

    /// <summary>
    /// Asynchronous and batched requests in flight at once, 1 to 4,096; more of them wait their turn. Default 32. Ignored
    /// by synchronous calls, of which each has its own thread.
    /// </summary>
    public int QueueDepth { get; init; } = 32;

    /// <summary>
    /// The engine of asynchronous and batched requests. Default null: io_uring, or threads where it is refused.
    /// Ignored by synchronous calls.
    /// </summary>
    public EngineKind? Engine { get; init; }

    /// <summary>
    /// What other openers may do meanwhile: .NET's advisory lock. Default null: as File does, read for a
    /// file that is read, none for one that is written; of a handle read, since it may have a lock of its own.
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
    /// After how long without requests the engine ends: making it again takes well under a millisecond. Shorter in
    /// tests.
    /// </summary>
    internal TimeSpan EngineRest { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>For tests: makes the engine instead of <see cref="Engine"/>.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }

    /// <summary>For tests: carries out synchronous transfers and changes of the length instead of the system.</summary>
    internal IFileCalls? Calls { get; init; }

    /// <summary>
    /// Whether the page cache is looked into before a read. Tests that put themselves in the place of the system see
    /// every request, unless they say otherwise.
    /// </summary>
    internal bool LooksIntoCache
    {
        get => field || (Mode is null && EngineFactory is null && Calls is null);
        init;
    }

    /// <summary>The same options as those that open files and make engines, checked.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    internal SequentialFileOptions Checked()
    {
        var options = new SequentialFileOptions
        {
            Mode = LooksIntoCache ? IoMode.Buffered : Mode ?? IoMode.Direct,
            Necessity = Necessity,
            QueueDepth = QueueDepth,
            Engine = Engine,
            Share = Share,
            UnixCreateMode = UnixCreateMode,
            DeleteOnClose = DeleteOnClose,
            // An engine of a test is made once.
            EngineRest = EngineFactory is null ? EngineRest : null,
            EngineFactory = EngineFactory,
        };
        options.Check();
        return options;
    }
}
