using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;

namespace Landspeed.Cli.Calls;

/// <summary>Refuses an experiment whose files would get in each other's way.</summary>
internal static class RunTargets
{
    /// <summary>Checks that the journal of an experiment to continue exists, and that no result takes its place.</summary>
    internal static void CheckJournal(ExperimentRequest request)
    {
        string word = request.Task.Experiment.Word;
        if (request.Task.Journal is { } journal)
        {
            request.Outputs.Refuse(FilePath.FromText(journal), $"the journal of the {word}");
        }

        if (request.Task is { Resume: true, Journal: { } kept } && !NameKinds.IsFile(kept))
        {
            throw UsageError.Of(
                $"--resume finds no interrupted {word}: there is no {Shown.OneLine(kept)}; repeat the command of the {word} " +
                "that was interrupted, name its journal with --journal, or leave --resume out");
        }
    }

    /// <summary>Checks everything else, now that it is known which files the experiment uses.</summary>
    internal static void Check(ExperimentRequest request, ExperimentPlan plan, IEnumerable<string> charts)
    {
        if (request.GivenSeed is { } seed && seed != plan.Preview.Setup.Seed)
        {
            throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"--seed {seed} contradicts the {request.Task.Experiment.Word} being resumed, which has seed {plan.Preview.Setup.Seed}; " +
                $"leave --seed out"));
        }

        FilePath? journal = request.Task.Journal is { } name ? FilePath.FromText(name) : null;
        FilePath[] chartFiles = [.. charts.Select(chart =>
            ResultDirectory.PathOf("--svg", request.Charts!).Join(FilePath.FromText(chart)))];
        foreach ((FilePath used, string purpose) in plan.Uses)
        {
            request.Outputs.Refuse(used, purpose);
            Refuse("--journal", journal is null ? [] : [journal], used, purpose);
            Refuse("--svg", chartFiles, used, purpose);
        }

        foreach ((FilePath directory, string purpose) in plan.Reserved)
        {
            IEnumerable<(string Option, string Name)> files = request.Outputs.Files.Select(file => (file.Option, file.Name));
            RefuseBelow(directory, purpose, request.Task.Journal is { } below ? files.Append(("--journal", below)) : files);
        }

        Refuse("--svg", chartFiles, journal, $"the journal of the {request.Task.Experiment.Word}");
        foreach (FilePath chart in chartFiles)
        {
            request.Outputs.Refuse(chart, "a chart of --svg");
        }
    }

    /// <summary>Refuses files in a directory that the command keeps for itself.</summary>
    /// <param name="directory">The directory; it need not be there yet.</param>
    /// <param name="purpose">What it is, for example <c>the directory of the campaign</c>.</param>
    /// <param name="files">The files, with the option that named each.</param>
    internal static void RefuseBelow(FilePath directory, string purpose, IEnumerable<(string Option, string Name)> files)
    {
        foreach ((string option, string name) in files)
        {
            if (SameFile.IsDirectory(FilePath.FromText(name).Parent, directory))
            {
                throw UsageError.Of($"{option} {Shown.OneLine(name)} is in {purpose}; name a file elsewhere");
            }
        }
    }

    private static void Refuse(string option, FilePath[] files, FilePath? used, string purpose)
    {
        if (used is not null && files.FirstOrDefault(file => SameFile.Is(file, used)) is { } file)
        {
            throw UsageError.Of($"{option}: {file.Display} is {purpose}; name a file elsewhere");
        }
    }
}
