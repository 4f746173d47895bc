namespace AgainstFio;

/// <summary>One piece of work that both programs do.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="RequestSize">Bytes of one request.</param>
/// <param name="QueueDepth">Requests in flight.</param>
/// <param name="Work">Direction, order and mode.</param>
internal sealed record Case(string Name, int RequestSize, int QueueDepth, Work Work)
{
    internal static readonly Case[] All =
    [
        new("random read 4 KiB × 1", 4096, 1, Work.RandomRead),
        new("random read 4 KiB × 32", 4096, 32, Work.RandomRead),
        new("Zipf read 4 KiB × 32", 4096, 32, Work.ZipfRead),
        new("mix 70:30, random, 4 KiB × 32", 4096, 32, Work.RandomMix),
        new("sequential read 64 KiB × 8", 65536, 8, Work.SequentialRead),
        new("sequential read 1 MiB × 8", 1 << 20, 8, Work.SequentialRead),
        new("sequential write 1 MiB × 8", 1 << 20, 8, Work.SequentialWrite),
        new("buffered read 64 KiB × 1, warm", 65536, 1, Work.WarmBufferedRead),
    ];
}

/// <summary>Direction, order and mode.</summary>
internal enum Work
{
    RandomRead,
    ZipfRead,
    RandomMix,
    SequentialRead,
    SequentialWrite,
    WarmBufferedRead,
}

/// <summary>What carries the requests out.</summary>
internal enum Means
{
    /// <summary>io_uring with registered files and buffers, against fio's io_uring engine with the same.</summary>
    Uring,

    /// <summary>Our thread engine, against fio's psync engine with as many jobs as requests in flight.</summary>
    Threads,
}
