using Landspeed.Platform;

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

    /// <summary>Where records are read to, or what is written.</summary>
    internal required RecordBuffer Buffer { get; init; }

    /// <summary>What is written where the whole file is one record; else null.</summary>
    internal byte[]? WholeContent { get; init; }

    /// <summary>Times work items of the thread pool; null: nothing is awaited.</summary>
    internal PoolTimer? Pool { get; init; }

    /// <summary>Start of the random order.</summary>
    internal required ulong Seed { get; init; }

    /// <summary>Most records between two looks at the clock, each of which is followed by a witness. Default 4,096.</summary>
    internal int MostRecordsAtOnce { get; init; } = 4096;

    /// <summary>Keeps what was moved here and there. Default: the last 64 places.</summary>
    internal RecordWitness Witness { get; init; } = new(most: 64);

    /// <summary>Whether records are written.</summary>
    internal bool Writes => Case.Operation == ApiOperation.Write;

    /// <summary>Whether the order is random.</summary>
    internal bool IsRandom => Case.Order == ApiOrder.Random;

    /// <summary>Bytes of a record; of a whole file its length, where that fits.</summary>
    internal int RecordSize => Case.RecordSize ?? checked((int)FileLength);

    /// <summary>Records to be moved when no time ends it earlier; a rest that is no whole record is not touched.</summary>
    internal long Count => IsRandom ? RandomOrder.CountOf(FileLength / RecordSize) : FileLength / RecordSize;

    /// <summary>The ordinals of a random order.</summary>
    internal RandomOrder NewOrder() => new(FileLength / RecordSize, Seed);

    /// <summary>Starts the clock.</summary>
    internal WorkBound NewBound(TimeSpan? limit, CancellationToken stop) => new(
        TimeProvider.System, limit, Math.Clamp(MostBytesAtOnce / RecordSize, 1, MostRecordsAtOnce), stop);
}
