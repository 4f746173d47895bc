using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Ranks;

/// <summary>Which file, and which part of it, each of several ranks measures.</summary>
internal static class RankedCase
{
    /// <summary>Stands in a file's name for the number of the rank.</summary>
    internal const string Placeholder = "{rank}";

    private const string Automatic = "auto";
    private const string Shift = "--shift";
    private const string Segment = "--segment";

    private static readonly VerbOption<string> s_shift = VerbOption.Text(
        Shift, new ValueForm("N"), "Read the file of the rank N before this one, so that no host reads from its own cache", "no shift; --shift alone: to another host", Automatic);

    private static readonly VerbOption<long> s_segment = VerbOption.Size(
        Segment, "Deal a shared file out to the ranks in segments of this size", absent: "one range per rank");

    /// <summary>The options of a measurement on several ranks.</summary>
    internal static OptionGroup Group { get; } = OptionGroup.Of(RankLaunch.Title, RankLaunch.Mpi, s_shift, s_segment);

    /// <summary>The case of this rank. Collective where the ranks are several.</summary>
    /// <param name="options">The case of all.</param>
    /// <param name="words">What was typed.</param>
    /// <param name="name">The name of the file as it was typed.</param>
    /// <param name="rank">Which rank this is.</param>
    internal static MeasurementOptions Of(MeasurementOptions options, IGivenOptions words, string name, JobRank rank)
    {
        bool isShared = !name.Contains(Placeholder, StringComparison.Ordinal);
        long segment = words.Text(Segment) is { } size ? s_segment.Read(size) : 0;
        if (segment > 0 && !isShared)
        {
            throw UsageError.Of($"{Segment} deals one file out to all ranks, but {Placeholder} in its name gives each rank its own; leave one of them out");
        }

        if (words.Has(Shift) && options.Writes)
        {
            throw UsageError.Of($"{Shift} reads what others wrote, but this is not a read; use it with --read");
        }

        if (rank.IsAlone)
        {
            return options;
        }

        int shift = words.Text(Shift) is { } text ? ShiftOf(text, rank) : 0;
        int source = (rank.Rank + rank.Size - (shift % rank.Size)) % rank.Size;
        return isShared
            ? options with { Part = new FilePart(source, rank.Size, segment) { Rank = rank.Rank } }
            : options with
            {
                Path = PathOf(name, source),
                MadeForAnother = source == rank.Rank ? null : PathOf(name, rank.Rank),
                Part = FilePart.Whole with { Rank = rank.Rank },
            };
    }

    /// <summary>The name of a file of one rank.</summary>
    internal static string NameOf(string name, int rank) => name.Replace(Placeholder, rank.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);

    private static FilePath PathOf(string name, int rank) => Values.Path("FILE", NameOf(name, rank));

    // What is wrong with the number is wrong on all ranks, before they meet.
    private static int ShiftOf(string text, JobRank rank) => text == Automatic
        ? (int)rank.Tell(rank.ShiftBetweenHosts())
        : Values.Count(Shift, text, 1, int.MaxValue);
}
