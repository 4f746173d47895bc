using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Whether a volume has room for what a run writes, in the words and outcomes of experiments.</summary>
internal static class RunSpace
{
    private const string Smaller = "give a smaller --size";

    /// <summary>What to do where there is no room.</summary>
    /// <param name="isLengthFixed">Whether who asked can choose no other length.</param>
    internal static string AdviceFor(bool isLengthFixed) =>
        isLengthFixed ? "free some space, or name a directory on a larger volume" : Smaller;

    /// <summary>Refuses a read-only volume and one without room, before the first byte is written.</summary>
    /// <param name="place">Something on the volume: the file itself, or the directory of a missing one.</param>
    /// <param name="file">The file, for the message.</param>
    /// <param name="need">What the run is going to write.</param>
    /// <param name="advice">What to do where there is no room.</param>
    /// <exception cref="ExperimentException">It is read-only, has too little room, or cannot be asked.</exception>
    internal static void Require(FilePath place, FilePath file, SpaceNeed need, string advice = Smaller) =>
        Judged(() =>
        {
            VolumeRoom.Check(place, file, need, advice);
            return 0;
        });

    /// <summary>Bytes that files take on a volume, which allots whole blocks.</summary>
    /// <param name="place">Something on the volume.</param>
    /// <param name="files">How many.</param>
    /// <param name="length">Length of each, bytes.</param>
    /// <returns>The sum, <see cref="long.MaxValue"/> where it is more than that.</returns>
    /// <exception cref="ExperimentException">The volume cannot be asked.</exception>
    internal static long Allocation(FilePath place, long files, long length) =>
        Judged(() => VolumeRoom.Allocation(place, files, length));

    private static long Judged(Func<long> ask)
    {
        try
        {
            return ask();
        }
        catch (VolumeRoomException refused)
        {
            throw new ExperimentException(refused.IsFull ? Outcome.OutOfSpace : Outcome.Failed, refused.Message, refused);
        }
    }
}
