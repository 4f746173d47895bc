using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Opens files that are going to be written: ours, or named with the wish to overwrite.</summary>
internal static class WrittenFile
{
    /// <summary>Opens an existing file for reading and writing.</summary>
    /// <param name="options">The case.</param>
    /// <param name="mode">How its bytes pass the page cache.</param>
    /// <param name="necessity">Whether the mode may fall back.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="ExperimentException">Refused: the file is neither ours nor to be overwritten; unchanged.</exception>
    /// <exception cref="NativeIOException">The system refuses.</exception>
    /// <remarks>
    /// The descriptor that writes is asked, not the name: between planning and opening another file may have taken it.
    /// </remarks>
    internal static StorageFile Open(MeasurementOptions options, IoMode mode, Necessity necessity)
    {
        StorageFile file = StorageFile.Open(options.Path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Mode = mode,
            Necessity = necessity,
        });
        if (options.Overwrite || OwnershipMark.IsOurs(file))
        {
            return file;
        }

        file.Dispose();
        throw NotOurs(options.Path);
    }

    /// <summary>The refusal of a file that somebody else made.</summary>
    internal static ExperimentException NotOurs(FilePath path) => new(
        Outcome.Refused,
        $"{path.Display} was not made by landspeed, and the run would write to it: "
        + "name another file, or give --overwrite if its content may be lost");
}
