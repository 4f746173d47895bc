using Landspeed.Experiments.Volumes;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Which files are created, how and where. Immutable; checked by the plan, not here.</summary>
public sealed record CreationOptions
{
    /// <summary>
    /// Default size of a file in bytes: 67,108,864 (64 MiB); a run then takes less than half a second on most disks.
    /// </summary>
    public const long UsualFileLength = 64L << 20;

    /// <summary>Maximum request size: 67,108,864 bytes (64 MiB), which are held in memory.</summary>
    public const int MostRequestSize = 64 << 20;

    /// <summary>Default size of a hole in bytes: 65,536 (64 KiB).</summary>
    public const long UsualHole = 64 << 10;

    /// <summary>Bytes of the smallest hole: 4,096, the block of most file systems.</summary>
    public const long SmallestHole = 4096;

    /// <summary>Where files are created, in a subdirectory that is removed again, or where the volumes are.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Bytes per write, each 1 to 64 MiB, or null: from 1 byte (direct from 4 KiB) to 4 MiB.</summary>
    public IReadOnlyList<int>? RequestSizes { get; init; }

    /// <summary>Bytes of a file, 1 or more; small requests write less. Default 64 MiB.</summary>
    public long FileLength { get; init; } = UsualFileLength;

    /// <summary>Whether the caller cannot choose another length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Buffered, through .NET's FileStream, or direct. Default buffered.</summary>
    public IoMode Mode { get; init; } = IoMode.Buffered;

    /// <summary>
    /// Two temporary volumes, one clean and the other fragmented, or null for the directory's volume in its current
    /// state.
    /// </summary>
    public ImageOptions? Image { get; init; }

    /// <summary>
    /// Bytes of a hole of the fragmented volume: a multiple of 4 KiB. Default 64 KiB; ignored without temporary
    /// volumes.
    /// </summary>
    public long Hole { get; init; } = UsualHole;

    /// <summary>
    /// Runs of each cell, 1 or more. Default 11: with fewer the spread of most disks is too large to show much.
    /// </summary>
    public int Repetitions { get; init; } = 11;

    /// <summary>Seed of the pseudo-random order and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether every power of two was requested.</summary>
    public bool Full { get; init; }

    /// <summary>Default request sizes.</summary>
    public static IReadOnlyList<int> UsualRequestSizes { get; } = [1, 16, 256, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

    /// <summary>Every power of two from 1 byte to 4 MiB.</summary>
    public static IReadOnlyList<int> AllRequestSizes { get; } = [.. Enumerable.Range(0, 23).Select(power => 1 << power)];

    /// <summary>
    /// Maximum number of requests per file: 16,777,216 buffered, 4,096 direct, which take some tenths of a second.
    /// </summary>
    internal long MostRequests => Mode == IoMode.Direct ? 1L << 12 : 1L << 24;

    /// <summary>The request sizes that are measured, ascending, each once.</summary>
    internal IReadOnlyList<int> Sizes =>
        [.. (RequestSizes ?? [.. Usual.Where(size => (Mode != IoMode.Direct || size >= SmallestDirect) && size <= FileLength)]).Distinct().Order()];

    // A size that no device refuses as too short.
    private const int SmallestDirect = 4096;

    private IReadOnlyList<int> Usual => Full ? AllRequestSizes : UsualRequestSizes;

    /// <summary>
    /// Returns the bytes of the file that requests of a size write: whole requests, and not too many.
    /// </summary>
    internal long LengthOf(int requestSize) => Math.Max(1, Math.Min(FileLength / requestSize, MostRequests)) * requestSize;
}
