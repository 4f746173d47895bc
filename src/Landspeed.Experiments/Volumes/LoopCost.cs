using System.Diagnostics;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Volumes;

/// <summary>What a loop device costs: the rate at which a file is written through it and beside it.</summary>
/// <param name="Through">In the volume: median, bytes per second; 0 where it is not known.</param>
/// <param name="Beside">In the directory that holds the volume's file: median, bytes per second.</param>
internal sealed record LoopCost(double Through, double Beside)
{
    private const int Rounds = 3;
    private const long UsualBytes = 64 << 20;
    private const int ShareOfVolume = 8;

    /// <summary>It was not measured.</summary>
    internal static LoopCost Unknown { get; } = new(0, 0);

    /// <summary>The sentences, none where it is not known.</summary>
    internal IReadOnlyList<ConclusionRecord> Conclusions => Through <= 0 || Beside <= 0
        ? []
        : [ConclusionCodes.LoopCost.Says(
            $"The volume is a file behind a loop device with direct I/O: a file of one's own was written at {AmountText.Rate(Through)} through it and at {AmountText.Rate(Beside)} beside it, "
            + FormattableString.Invariant($"{Through / Beside:0.00} of the rate (medians of {Rounds} files each)."))];

    /// <summary>Writes files in turn, each to durable, and removes them.</summary>
    /// <param name="beside">A directory outside of the volume.</param>
    /// <param name="root">The volume's.</param>
    /// <param name="size">Bytes of the volume.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static LoopCost Measure(FilePath beside, FilePath root, long size, ProgressMonitor monitor)
    {
        long length = Math.Min(UsualBytes, Alignment.AlignDown(size / ShareOfVolume, FileGeometry.GuessedAlignment));
        double[] through = new double[Rounds], outside = new double[Rounds];
        for (int round = 0; round < Rounds; round++)
        {
            outside[round] = Write(beside, length, monitor);
            through[round] = Write(root, length, monitor);
        }

        return new LoopCost(Median.Of(through), Median.Of(outside));
    }

    private static double Write(FilePath directory, long length, ProgressMonitor monitor)
    {
        monitor.ThrowIfStopped();
        using StorageFile file = StorageFile.Open(directory.Join(FilePath.FromText("rate")), new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = IoMode.Direct,
            Necessity = Necessity.Preferred,
        });
        using var created = new CreatedFile(file);
        using FileFiller filler = Fillers.Open(file, seed: 1);
        long began = Stopwatch.GetTimestamp();
        filler.Fill(0, length, _ => { }, monitor.Stop);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        return length / Stopwatch.GetElapsedTime(began).TotalSeconds;
    }
}
