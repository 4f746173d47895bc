using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Files.Volumes;
using Landspeed.Platform;

namespace Landspeed.Experiments.Volumes;

/// <summary>A volume in a file of ours, mounted only while the run exists; no existing volume is touched.</summary>
/// <remarks>
/// It has its own directory, which is marked and locked like every directory of a run; what a killed run left is
/// unmounted and removed by the next. Needs root. For use by one thread, except <see cref="Dispose"/>.
/// </remarks>
internal sealed class ImageVolume : IDisposable
{
    private readonly Lock _turn = new();
    private readonly TrialDirectory _directory;
    private bool _isEnded;

    private ImageVolume(TrialDirectory directory) => _directory = directory;

    /// <summary>The directory that contains its files.</summary>
    internal FilePath Root => ImageNames.Root(_directory.Path);

    /// <summary>The cost of the loop device; known after <see cref="Fill"/>.</summary>
    internal LoopCost Cost { get; private set; } = LoopCost.Unknown;

    /// <summary>
    /// Returns the number of bytes written to create it: the file once, and the data written to measure the loop
    /// device.
    /// </summary>
    /// <param name="options">Size and file system.</param>
    internal static long WrittenBytes(ImageOptions options) => options.Size + LoopCost.WrittenBytes(options.Size);

    /// <summary>Returns the maximum number of bytes that it needs, including those outside it.</summary>
    /// <param name="options">Size and file system.</param>
    internal static long SpaceBytes(ImageOptions options) => options.Size + LoopCost.LengthFor(options.Size);

    /// <summary>Refuses a volume that cannot be created; touches nothing.</summary>
    /// <param name="place">Directory in which it will be created.</param>
    /// <param name="options">Size and file system.</param>
    /// <returns>What killed runs left there, whose space counts as free.</returns>
    /// <exception cref="ExperimentException">Not root, too small, not enough space, or the program that creates it is
    /// missing.</exception>
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
            throw new ExperimentException(Outcome.Failed, "--image mounts a volume, and only root can: run it as root, or without --image");
        }

        maker.Find();
        return TrialParent.Check(place, SpaceBytes(options), "give a smaller --image");
    }

    /// <summary>Creates its directory; <see cref="Fill"/> creates the volume.</summary>
    /// <param name="place">Directory in which it will be created.</param>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <remarks>In two steps, so that a stopped run can remove it at any moment of the second step.</remarks>
    internal static ImageVolume Begin(FilePath place) => new(TrialDirectory.Create(place, ImageNames.Purpose));

    /// <summary>Creates the file and the file system in it, and mounts it.</summary>
    /// <param name="options">Size and file system.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="ExperimentException">The file system could not be created.</exception>
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

    /// <summary>
    /// Unmounts and removes it; may be called from any thread, repeatedly, and while it is being filled.
    /// </summary>
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
