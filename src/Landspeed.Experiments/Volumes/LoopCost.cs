using System.Diagnostics;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Volumes;

/// <summary>The cost of a loop device: the rate at which a file is written through it and outside it.</summary>
/// <param name="Through">Rate in the volume, bytes per second, or null if not measured.</param>
/// <param name="Beside">Rate in the directory that contains the volume's file, bytes per second, or null if not
/// measured.</param>
internal sealed record LoopCost(IntervalRecord? Through, IntervalRecord? Beside)
{
    private const int Rounds = 5;
    private const long UsualBytes = 64 << 20;
    private const int ShareOfVolume = 8;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    /// <summary>The cost was not measured.</summary>
    internal static LoopCost Unknown { get; } = new(null, null);

    /// <summary>The sentences; none if the cost is unknown.</summary>
    internal IReadOnlyList<ConclusionRecord> Conclusions => Through is null || Beside is null
        ? []
        : [ConclusionCodes.LoopCost.Says(
            $"The volume is a file behind a loop device with direct I/O: files were written at {AmountText.Rate(Through)} through it and at {AmountText.Rate(Beside)} beside it, "
            + $"{Said(Difference.Of(Through, Beside))}.")];

    /// <summary>Returns the number of bytes per file written.</summary>
    /// <param name="size">Bytes of the volume.</param>
    internal static long LengthFor(long size) => Math.Min(UsualBytes, Alignment.AlignDown(size / ShareOfVolume, FileGeometry.GuessedAlignment));

    /// <summary>Returns the total number of bytes of all files.</summary>
    /// <param name="size">Bytes of the volume.</param>
    internal static long WrittenBytes(long size) => 2 * Rounds * LengthFor(size);

    /// <summary>Writes files in turn, each until durable, and removes them.</summary>
    /// <param name="beside">A directory outside the volume.</param>
    /// <param name="root">The root directory of the volume.</param>
    /// <param name="size">Bytes of the volume.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static LoopCost Measure(FilePath beside, FilePath root, long size, ProgressMonitor monitor)
    {
        long length = LengthFor(size);
        long available = Available(root);
        double[] through = new double[Rounds], outside = new double[Rounds];
        for (int round = 0; round < Rounds; round++)
        {
            outside[round] = Write(beside, length, monitor);
            through[round] = Write(root, length, monitor);
        }

        // XFS and btrfs free the blocks of removed files later.
        SpinWait.SpinUntil(() => Available(root) > available - (length / 2), s_patience);
        return new LoopCost(MedianInterval.Of(through), MedianInterval.Of(outside));
    }

    private static long Available(FilePath root)
    {
        FileSystemFlush.Of(root);
        using OpenDirectory opened = OpenDirectory.Root(root);
        return VolumeUse.Of(opened.Handle, root).AvailableBytes;
    }

    private static double Write(FilePath directory, long length, ProgressMonitor monitor)
    {
        monitor.ThrowIfStopped();
        using StorageFile file = StorageFile.Open(directory.Join(FilePath.FromText("rate")), new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = IoMode.Direct,
        });
        using var created = new CreatedFile(file);
        using FileFiller filler = Fillers.Open(file, seed: 1);
        long began = Stopwatch.GetTimestamp();
        filler.Fill(0, length, _ => { }, monitor.Stop);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        return length / Stopwatch.GetElapsedTime(began).TotalSeconds;
    }

    private static string Said(Difference difference) => difference.Kind switch
    {
        DifferenceKind.Equal => Invariant($"equal within {Difference.EqualPct} %"),
        DifferenceKind.Inconclusive => $"and the cost of the loop device is {difference.Inconclusive}",
        _ => $"{AmountText.Times(difference.Ratio)} times as fast",
    };
}
