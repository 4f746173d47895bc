using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Opens the measured file, and for writing only one that may be written.</summary>
/// <remarks>
/// The plan looked at a name, and since then another file may have taken it: only the descriptor that is going to be
/// written tells whose file it is.
/// </remarks>
internal static class WritePermit
{
    /// <summary>Opens the file.</summary>
    /// <param name="options">The case.</param>
    /// <param name="how">Access and mode.</param>
    /// <returns>The open file, owned by the caller.</returns>
    /// <exception cref="ExperimentException">Refused: landspeed did not make it; nothing was written.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static StorageFile Open(MeasurementOptions options, StorageFileOptions how)
    {
        StorageFile file = StorageFile.Open(options.Path, how);
        try
        {
            if (how.Access == FileAccessKind.Read || options.Overwrite || OwnershipMark.IsOurs(file))
            {
                return file;
            }
        }
        catch
        {
            file.Dispose();
            throw;
        }

        file.Dispose();
        throw new ExperimentException(
            Outcome.Refused,
            $"{options.Path.Display} is no longer the file that was planned for: another file took its place, which "
            + "landspeed did not make; name another file, or give --overwrite if its content may be lost");
    }
}
