using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Creation;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Two volumes of one's own: one stays clean, the other is full but for holes.</summary>
/// <remarks>
/// Two, so that runs of both states alternate: were one volume filled between them, a drift of the machine would look like a price of
/// fragmentation. For one thread, but for <see cref="Dispose"/>.
/// </remarks>
internal sealed class CreationImages : IDisposable
{
    // Of the room in holes: what the file system keeps for itself, and what it does not find at once.
    private const double LeastShareLeft = 0.1;

    private readonly ImageVolume _clean;
    private readonly ImageVolume _fragmented;

    private CreationImages(ImageVolume clean, ImageVolume fragmented) => (_clean, _fragmented) = (clean, fragmented);

    /// <summary>What the loop devices cost, a sentence; none before they are made.</summary>
    internal IReadOnlyList<ConclusionRecord> LoopCost => _clean.Cost.Conclusions;

    /// <summary>Makes the directories of both; <see cref="Make"/> makes the volumes.</summary>
    /// <param name="place">Where they are to lie.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static CreationImages Begin(FilePath place)
    {
        var clean = ImageVolume.Begin(place);
        try
        {
            return new CreationImages(clean, ImageVolume.Begin(place));
        }
        catch
        {
            clean.Dispose();
            throw;
        }
    }

    /// <summary>Makes both volumes, and tears the free space of the second.</summary>
    /// <param name="image">Size and file system of each.</param>
    /// <param name="hole">Bytes of a hole.</param>
    /// <param name="length">Bytes of the longest file that is to be created there.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="ExperimentException">One could not be made, or has too little room in its holes.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal IReadOnlyList<CreationVolume> Make(ImageOptions image, long hole, long length, ProgressMonitor monitor)
    {
        _clean.Fill(image, monitor);
        _fragmented.Fill(image, monitor);
        long free = Tear(_fragmented.Root, hole, monitor);
        if (free * (1 - LeastShareLeft) < length)
        {
            throw new ExperimentException(
                Outcome.OutOfSpace,
                $"the holes of a volume of {AmountText.Size(image.Size)} have {AmountText.Size(free)}, and a file of {AmountText.Size(length)} is to fit: "
                + "give a larger --image");
        }

        return
        [
            CreationVolume.Of(CreationLabels.Clean, _clean.Root, monitor.Stop),
            CreationVolume.Of(CreationLabels.Fragmented, _fragmented.Root, monitor.Stop),
        ];
    }

    /// <summary>Unmounts and removes both; from any thread, also a second time.</summary>
    public void Dispose()
    {
        _fragmented.Dispose();
        _clean.Dispose();
    }

    private static long Tear(FilePath root, long hole, ProgressMonitor monitor)
    {
        using StorageFile file = StorageFile.Open(
            root.Join(FilePath.FromText("filler")), new StorageFileOptions { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew });
        var filler = new HoledFiller(file, hole);
        filler.ReserveAll(monitor);
        return filler.Punch(monitor);
    }
}
