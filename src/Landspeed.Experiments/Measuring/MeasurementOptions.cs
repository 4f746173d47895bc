using Landspeed.Experiments.Load;
using Landspeed.Experiments.Orders;

namespace Landspeed.Experiments.Measuring;

/// <summary>One case: everything that a measurement needs. Immutable; checked by the planner, not here.</summary>
public sealed record MeasurementOptions
{
    /// <summary>Measured time that means no limit: only bytes limit the run; 168 h.</summary>
    public static readonly TimeSpan LongestTime = TimeSpan.FromDays(7);

    /// <summary>The file.</summary>
    public required FilePath Path { get; init; }

    /// <summary>The operation; default read.</summary>
    public MeasuredOperation Operation { get; init; } = MeasuredOperation.Read;

    /// <summary>
    /// Of 100 requests of a mix, those that read, 1 to 99; the others write. Ignored by other operations, and if reads
    /// and writes have separate rates.
    /// </summary>
    public int ReadPct { get; init; } = 50;

    /// <summary>Whether it reads what is in the file.</summary>
    public bool Reads => Operation == MeasuredOperation.Read || Mixes;

    /// <summary>Whether it writes to the file.</summary>
    public bool Writes => Operation != MeasuredOperation.Read;

    /// <summary>Whether it reads and writes at the same time.</summary>
    public bool Mixes => Operation == MeasuredOperation.Mix;

    /// <summary>Whether it reads and writes in the shares of <see cref="ReadPct"/>.</summary>
    internal bool HasShares => Mixes && Load?.WriteRate is null;

    /// <summary>Whether it writes over what is in the file, within its length.</summary>
    internal bool WritesWithin => Operation == MeasuredOperation.Write || Mixes;

    /// <summary>How to use the page cache; default direct.</summary>
    public IoMode Mode { get; init; } = IoMode.Direct;

    /// <summary>Whether it is an error if the mode is refused; default no.</summary>
    public bool RequireMode { get; init; }

    /// <summary>
    /// The interface that carries out the requests; default an engine. FileStream is buffered, has one request in
    /// flight, and does not support threads, distance, touch, an engine, a mix, several sizes, another
    /// order, an offset, pauses or flushing each write.
    /// </summary>
    public FileApi Api { get; init; } = FileApi.Engine;

    /// <summary>
    /// Bytes of one request, 1 to 2,147,479,552; default 1 MiB. With <see cref="Sizes"/> the largest of them, whatever
    /// is set here.
    /// </summary>
    public long RequestSize { get => Sizes?.Largest ?? field; init; } = 1L << 20;

    /// <summary>The sizes of requests, if they have several, or null (default).</summary>
    public SizeShares? Sizes { get; init; }

    /// <summary>Bytes of a request on average.</summary>
    internal double MeanRequestSize => Sizes?.Mean ?? RequestSize;

    /// <summary>Requests begin at multiples of this number of bytes.</summary>
    internal long Grain => Sizes?.Grain ?? RequestSize;

    /// <summary>
    /// Buffers of a request in flight: a mix has one for what is read and one for what is written.
    /// </summary>
    public int BuffersPerRequest => Mixes ? 2 : 1;

    /// <summary>Requests that one worker keeps in flight, 1 to 4,096; default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>
    /// The rate at which requests start, or null (default) if a full queue sets the pace. With a rate,
    /// <see cref="QueueDepth"/> is the most requests that one worker has in flight.
    /// </summary>
    public LoadOptions? Load { get; init; }

    /// <summary>
    /// How long each place of the queue rests between its requests, or null (default) if it does not. Not with
    /// <see cref="Load"/>.
    /// </summary>
    public ThinkTime? Think { get; init; }

    /// <summary>
    /// When requests are due that have a rate or pauses; default at equal distances, or after equal pauses. Ignored if
    /// a full queue sets the pace.
    /// </summary>
    public ArrivalPattern Arrivals { get; init; } = ArrivalPattern.Even;

    /// <summary>
    /// Whether the threads never sleep, so that no request is late because one wakes up; default no. Ignored if a full
    /// queue sets the pace.
    /// </summary>
    public bool IsPrecise { get; init; }

    /// <summary>Workers, each with its own engine, 1 to 256; default 1. Sequential workers share the file in equal parts.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>
    /// Maximum distance of the next request from the previous one, in percent of the file's length: 0 sequential
    /// (default), 100 anywhere. A distance, not a share of random requests.
    /// </summary>
    public double DistancePct { get; init; }

    /// <summary>
    /// Whether requests in order go from the end to the start; default no. Needs <see cref="DistancePct"/> 0.
    /// </summary>
    public bool IsReverse { get; init; }

    /// <summary>
    /// Bytes from the start of a request in order to the start of the next one, a multiple of
    /// <see cref="RequestSize"/>; or null (default): the next one follows without a gap. At the end of the file it
    /// begins one request later, until every place was used once. Needs <see cref="DistancePct"/> 0.
    /// </summary>
    public long? Stride { get; init; }

    /// <summary>
    /// How often each place is used by requests anywhere, or null (default): all alike. Needs <see cref="DistancePct"/>
    /// 100.
    /// </summary>
    public AccessDistribution? Distribution { get; init; }

    /// <summary>
    /// Maximum measured time; default 5 s. Ignored if an extend or <see cref="Bytes"/> ends it earlier.
    /// </summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The steady rate at which the measured time ends earlier, or null (default) if none does.</summary>
    public SteadyLimit? Until { get; init; }

    /// <summary>Maximum number of bytes moved in the measured time, or null if there is no limit.</summary>
    public long? Bytes { get; init; }

