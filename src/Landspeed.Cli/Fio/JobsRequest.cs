using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;

namespace Landspeed.Cli.Fio;

/// <summary>Which jobs of fio or DiskSpd are asked for, and what is done with them.</summary>
internal sealed record JobsRequest
{
    /// <summary>The option that names the job file.</summary>
    internal const string Fio = "--fio";

    /// <summary>The option that holds a command line.</summary>
    internal const string Diskspd = "--diskspd";

    private const string Job = "--job";

    /// <summary>The options.</summary>
    internal static OptionGroup<JobsRequest> Group { get; } = new("Jobs of fio and DiskSpd")
    {
        {
            VerbOption.Path(
                Fio, ValueForm.File,
                "Measure the jobs of this fio job file as fio runs them; FILE replaces the files that they name"),
            (request, path) => request with { Path = path }
        },
        {
            VerbOption.Text(
                Diskspd, new ValueForm("LINE"),
                "Measure what this DiskSpd command line measures; FILE replaces the file that it names"),
            (request, line) => request with { Line = line }
        },
        {
            VerbOption.Text(Job, new ValueForm("NAME"), "With --fio: only the job of this name"),
            (request, name) => request with { Name = name }
        },
        {
            VerbOption.Flag(
                "--show", "With --fio or --diskspd: print the jobs as commands of landspeed; measure nothing"),
            request => request with { ShowsOnly = true }
        },
    };

    /// <summary>The job file; null: a command line of DiskSpd.</summary>
    internal FilePath? Path { get; init; }

    /// <summary>The command line of DiskSpd; null: a job file.</summary>
    internal string? Line { get; init; }

    /// <summary>The name of the one that is meant; null: all.</summary>
    internal string? Name { get; init; }

    /// <summary>Whether they are only shown.</summary>
    internal bool ShowsOnly { get; init; }

    /// <summary>The file to be measured instead of that of each job; null: that of the job.</summary>
    internal string? File { get; init; }

    /// <summary>Further words of each command line.</summary>
    internal IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Words that say where the result of one command line goes.</summary>
    internal IReadOnlyList<string> ResultWords { get; init; } = [];

    /// <summary>The same for jobs that run at the same time.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>An option of those words that only one job can have; null: none.</summary>
    internal string? OfOneJob { get; init; }

    /// <summary>Whether nothing is said but results.</summary>
    internal bool IsQuiet { get; init; }

    /// <summary>What is asked for.</summary>
    /// <param name="words">What was typed.</param>
    /// <param name="verb">The verb.</param>
    /// <param name="besides">Options that say what a job does not say.</param>
    /// <param name="results">Options of one result, which are allowed as well.</param>
    /// <returns>Null: no jobs.</returns>
    /// <exception cref="ExperimentException">An option belongs to a single case, or lacks the job file.</exception>
    internal static JobsRequest? Of(
        GivenWords words, Verb verb, IReadOnlyList<OptionGroup> besides, OptionGroup<ResultOutputs> results)
    {
        if (words.FirstOf(Group.Options) is not { } given)
        {
            return null;
        }

        if (!words.Has(Fio) && (!words.Has(Diskspd) || words.Has(Job)))
        {
            throw UsageError.Of(words.Has(Job)
                ? $"{Job} is about the jobs of a fio job file; name it with {Fio}"
                : $"{given} is about what fio or DiskSpd measure; say what, with {Fio} or {Diskspd}");
        }

        if (words.Has(Fio) && words.Has(Diskspd))
        {
            throw UsageError.Of($"{Fio} and {Diskspd} both say what is measured; name one of them");
        }

        HashSet<string> own = [.. Group.Options.Select(option => option.Name)];
        HashSet<string> ofResult = [.. results.Options.Select(option => option.Name)];
        HashSet<string> allowed =
            [.. besides.SelectMany(group => group.Options).Select(option => option.Name), .. ofResult];
        VerbOption[] others =
            [.. verb.Options.Where(option => words.Has(option.Name) && !own.Contains(option.Name))];
        if (others.FirstOrDefault(option => !allowed.Contains(option.Name)) is { } ofCase)
        {
            throw UsageError.Of(
                $"{ofCase.Name} is part of what a job says; change it in "
                + (words.Has(Fio) ? $"the file that {Fio} names" : $"what {Diskspd} says")
                + ", or print the commands with --show and change those");
        }

        return Group.Read(words, new JobsRequest
        {
            File = words.Operand("file", null),
            Words = [.. others.Where(option => !ofResult.Contains(option.Name)).SelectMany(words.WordsOf)],
            ResultWords = [.. others.Where(option => ofResult.Contains(option.Name)).SelectMany(words.WordsOf)],
            Outputs = results.Read(words, new ResultOutputs()),
            OfOneJob = words.FirstOf(results.Options),
            IsQuiet = words.IsSet("--quiet"),
        });
    }
}
