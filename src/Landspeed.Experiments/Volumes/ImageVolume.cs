using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Files.Volumes;
using Landspeed.Platform;

namespace Landspeed.Experiments.Volumes;

/// <summary>A volume in a file of ours, mounted for as long as the run lives; nobody else's volume is touched.</summary>
/// <remarks>
/// It lies in a directory of its own, which is marked and locked as every directory of a run is; what a killed run left is unmounted and removed
/// by the next. Needs root. For one thread, but for <see cref="Dispose"/>.
/// </remarks>
internal sealed class ImageVolume : IDisposable
{
    private readonly Lock _turn = new();
    private readonly TrialDirectory _directory;
    private bool _isEnded;

    private ImageVolume(TrialDirectory directory) => _directory = directory;

    /// <summary>Where its files are.</summary>
    internal FilePath Root => ImageNames.Root(_directory.Path);

    /// <summary>What the loop device costs; after <see cref="Fill"/>.</summary>
    internal LoopCost Cost { get; private set; } = LoopCost.Unknown;

    /// <summary>Bytes that making it writes: the file once, and what is written to measure the loop device.</summary>
    /// <param name="options">Size and file system.</param>
    internal static long WrittenBytes(ImageOptions options) => options.Size + LoopCost.WrittenBytes(options.Size);

    /// <summary>Bytes that it takes at most, beside it too.</summary>
    /// <param name="options">Size and file system.</param>
    internal static long SpaceBytes(ImageOptions options) => options.Size + LoopCost.LengthFor(options.Size);

    /// <summary>Refuses what cannot be made; touches nothing.</summary>
    /// <param name="place">Directory in which it is to lie.</param>
    /// <param name="options">Size and file system.</param>
    /// <returns>What killed runs left there, whose space counts as free.</returns>
    /// <exception cref="ExperimentException">Not root, too small, no room, or the program that makes it is missing.</exception>
    internal static TrialLeftovers Check(FilePath place, ImageOptions options)
    {
        var maker = FileSystemMaker.Of(options.FileSystem);
        if (options.Size < maker.LeastSize)
        {
            throw new ExperimentException(
                Outcome.Usage, $"--image {AmountText.Size(options.Size)} is too small: {maker.Type} needs {AmountText.Size(maker.LeastSize)}");
        }

        if (!NativePlatform.Trees.Identity().IsRoot)
        {
            throw new ExperimentException(Outcome.Failed, "--image mounts a volume, and only root may: run it as root, or without --image");
        }

        maker.Find();
        return TrialParent.Check(place, SpaceBytes(options), "give a smaller --image");
    }

    /// <summary>Makes its directory; <see cref="Fill"/> makes the volume.</summary>
    /// <param name="place">Where it is to lie.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <remarks>In two steps, so that whoever stops the run can remove it at any moment of the second.</remarks>
    internal static ImageVolume Begin(FilePath place) => new(TrialDirectory.Create(place, ImageNames.Purpose));

    /// <summary>Makes the file, the file system in it, and mounts it.</summary>
    /// <param name="options">Size and file system.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="ExperimentException">The file system could not be made.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Fill(ImageOptions options, ProgressMonitor monitor)
    {
        var maker = FileSystemMaker.Of(options.FileSystem);
        FilePath root = _directory.Make(Root.Name.Text);
        using (StorageFile image = Write(options.Size, monitor))
        {
            Mount(image, maker, root, monitor.Stop);
        }

        Cost = LoopCost.Measure(_directory.Path, root, options.Size, monitor);
    }

    /// <summary>Unmounts and removes it; from any thread, also a second time, also while it is being filled.</summary>
    public void Dispose()
    {
        lock (_turn)
        {
            _isEnded = true;
            FilePath directory = _directory.Whereabouts;
            LoopDevice.Unmount(ImageNames.Root(directory), ImageNames.Image(directory));
            _directory.Dispose();
        }
    }

    private void Mount(StorageFile image, FileSystemMaker maker, FilePath root, CancellationToken stop)
    {
        lock (_turn)
        {
            if (_isEnded)
            {
                throw new OperationCanceledException();
            }

            using var device = LoopDevice.Attach(image);
            maker.Make(device.Name, stop);
            device.Mount(root, maker.Type, maker.MountOptions);
        }
    }

    // Written once, so that no write through the loop device has to allocate or convert blocks below.
    private StorageFile Write(long size, ProgressMonitor monitor)
    {
        var image = StorageFile.Open(ImageNames.Image(_directory.Path), new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = IoMode.Direct,
            Necessity = Necessity.Preferred,
        });
        try
        {
            OwnershipMark.Mark(image);
            Preallocation.ReserveBlocks(image, size, SpaceReservation.SetLength);
            using FileFiller filler = Fillers.Open(image, seed: 1);
            filler.Fill(0, size, done => monitor.Report(done, size), monitor.Stop);
            Durability.Flush(image, FlushScope.DataAndMetadata);
            return image;
        }
        catch
        {
            image.Dispose();
            throw;
        }
    }
}
