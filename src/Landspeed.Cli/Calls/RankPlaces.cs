using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Calls;

/// <summary>Source and target of a copy as all ranks see them.</summary>
internal static class RankPlaces
{
    /// <summary>Finds out what two words mean. Collective where the ranks are several.</summary>
    /// <param name="rank">This rank.</param>
    /// <param name="source">The source as it was typed.</param>
    /// <param name="target">The target as it was typed.</param>
    /// <exception cref="ExperimentException">They are invalid, or this rank sees something else under them than rank 0: nothing was touched.</exception>
    internal static CopyPlaces Of(JobRank rank, string source, string target)
    {
        if (rank.IsAlone)
        {
            return CopyPlaces.Of(source, target);
        }

        CopyPlaces places = Own(rank, source, target);
        rank.Meet("copy: names");
        var subject = (CopySubject)rank.Tell((long)places.Subject);
        return subject == places.Subject ? places : throw new ExperimentException(
            Outcome.Refused,
            $"{places.Source?.Display} is {Word(places.Subject)} here and {Word(subject)} on rank 0: mount the same file system on all hosts");
    }

    // What rank 0 sees too, it says itself, in the same words.
    private static CopyPlaces Own(JobRank rank, string source, string target)
    {
        try
        {
            return CopyPlaces.Of(source, target);
        }
        catch (IOException other) when (rank.Rank > 0)
        {
            throw new ExperimentException(Outcome.Refused, other.Message, other);
        }
    }

    private static string Word(CopySubject subject) => subject == CopySubject.Tree ? "a directory" : "a file";
}
