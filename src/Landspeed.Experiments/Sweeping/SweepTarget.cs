using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Where a sweep reads and writes.</summary>
/// <param name="File">The file that reads and writes use.</param>
/// <param name="Exists">Whether it exists.</param>
/// <param name="MadeHere">Whether it is created for the sweep, or was created by one that was killed.</param>
internal sealed record SweepTarget(FilePath File, bool Exists, bool MadeHere)
{
    private const string Name = "landspeed-sweep";
    private static readonly byte[] s_extendSuffix = ".extend"u8.ToArray();

    /// <summary>The file that extends use, next to the other one.</summary>
    internal FilePath ExtendFile => FilePath.FromBytes([.. File.Bytes, .. s_extendSuffix]);

    /// <summary>Examines what was named.</summary>
    /// <param name="named">A directory, a file, or a name for one.</param>
    /// <param name="madeEarlier">Whether the file was created by the sweep that is resumed.</param>
    /// <param name="rank">Number of the rank that has its own file, or null if there is only one.</param>
    internal static SweepTarget Find(FilePath named, bool madeEarlier, int? rank = null)
    {
        bool directory = NativePlatform.Files.StatusOf(named, out FileStatus status).Succeeded
            && status.Kind == FileKind.Directory;
        FilePath file = directory ? named.Join(FilePath.FromText(rank is { } number ? FormattableString.Invariant($"{Name}.rank{number}.dat") : $"{Name}.dat")) : named;
        bool exists = NativePlatform.Files.StatusOf(file, out _).Succeeded;
        return new SweepTarget(file, exists, !exists || ((directory || madeEarlier) && IsOurs(file)));
    }

    // If even examining it is not permitted, the plan says so.
    private static bool IsOurs(FilePath path)
    {
        try
        {
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            return OwnershipMark.IsOurs(file);
        }
        catch (NativeIOException)
        {
            return false;
        }
    }
}
