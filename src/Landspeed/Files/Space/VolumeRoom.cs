using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Space;

/// <summary>Checks whether a volume has room for what is to be written.</summary>
internal static class VolumeRoom
{
    // A volume without any free block makes everything on it fail: 5 % stay free, at most 1 GiB.
    private const double ReservedShare = 0.05;
    private const long MaximumReservedBytes = 1L << 30;

    /// <summary>Throws for a read-only volume and for one without room, before the first byte is written.</summary>
    /// <param name="place">A path on the volume: the file itself, or the directory of a missing one.</param>
    /// <param name="file">The file, for the message.</param>
    /// <param name="need">What is going to be written.</param>
    /// <param name="advice">What to do if there is no room.</param>
    /// <exception cref="VolumeRoomException">It is read-only, has too little room, or cannot be queried.</exception>
    internal static void Check(FilePath place, FilePath file, SpaceNeed need, string advice)
    {
        VolumeStatus volume = Ask(place, file);
        if (volume.IsReadOnly)
        {
            throw new VolumeRoomException(
                isFull: false, $"cannot write {file.Display}: its file system is mounted read-only; name a file elsewhere");
        }

        long reserved = (long)Math.Min(volume.TotalBytes * ReservedShare, MaximumReservedBytes);

        // Root may use what is reserved for it; and servers that do not count report 0.
        long available = Environment.IsPrivilegedProcess ? volume.FreeBytes : volume.AvailableBytes;
        bool isCounted = available > 0 || FileSystemNames.CountsSpace(volume);
        if (need.Bytes > 0 && isCounted && need.Bytes > available + need.Freed - reserved)
        {
            throw new VolumeRoomException(
                isFull: true,
                $"not enough space for {file.Display}: {Both(need.Bytes)} needed, {Both(available)} free, of "
                + $"which {new ByteCount(reserved).ToDisplay()} must stay free; {advice}");
        }

        if (volume.AvailableFiles > 0 && need.Files > volume.AvailableFiles)
        {
            throw new VolumeRoomException(
                isFull: true,
                FormattableString.Invariant(
                    $"not enough room for {file.Display}: {need.Files} files are to be made, and the volume takes {volume.AvailableFiles} more; {advice}"));
        }
    }

    /// <summary>Returns the bytes that files occupy on a volume, which allocates whole blocks.</summary>
    /// <param name="place">A path on the volume.</param>
    /// <param name="files">Number of files.</param>
    /// <param name="length">Length of each, bytes.</param>
    /// <returns>The sum, or <see cref="long.MaxValue"/> if it is larger.</returns>
    /// <exception cref="VolumeRoomException">The volume cannot be queried.</exception>
    internal static long Allocation(FilePath place, long files, long length)
    {
        long block = Math.Max(1, Ask(place, place).BlockSize);
        Int128 sum = (Int128)files * ((length / block) + (length % block == 0 ? 0 : 1)) * block;
        return (long)Int128.Min(sum, long.MaxValue);
    }

    private static VolumeStatus Ask(FilePath place, FilePath file)
    {
        NativeResult opened = NativePlatform.Files.Open(
            place, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        if (opened.Failed)
        {
            bool isMissing = opened.Error.Kind == NativeErrorKind.NotFound;
            string hint = isMissing
                ? $"the directory {place.Display} does not exist: create it first"
                : $"the directory {place.Display} cannot be used: {opened.Error}";
            throw new VolumeRoomException(isFull: false, $"cannot create {file.Display}: {hint}")
            {
                IsMissing = isMissing,
            };
        }

        using (handle)
        {
            NativeResult asked = NativePlatform.Files.Volume(handle!, out VolumeStatus status);
            return asked.Succeeded
                ? status
                : throw new VolumeRoomException(
                    isFull: false, $"cannot ask the volume of {place.Display} for its space: {asked.Error}");
        }
    }

    private static string Both(long bytes) =>
        FormattableString.Invariant($"{bytes} bytes ({new ByteCount(bytes).ToDisplay()})");
}

/// <summary>What is going to be written to a volume.</summary>
/// <param name="Bytes">Bytes that may be allocated; 0 to rewrite existing data.</param>
/// <param name="Files">Number of files and directories to be created.</param>
/// <param name="Freed">Bytes that are released before any are needed.</param>
internal readonly record struct SpaceNeed(long Bytes, long Files = 0, long Freed = 0);

/// <summary>Reports that a volume cannot take what was to be written; nothing was written.</summary>
internal sealed class VolumeRoomException(bool isFull, string message) : IOException(message)
{
    /// <summary>True if space is lacking; otherwise it is read-only, or cannot be queried.</summary>
    internal bool IsFull => isFull;

    /// <summary>True if the directory does not exist.</summary>
    internal bool IsMissing { get; init; }
}
