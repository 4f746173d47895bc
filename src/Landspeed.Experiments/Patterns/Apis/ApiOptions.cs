namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Which APIs are compared, with which records, and on what.</summary>
public sealed record ApiOptions
{
    /// <summary>Default length of the test file: 16,777,216 bytes (16 MiB).</summary>
    /// <remarks>Short enough that five runs of every cell end within two minutes on a fast device.</remarks>
    public const long DefaultFileLength = 16L << 20;

    /// <summary>The smallest of the large records: 4,096 bytes.</summary>
    /// <remarks>Below it the calls dominate, and a single pass byte by byte takes minutes.</remarks>
    public const int LargeRecordSize = 4096;

    /// <summary>The largest record: 1,048,576 bytes (1 MiB).</summary>
    public const int MostRecordSize = RecordBuffer.MostRecordSize;

    /// <summary>Where files are created, in a subdirectory that is removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>
    /// The test file: created if missing, created again if landspeed created it, and kept. Default null: a temporary
    /// one.
    /// </summary>
    public FilePath? File { get; init; }

    /// <summary>Bytes of the test file, 1 or more. Default 16 MiB.</summary>
    public long FileLength { get; init; } = DefaultFileLength;

    /// <summary>Names of APIs, each once, in any order. Default: all.</summary>
    public IReadOnlyList<string> Apis { get; init; } = AllApis;

    /// <summary>
    /// Bytes of a record, powers of two, 1 to 1 MiB, each once. Default: 1, 64, 4 KiB, 64 KiB, 1 MiB.
    /// </summary>
    public IReadOnlyList<int> RecordSizes { get; init; } = [1, 64, 4096, 65_536, 1_048_576];

    /// <summary>Orders, each once. Default: both.</summary>
    public IReadOnlyList<ApiOrder> Orders { get; init; } = [ApiOrder.Sequential, ApiOrder.Random];

    /// <summary>Operations, each once. Default: both.</summary>
    public IReadOnlyList<ApiOperation> Operations { get; init; } = [ApiOperation.Read, ApiOperation.Write];

    /// <summary>With and without flush, each once. Default: both.</summary>
    public IReadOnlyList<ApiFlush> Flushes { get; init; } = [ApiFlush.On, ApiFlush.Off];

    /// <summary>How the page cache is emptied before a cell with flush. Default: the test file is dropped.</summary>
    public CacheFlush CacheFlush { get; init; } = CacheFlush.Drop;

    /// <summary>
    /// Time limit of a run with records below <see cref="LargeRecordSize"/>; no record starts after it. Default 30 ms;
    /// null for no limit.
    /// </summary>
    public TimeSpan? Time { get; init; } = TimeSpan.FromMilliseconds(30);

    /// <summary>
    /// Time limit of a run with records of <see cref="LargeRecordSize"/> or more. Default 1 s, which a fast device does
    /// not need; null for no limit.
    /// </summary>
    public TimeSpan? LargeTime { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Runs of each cell, 1 or more. Default 5: the minimum to distinguish a difference from noise.</summary>
    public int Repetitions { get; init; } = 5;

    /// <summary>Seed of the pseudo-random orders and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether all record sizes without a time limit were requested.</summary>
    public bool Full { get; init; }

    /// <summary>Every power of two from 1 byte to 1 MiB.</summary>
    public static IReadOnlyList<int> AllRecordSizes { get; } = [.. Enumerable.Range(0, 21).Select(power => 1 << power)];

    /// <summary>The names of all APIs.</summary>
    public static IReadOnlyList<string> AllApis { get; } = [.. MatrixApis.All.Select(api => api.Name)];

    /// <summary>Returns the time limit of a run with such records, or null if it ends with its last record.</summary>
    /// <param name="recordSize">Bytes of a record, or null if the whole file is one record.</param>
    internal TimeSpan? LimitOf(int? recordSize) => recordSize switch
    {
        null => null,
        >= LargeRecordSize => LargeTime,
        _ => Time,
    };

    /// <summary>Returns the calls that an API makes, for display, or null if there is no such API.</summary>
    public static string? CallsOf(string api) => MatrixApis.All.FirstOrDefault(known => known.Name == api)?.Calls;
}
