namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>What one run does with the test file.</summary>
internal sealed class RecordWork
{
    private const int MostBytesAtOnce = 1 << 20;

    /// <summary>The test file.</summary>
    internal required FilePath File { get; init; }

    /// <summary>Its length, bytes.</summary>
    internal required long FileLength { get; init; }

    /// <summary>The cell.</summary>
    internal required ApiCase Case { get; init; }

    /// <summary>The memory into which records are read, or from which they are written.</summary>
    internal required RecordBuffer Buffer { get; init; }

    /// <summary>What is written if the whole file is one record; otherwise null.</summary>
    internal byte[]? WholeContent { get; init; }

    /// <summary>Times work items of the thread pool, or null if nothing is awaited.</summary>
    internal PoolTimer? Pool { get; init; }

    /// <summary>Seed of the random order.</summary>
    internal required ulong Seed { get; init; }

    /// <summary>
    /// Maximum number of records between two checks of the clock, each of which is followed by a witness. Default
    /// 4,096.
    /// </summary>
    internal int MostRecordsAtOnce { get; init; } = 4096;

    /// <summary>Stores samples of what was moved. Default: the last 64 positions.</summary>
    internal RecordWitness Witness { get; init; } = new(most: 64);

    internal bool Writes => Case.Operation == ApiOperation.Write;

    internal bool IsRandom => Case.Order == ApiOrder.Random;

    /// <summary>Bytes of a record; for a whole file its length, if that fits.</summary>
    internal int RecordSize => Case.RecordSize ?? checked((int)FileLength);

    /// <summary>
    /// Records to be moved if no time limit ends it earlier; an incomplete record at the end is not touched.
    /// </summary>
    internal long Count => IsRandom ? RandomOrder.CountOf(FileLength / RecordSize) : FileLength / RecordSize;

    /// <summary>Creates the ordinals of a random order.</summary>
    internal RandomOrder NewOrder() => new(FileLength / RecordSize, Seed);

    /// <summary>Starts the clock.</summary>
    internal WorkBound NewBound(TimeSpan? limit, CancellationToken stop) => new(
        TimeProvider.System, limit, Math.Clamp(MostBytesAtOnce / RecordSize, 1, MostRecordsAtOnce), stop);
}
