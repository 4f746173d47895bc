using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Measuring;

/// <summary>Whether a volume takes what a run would write.</summary>
internal static class VolumeRoom
{
    // A volume without any free block makes everything on it fail: 5 % stay, at most 1 GiB.
    private const double ReservedShare = 0.05;
    private const long MaximumReservedBytes = 1L << 30;

    /// <summary>Refuses a read-only volume and one without room, before the first byte is written.</summary>
    /// <param name="place">Something on the volume: the file itself, or the directory of a missing one.</param>
    /// <param name="file">The file, for the message.</param>
    /// <param name="needed">Bytes that the run may allocate; 0 for a rewrite of what is there.</param>
    /// <param name="advice">What to do where there is no room.</param>
    /// <param name="files">Files and directories that the run makes.</param>
    /// <param name="freed">Bytes that the run gives back before it needs any.</param>
    /// <exception cref="ExperimentException">It is read-only, has too little room, or cannot be asked.</exception>
    internal static void Check(
        FilePath place, FilePath file, long needed, string advice = "give a smaller --size", long files = 0, long freed = 0)
    {
        VolumeStatus volume = Ask(place, file);
        if (volume.IsReadOnly)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"cannot write {file.Display}: its file system is mounted read-only; name a file elsewhere");
        }

        long reserved = (long)Math.Min(volume.TotalBytes * ReservedShare, MaximumReservedBytes);
        bool isCounted = volume.TotalBytes > 0; // ramfs says 0 of 0
        if (needed > 0 && isCounted && needed > volume.AvailableBytes + freed - reserved)
        {
            throw new ExperimentException(
                Outcome.OutOfSpace,
                $"not enough space for {file.Display}: {Both(needed)} needed, {Both(volume.AvailableBytes)} free, of "
                + $"which {new ByteCount(reserved).ToDisplay()} stay untouched; {advice}");
        }

        if (volume.AvailableFiles > 0 && files > volume.AvailableFiles)
        {
            throw new ExperimentException(
                Outcome.OutOfSpace,
                FormattableString.Invariant(
                    $"not enough room for {file.Display}: {files} files are to be made, and the volume takes {volume.AvailableFiles} more; {advice}"));
        }
    }

    /// <summary>Bytes that files take on a volume, which allots whole blocks.</summary>
    /// <param name="place">Something on the volume.</param>
    /// <param name="files">How many.</param>
    /// <param name="length">Length of each, bytes.</param>
    /// <returns>The sum, <see cref="long.MaxValue"/> where it is more than that.</returns>
    /// <exception cref="ExperimentException">The volume cannot be asked.</exception>
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
            string hint = opened.Error.Kind == NativeErrorKind.NotFound
                ? $"the directory {place.Display} does not exist: make it first"
                : $"the directory {place.Display} cannot be used: {opened.Error}";
            throw new ExperimentException(Outcome.Failed, $"cannot create {file.Display}: {hint}");
        }

        using (handle)
        {
            NativeResult asked = NativePlatform.Files.Volume(handle!, out VolumeStatus status);
            return asked.Succeeded
                ? status
                : throw new ExperimentException(
                    Outcome.Failed, $"cannot ask the volume of {place.Display} for its space: {asked.Error}");
        }
    }

    private static string Both(long bytes) =>
        FormattableString.Invariant($"{bytes} bytes ({new ByteCount(bytes).ToDisplay()})");
}