    /// <summary>
    /// Length to which the file is created or lengthened, or null: 1 GiB for a missing file, otherwise its existing
    /// length.
    /// </summary>
    public long? Size { get; init; }

    /// <summary>
    /// Byte of the file at which what is used begins; default 0. A multiple of what direct I/O aligns to, if that is
    /// used.
    /// </summary>
    public long Offset { get; init; }

    /// <summary>What a file that we create contains, or null: data for reads and writes, nothing for extends.</summary>
    public FilePreparation? Preparation { get; init; }

    /// <summary>How the file is written over before the first run, or null (default) if it is not.</summary>
    public Precondition? Precondition { get; init; }

    /// <summary>
    /// Whether an existing file is emptied and created again before the first run, as if it were missing; a file that
    /// is not ours only with <see cref="Overwrite"/>. Default no; ignored by extends, which always do it.
    /// </summary>
    public bool Anew { get; init; }

    /// <summary>
    /// Whether a file that is not ours, and shorter than <see cref="Size"/>, is read at its existing length instead of
    /// being refused; default no. Ignored with <see cref="Overwrite"/>, which allows lengthening it.
    /// </summary>
    public bool ReadsShorterFile { get; init; }

    /// <summary>Whether the caller cannot choose another length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Whether blocks prove themselves; default no.</summary>
    public BlockUse Blocks { get; init; }

    /// <summary>
    /// The journal of blocks that prove themselves, or null: the file's name with <c>.blocks</c> after it.
    /// </summary>
    public FilePath? BlockJournal { get; init; }

    /// <summary>
    /// Whether every byte read is examined, and every byte to write is generated for each request; default no.
    /// </summary>
    public bool Touch { get; init; }

    /// <summary>Whether the file is dropped from the page cache first; default no.</summary>
    public bool Cold { get; init; }

    /// <summary>The engine; default automatic.</summary>
    public EngineChoice Engine { get; init; } = EngineChoice.Automatic;

    /// <summary>When writes become durable; default never.</summary>
    public FlushPolicy Flush { get; init; } = FlushPolicy.None;

    /// <summary>Runs, 1 to 1,000; default 1.</summary>
    public int Repeat { get; init; } = 1;

    /// <summary>Whether a file that is not ours may be written; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Whether a file that we created remains if the run is stopped or fails; default no. After success it always
    /// remains.
    /// </summary>
    public bool Keep { get; init; }

    /// <summary>The part of the file that is used; default the whole. FileStream uses whole files only.</summary>
    public FilePart Part { get; init; } = FilePart.Whole;

    /// <summary>
    /// The file that this rank prepares for another one, and does not measure itself, or null if it measures the file
    /// that it creates.
    /// </summary>
    public FilePath? MadeForAnother { get; init; }

    /// <summary>Whether other ranks take part, with files of their own or in this one.</summary>
    internal bool IsOfSeveralRanks => Part.IsShared || Part.Rank > 0 || MadeForAnother is not null;

    /// <summary>Start of the pseudo-random sequence for offsets and data.</summary>
    public ulong Seed { get; init; } = 1;
}

/// <summary>The interface that carries out the requests.</summary>
public enum FileApi
{
    /// <summary>An engine of Landspeed.</summary>
    Engine,

    /// <summary>
    /// <see cref="System.IO.FileStream"/> with its default buffer: buffered, one request at a time, and byte by byte with
    /// <see cref="System.IO.FileStream.ReadByte"/> and <see cref="System.IO.FileStream.WriteByte"/> for requests of 1 byte.
    /// </summary>
    FileStream,
}

/// <summary>
/// Whether blocks say which file, place and write they belong to, and a journal says what is durable.
/// </summary>
public enum BlockUse
{
    /// <summary>They do not.</summary>
    None,

    /// <summary>What is written does, and is recorded; what is read is compared with that.</summary>
    Verify,

    /// <summary>The whole file is read once, in order, and compared with the journal.</summary>
    Check,
}

/// <summary>When a measurement makes its writes durable.</summary>
public enum FlushPolicy
{
    /// <summary>Never: the time until the last call returns is measured.</summary>
    None,

    /// <summary>
    /// Once, after the last write: the time until the last call returns and the time until the data is durable are
    /// measured.
    /// </summary>
    End,

    /// <summary>With each write, by the request itself (RWF_DSYNC).</summary>
    Each,
}

/// <summary>What a measurement does to the file.</summary>
public enum MeasuredOperation
{
    /// <summary>Reads the existing data.</summary>
    Read,

    /// <summary>Writes within the file's length, repeatedly.</summary>
    Write,

    /// <summary>Empties the file and lengthens it to its size, once.</summary>
    Extend,

    /// <summary>
    /// Reads and writes within the file's length at the same time, in the shares of
    /// <see cref="MeasurementOptions.ReadPct"/> or at separate rates.
    /// </summary>
    Mix,
}

/// <summary>The engine that carries out the requests.</summary>
public enum EngineChoice
{
    /// <summary>io_uring, or threads if it is not available; the result says which and why.</summary>
    Automatic,

    /// <summary>io_uring or failure.</summary>
    Uring,

    /// <summary>Dedicated threads.</summary>
    Threads,

    /// <summary>The worker itself, with queue depth 1.</summary>
    Synchronous,

    /// <summary>No engine: each request completes at once, and no byte is moved. Measures the loop alone.</summary>
    Null,

    /// <summary>
    /// No engine: each request is copied from memory or to it, and the file is not touched. Measures the loop and the
    /// copy.
    /// </summary>
    Memory,
}
