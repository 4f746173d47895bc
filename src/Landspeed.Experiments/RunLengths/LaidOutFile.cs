using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.RunLengths;

/// <summary>A file of ours with a given layout, as long as it keeps it.</summary>
/// <param name="layout">The layout.</param>
/// <param name="directory">A directory of ours.</param>
internal sealed class LaidOutFile(RunLayout layout, FilePath directory)
{
    private string? _obstacle;

    /// <summary>The file.</summary>
    internal FilePath Path { get; } = directory.Join(FilePath.FromText(layout.Name));

    internal RunLayout Layout => layout;

    /// <summary>Physically contiguous runs found in it.</summary>
    internal int Runs { get; private set; }

    /// <summary>Median of their lengths, bytes.</summary>
    internal long MedianRunLength { get; private set; }

    /// <summary>Creates it, durable, and reads its extents.</summary>
    /// <exception cref="ExperimentException">The file system does not report where files are stored, or cannot reserve
    /// blocks.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Make(ProgressMonitor monitor)
    {
        FragmentOptions options = layout.Plan.Options;
        using StorageFile file = StorageFile.Open(Path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew, Mode = IoMode.Direct,
        });
        OwnershipMark.Mark(file);
        var fragmented = new FragmentedFile(file, layout.Plan.Length, options.RunLength);
        fragmented.RequireExtents();
        fragmented.Reserve(PieceOrder.Of(layout.Plan.Pieces, options.Order, options.Seed), monitor);
        fragmented.Fill(options.Seed, monitor);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        _obstacle = Look(fragmented);
    }

    /// <summary>Refuses a run on a file whose layout does not match the name of the cell.</summary>
    /// <exception cref="ExperimentException">The layout does not match.</exception>
    internal void RequireLayout()
    {
        if (_obstacle is not null)
        {
            throw new ExperimentException(Outcome.Failed, _obstacle);
        }
    }

    /// <summary>Checks again, after a write that must not have moved the file.</summary>
    /// <exception cref="ExperimentException">Its layout has changed; all later runs on it are also refused.</exception>
    internal void RequireLayoutAfterWrite()
    {
        using StorageFile file = StorageFile.Open(Path, new StorageFileOptions { Access = FileAccessKind.ReadWrite });
        int before = Runs;
        if (Look(new FragmentedFile(file, layout.Plan.Length, layout.RunLength)) is not null)
        {
            _obstacle = $"writing moved the file: it had {AmountText.Count(before, "run")}, and has {AmountText.Count(Runs)} (median {AmountText.Size(MedianRunLength)}); "
                + "a file system that writes changed data elsewhere gives no rates of writes over run length";
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
