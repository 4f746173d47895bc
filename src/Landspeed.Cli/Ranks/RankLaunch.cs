using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>Whether this process is one rank of several, and which MPI library joins them.</summary>
/// <param name="Library">The library that was named; null: the one that belongs to the launcher.</param>
internal sealed record RankLaunch(string? Library)
{
    private const string Option = "--mpi";
    private const string Automatic = "auto";
    private const string None = "none";

    /// <summary>The heading of options for several hosts.</summary>
    internal const string Title = "Several hosts";

    /// <summary>The option.</summary>
    internal static VerbOption<string> Mpi { get; } = VerbOption.Text(
        Option, new ValueForm("LIBRARY"), "Work together with the ranks of an MPI launcher, through its library or the one named; none: work alone",
        "under mpirun or srun with more than one rank", Automatic);

    /// <summary>What verbs declare that run on several hosts.</summary>
    internal static OptionGroup Group { get; } = OptionGroup.Of(Title, Mpi);

    /// <summary>Looks at the words and the environment, before anything else does: what is said may be said by one rank only.</summary>
    /// <param name="words">All words of the command.</param>
    /// <param name="launcher">Who started this process, or null.</param>
    /// <returns>How to join; null: this process is alone.</returns>
    internal static RankLaunch? Find(IEnumerable<string> words, MpiLauncher? launcher)
    {
        string? word = words.TakeWhile(word => word != "--").LastOrDefault(word => word == Option || word.StartsWith($"{Option}=", StringComparison.Ordinal));
        return word?[Option.Length..] switch
        {
            null when launcher is null or { Size: 1 } => null,
            null or "" or $"={Automatic}" => new RankLaunch((string?)null),
            $"={None}" => null,
            var library => new RankLaunch(library[1..]),
        };
    }

    /// <summary>Joins the other ranks.</summary>
    /// <exception cref="ExperimentException">There are none, or the library is missing or belongs to another launcher.</exception>
    internal MpiGroup Join()
    {
        try
        {
            return MpiGroup.Start(Library);
        }
        catch (ProcessGroupException e)
        {
            throw new ExperimentException(Outcome.Failed, $"on {Environment.MachineName}, this process cannot join the others: {e.Message}", e);
        }
    }
}
