using Landspeed.Experiments.Volumes;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Which files are created, how and where. Immutable; checked by the plan, not here.</summary>
public sealed record CreationOptions
{
    /// <summary>Bytes of a file when nothing else is said: 67,108,864 (64 MiB), the length of a run below half a second on most disks.</summary>
    public const long UsualFileLength = 64L << 20;

    /// <summary>The largest request: 67,108,864 bytes (64 MiB), which are held in memory.</summary>
    public const int MostRequestSize = 64 << 20;

    /// <summary>Bytes of a hole when nothing else is said: 65,536 (64 KiB).</summary>
    public const long UsualHole = 64 << 10;

    /// <summary>Bytes of the smallest hole: 4,096, the block of most file systems.</summary>
    public const long SmallestHole = 4096;

    /// <summary>Where files are made, in a directory of their own that is removed again, or the volumes are.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Bytes of one write, each 1 to 64 MiB; null: from 1 byte, direct from 4 KiB, to 4 MiB.</summary>
    public IReadOnlyList<int>? RequestSizes { get; init; }

    /// <summary>Bytes of a file, 1 or more; small requests write less. Default 64 MiB.</summary>
    public long FileLength { get; init; } = UsualFileLength;

    /// <summary>Whether who asked can choose no other length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Buffered, by .NET's FileStream, or direct. Default buffered.</summary>
    public IoMode Mode { get; init; } = IoMode.Buffered;

    /// <summary>Two volumes of one's own, the one clean and the other fragmented; null: the volume of the directory as it is.</summary>
    public ImageOptions? Image { get; init; }

    /// <summary>Bytes of a hole of the fragmented volume: a multiple of 4 KiB. Default 64 KiB; ignored without volumes of one's own.</summary>
    public long Hole { get; init; } = UsualHole;

    /// <summary>Runs of each cell, 1 or more. Default 11: of fewer the spread of most disks tells little.</summary>
    public int Repetitions { get; init; } = 11;

    /// <summary>Start of the pseudo-random order and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether every power of two was asked for.</summary>
    public bool Full { get; init; }

    /// <summary>Sizes of requests when nothing else is said.</summary>
    public static IReadOnlyList<int> UsualRequestSizes { get; } = [1, 16, 256, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

    /// <summary>Every power of two from 1 byte to 4 MiB.</summary>
    public static IReadOnlyList<int> AllRequestSizes { get; } = [.. Enumerable.Range(0, 23).Select(power => 1 << power)];

    /// <summary>Requests of a file at most: 16,777,216 buffered, 4,096 direct, which take some tenths of a second.</summary>
    internal long MostRequests => Mode == IoMode.Direct ? 1L << 12 : 1L << 24;

    /// <summary>The sizes of requests that are measured, ascending, each once.</summary>
    internal IReadOnlyList<int> Sizes =>
        [.. (RequestSizes ?? [.. Usual.Where(size => (Mode != IoMode.Direct || size >= SmallestDirect) && size <= FileLength)]).Distinct().Order()];

    // What no device refuses for being too short.
    private const int SmallestDirect = 4096;

    private IReadOnlyList<int> Usual => Full ? AllRequestSizes : UsualRequestSizes;

    /// <summary>Bytes of the file that requests of a size write: whole requests, and not too many.</summary>
    internal long LengthOf(int requestSize) => Math.Max(1, Math.Min(FileLength / requestSize, MostRequests)) * requestSize;
}
