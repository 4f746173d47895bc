using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>One case: everything that a measurement needs to know. Immutable; checked by the planner, not here.</summary>
public sealed record MeasurementOptions
{
    /// <summary>Measured time that stands for none: only bytes bound the run; 168 h.</summary>
    public static readonly TimeSpan LongestTime = TimeSpan.FromDays(7);

    /// <summary>The file.</summary>
    public required FilePath Path { get; init; }

    /// <summary>What to do; default read.</summary>
    public MeasuredOperation Operation { get; init; } = MeasuredOperation.Read;

    /// <summary>How to pass the page cache; default direct.</summary>
    public IoMode Mode { get; init; } = IoMode.Direct;

    /// <summary>Whether the mode may fall back; default preferred.</summary>
    public Necessity ModeNecessity { get; init; } = Necessity.Preferred;

    /// <summary>
    /// What carries the requests out; default an engine. FileStream is buffered, has one request in flight, and takes
    /// neither threads, distance, touch, an engine nor a flush of each write.
    /// </summary>
    public FileApi Api { get; init; } = FileApi.Engine;

    /// <summary>Bytes of one request, 1 to 2,147,479,552; default 1 MiB.</summary>
    public long RequestSize { get; init; } = 1L << 20;

    /// <summary>Requests that one worker keeps in flight, 1 to 4,096; default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>Workers, each with its own engine, 1 to 256; default 1. Sequential workers share the file in equal parts.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>
    /// How far the next request may lie from the one before, in percent of the file's length: 0 sequential (default),
    /// 100 anywhere. A distance, not a share of random requests.
    /// </summary>
    public double DistancePct { get; init; }

    /// <summary>Measured time at most; default 5 s. Ignored when an extend or <see cref="Bytes"/> ends it before.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Bytes moved at most in the measured time; null: no limit.</summary>
    public long? Bytes { get; init; }

    /// <summary>
    /// Length of the file to create or to lengthen to; null: 1 GiB for a file that is missing, else the length it has.
    /// </summary>
    public long? Size { get; init; }

    /// <summary>What a file that we create holds; null: data for reads and writes, nothing for extends.</summary>
    public FilePreparation? Preparation { get; init; }

    /// <summary>
    /// Whether a file that is there is emptied and made anew before the first run, as if it were missing; one that is not ours only
    /// with <see cref="Overwrite"/>. Default no; ignored by extends, which always do it.
    /// </summary>
    public bool Anew { get; init; }

    /// <summary>
    /// Whether a file that is not ours, and shorter than <see cref="Size"/>, is read at the length it has instead of being refused;
    /// default no. Ignored with <see cref="Overwrite"/>, which allows lengthening it.
    /// </summary>
    public bool ReadsShorterFile { get; init; }

    /// <summary>Whether who asked can choose no other length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Whether every byte read is looked at, and every byte to write is made anew; default no.</summary>
    public bool Touch { get; init; }

    /// <summary>Whether the file is dropped from the page cache first; default no.</summary>
    public bool Cold { get; init; }

    /// <summary>Which engine; default automatic.</summary>
    public EngineChoice Engine { get; init; } = EngineChoice.Automatic;

    /// <summary>When writes become durable; default never.</summary>
    public FlushPolicy Flush { get; init; } = FlushPolicy.None;

    /// <summary>Runs, 1 to 1,000; default 1.</summary>
    public int Repeat { get; init; } = 1;

    /// <summary>Whether a file that is not ours may be written; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Whether a file that we created stays when the run is stopped or fails; default no. After success it always stays.
    /// </summary>
    public bool Keep { get; init; }

    /// <summary>Which part of the file is used; default the whole. FileStream uses whole files only.</summary>
    public FilePart Part { get; init; } = FilePart.Whole;

    /// <summary>The file that this rank makes ready for another one, and does not measure itself; null: it measures what it makes.</summary>
    public FilePath? MadeForAnother { get; init; }

    /// <summary>Start of the pseudo-random sequence for offsets and data.</summary>
    public ulong Seed { get; init; } = 1;
}

/// <summary>Which interface carries the requests out.</summary>
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

/// <summary>When a measurement makes its writes durable.</summary>
public enum FlushPolicy
{
    /// <summary>Never: the time to return is measured.</summary>
    None,

    /// <summary>Once, after the last write: the time to return and the time to durable are measured.</summary>
    End,

    /// <summary>With each write, by the request itself (RWF_DSYNC).</summary>
    Each,
}

/// <summary>What a measurement does to the file.</summary>
public enum MeasuredOperation
{
    /// <summary>Read what is there.</summary>
    Read,

    /// <summary>Write within the file's length, again and again.</summary>
    Write,

    /// <summary>Empty the file and lengthen it to its size, once.</summary>
    Extend,
}

/// <summary>Which engine carries out the requests.</summary>
public enum EngineChoice
{
    /// <summary>io_uring, or threads where it is not to be had; the result says which and why.</summary>
    Automatic,

    /// <summary>io_uring or failure.</summary>
    Uring,

    /// <summary>Dedicated threads.</summary>
    Threads,

    /// <summary>The worker itself; queue depth 1.</summary>
    Synchronous,

    /// <summary>None: each request completes at once, and no byte is moved. Measures the loop alone.</summary>
    Null,

    /// <summary>None: each request is copied from memory, or to it, and the file is not touched. Measures loop and copy.</summary>
    Memory,
}
