using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.RunLengths;

/// <summary>A file of our own that lies as its layout says, for as long as it does.</summary>
/// <param name="layout">How it is to lie.</param>
/// <param name="directory">A directory of our own.</param>
internal sealed class LaidOutFile(RunLayout layout, FilePath directory)
{
    private string? _obstacle;

    /// <summary>The file.</summary>
    internal FilePath Path { get; } = directory.Join(FilePath.FromText(layout.Name));

    /// <summary>How it is to lie.</summary>
    internal RunLayout Layout => layout;

    /// <summary>Physically contiguous runs that it was seen to have.</summary>
    internal int Runs { get; private set; }

    /// <summary>Median of their lengths, bytes.</summary>
    internal long MedianRunLength { get; private set; }

    /// <summary>Makes it, durable, and looks where it lies.</summary>
    /// <exception cref="ExperimentException">The file system does not say where files lie, or cannot reserve.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Make(ProgressMonitor monitor)
    {
        FragmentOptions options = layout.Plan.Options;
        using StorageFile file = StorageFile.Open(Path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew, Mode = IoMode.Direct, Necessity = Necessity.Preferred,
        });
        OwnershipMark.Mark(file);
        var fragmented = new FragmentedFile(file, layout.Plan.Length, options.RunLength);
        fragmented.RequireExtents();
        fragmented.Reserve(PieceOrder.Of(layout.Plan.Pieces, options.Order, options.Seed), monitor);
        fragmented.Fill(options.Seed, monitor);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        _obstacle = Look(fragmented);
    }

    /// <summary>Refuses a run on a file that does not lie as the name of the cell says.</summary>
    /// <exception cref="ExperimentException">It does not.</exception>
    internal void RequireLayout()
    {
        if (_obstacle is not null)
        {
            throw new ExperimentException(Outcome.Failed, _obstacle);
        }
    }

    /// <summary>Looks again, after a write that must not have moved it.</summary>
    /// <exception cref="ExperimentException">It lies otherwise now; all later runs on it are refused, too.</exception>
    internal void RequireLayoutAfterWrite()
    {
        using StorageFile file = StorageFile.Open(Path, new StorageFileOptions { Access = FileAccessKind.ReadWrite });
        int before = Runs;
        if (Look(new FragmentedFile(file, layout.Plan.Length, layout.RunLength)) is not null)
        {
            _obstacle = $"writing moved the file: it had {AmountText.Count(before, "run")}, and has {AmountText.Count(Runs)} with a median of {AmountText.Size(MedianRunLength)}; "
                + "a file system that writes elsewhere what is written again gives no rates of writes over run length";
        }

        RequireLayout();
    }

    private string? Look(FragmentedFile file)
    {
        ExtentMap map = file.Look();
        (Runs, MedianRunLength) = (map.FragmentCount, map.MedianRunLength);
        return layout.Miss(map) is { } miss ? $"the file of {(layout.IsContiguous ? "one piece" : $"{AmountText.Size(layout.RunLength)} runs")} {miss}" : null;
    }
}
