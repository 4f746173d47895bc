using Landspeed.Experiments.Host;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Tells whether a file, or a new one in its place, can be used in a mode.</summary>
/// <param name="Alignment">Alignment of offset and length, bytes; 1 if none is required.</param>
/// <param name="Refusal">Why the mode is not available, or null if it is.</param>
internal sealed record ModeSupport(int Alignment, string? Refusal)
{
    /// <summary>Tries a mode by transfers; leaves nothing behind.</summary>
    /// <param name="file">An existing file, or the name of one to be created.</param>
    /// <param name="exists">Whether it exists.</param>
    /// <param name="mode">The mode.</param>
    /// <exception cref="NativeIOException">The file cannot be opened.</exception>
    /// <exception cref="ExperimentException">A file cannot be created.</exception>
    internal static ModeSupport Of(FilePath file, bool exists, IoMode mode)
    {
        var options = new StorageFileOptions { Mode = mode };
        if (exists)
        {
            using StorageFile open = StorageFile.Open(file, options);
            return Of(open);
        }

        FilePath name = ProbeFile.NameIn(file.Parent);
        using StorageFile probe = Create(name, file.Display, options);
        NativePlatform.Files.Remove(name);
        return Of(probe);
    }

    /// <summary>Tries a mode by transfers to a new file in a directory; leaves nothing behind.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="mode">The mode.</param>
    /// <exception cref="ExperimentException">A file cannot be created.</exception>
    internal static ModeSupport In(FilePath directory, IoMode mode)
    {
        FilePath name = ProbeFile.NameIn(directory);
        using StorageFile probe = Create(
            name, $"files in {directory.Display}", new StorageFileOptions { Mode = mode });
        NativePlatform.Files.Remove(name);
        return Of(probe);
    }

    // An error about a name that the user did not choose would not help.
    private static StorageFile Create(FilePath name, string what, StorageFileOptions options)
    {
        try
        {
            return StorageFile.Open(name, options with
            {
                Access = FileAccessKind.ReadWrite,
                Creation = FileCreation.CreateNew,
            });
        }
        catch (NativeIOException failure)
        {
            throw new ExperimentException(
                OutOfSpace.OutcomeOf(failure),
                $"cannot make {what}: {failure.Error}; name a directory in which you may make files",
                failure);
        }
    }

    private static ModeSupport Of(StorageFile file)
    {
        bool direct = file.EffectiveMode == IoMode.Direct;
        return new ModeSupport(
            direct ? Math.Max(file.Geometry.OffsetAlignment, file.Geometry.ReadOffsetAlignment) : 1,
            file.EffectiveMode == file.RequestedMode ? null : file.ModeReason);
    }
}
