using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Volumes;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// What is measured for the figures of 2004, and where. Immutable; checked by the plans of its parts.
/// </summary>
public sealed record PaperOptions
{
    private const long MiB = 1 << 20;

    // Nine runs: the narrowest interval of 95 % excludes the fastest and the slowest. Fifteen for the files, whose
    // rates spread more. On the machine in docs/paper.md both take about three minutes.
    private const int SweepRuns = 9;
    private const int CreationRuns = 15;
    private const long QuickLength = 32 * MiB;
    private const long QuickImage = 1024 * MiB;
    private const long FullImage = 2048 * MiB;

    // Enough to show where the rate grows; the others are measured with --full.
    private static readonly int[] s_quickSizes = [1, 256, 4 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

    /// <summary>Where everything is created, and removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Whether every power of two is measured, with longer runs and larger files.</summary>
    public bool Full { get; init; }

    /// <summary>
    /// Bytes of each of the two temporary volumes, 16 MiB or more, or null: 1 GiB, in the long form 2 GiB.
    /// </summary>
    public long? ImageSize { get; init; }

    /// <summary>The file system created on them.</summary>
    public ImageFileSystem FileSystem { get; init; } = ImageFileSystem.Ext4;

    /// <summary>Seed of the pseudo-random order and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>The temporary volumes.</summary>
    public ImageOptions Image => new(ImageSize ?? (Full ? FullImage : QuickImage), FileSystem);

    /// <summary>
    /// Creates the experiment for figures 2 to 7: FileStream with its defaults and direct requests, over request size.
    /// </summary>
    public IExperiment Sweep() => new SweepExperiment(new SweepOptions
    {
        Path = Directory,
        Grid = Full ? SweepGrid.Full : SweepGrid.Quick,
        Operations = [MeasuredOperation.Read, MeasuredOperation.Write],
        QueueDepths = [1, 8],
        IsLengthFixed = true,
        Repetitions = SweepRuns,
        Seed = Seed,
    });

    /// <summary>Creates the experiment for figure 8: files created by FileStream, over the size of a write.</summary>
    /// <param name="image">Two temporary volumes, one of them fragmented, or null for the directory's volume in its
    /// current state.</param>
    public IExperiment Creation(ImageOptions? image) => new CreationExperiment(new CreationOptions
    {
        Directory = Directory,
        RequestSizes = Full ? null : s_quickSizes,
        FileLength = Full ? CreationOptions.UsualFileLength : QuickLength,
        IsLengthFixed = true,
        Image = image,
        Repetitions = CreationRuns,
        Seed = Seed,
        Full = Full,
    });
}
