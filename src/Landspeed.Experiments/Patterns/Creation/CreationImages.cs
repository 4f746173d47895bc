using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Creation;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Two temporary volumes: one stays clean, the other is full except for holes.</summary>
/// <remarks>
/// Two, so that runs of both states alternate: if one volume were filled between them, a drift of the machine would
/// look like a cost of fragmentation. For use by one thread, except <see cref="Dispose"/>.
/// </remarks>
internal sealed class CreationImages : IDisposable
{
    // Of the space in holes: what the file system reserves for itself, and what it does not find at once.
    private const double LeastShareLeft = 0.1;

    private readonly ImageVolume _clean;
    private readonly ImageVolume _fragmented;

    private CreationImages(ImageVolume clean, ImageVolume fragmented) => (_clean, _fragmented) = (clean, fragmented);

    /// <summary>The cost of the loop devices, as a sentence; none before they are created.</summary>
    internal IReadOnlyList<ConclusionRecord> LoopCost => _clean.Cost.Conclusions;

    /// <summary>Creates the directories of both; <see cref="Make"/> creates the volumes.</summary>
    /// <param name="place">Where they will be created.</param>
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

    /// <summary>Creates both volumes, and fragments the free space of the second.</summary>
    /// <param name="image">Size and file system of each.</param>
    /// <param name="hole">Bytes of a hole.</param>
    /// <param name="length">Bytes of the longest file to be created there.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="ExperimentException">A volume could not be created, or has too little space in its
    /// holes.</exception>
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

    /// <summary>Unmounts and removes both; may be called from any thread, and repeatedly.</summary>
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
