using Landspeed.Files.Space;

namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// Checks whether a volume has space for what a run writes, with the messages and outcomes of experiments.
/// </summary>
internal static class RunSpace
{
    private const string Smaller = "give a smaller --size";

    /// <summary>Returns the advice if there is not enough space.</summary>
    /// <param name="isLengthFixed">Whether the caller cannot choose another length.</param>
    internal static string AdviceFor(bool isLengthFixed) =>
        isLengthFixed ? "free some space, or name a directory on a larger volume" : Smaller;

    /// <summary>Refuses a read-only volume and one without enough space, before any byte is written.</summary>
    /// <param name="place">An existing name on the volume: the file itself, or the directory of a missing one.</param>
    /// <param name="file">The file, for the message.</param>
    /// <param name="need">What the run will write.</param>
    /// <param name="advice">What to do if there is not enough space.</param>
    /// <exception cref="ExperimentException">It is read-only, has too little space, or cannot be queried.</exception>
    internal static void Require(FilePath place, FilePath file, SpaceNeed need, string advice = Smaller) =>
        Judged(() =>
        {
            VolumeRoom.Check(place, file, need, advice);
            return 0;
        });

    /// <summary>Returns the number of bytes that files occupy on a volume, which allocates whole blocks.</summary>
    /// <param name="place">An existing name on the volume.</param>
    /// <param name="files">Number of files.</param>
    /// <param name="length">Length of each, bytes.</param>
    /// <returns>The sum, or <see cref="long.MaxValue"/> if it is more than that.</returns>
    /// <exception cref="ExperimentException">The volume cannot be queried.</exception>
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
            Outcome outcome = refused.IsFull ? Outcome.OutOfSpace
                : refused.IsMissing ? Outcome.Usage
                : Outcome.Failed;
            throw new ExperimentException(outcome, refused.Message, refused);
        }
    }
}
