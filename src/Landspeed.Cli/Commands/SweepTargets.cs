using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Sweeping;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Refuses a sweep whose files would get in each other's way.</summary>
internal static class SweepTargets
{
    /// <summary>Checks that the journal of a sweep to carry on is there, and that no result takes its place.</summary>
    internal static void CheckJournal(SweepRequest request)
    {
        if (request.Options.Journal is { } journal)
        {
            request.Outputs.Refuse(FilePath.FromText(journal), "the journal of the sweep");
        }

        if (!request.Options.Resume)
        {
            return;
        }

        if (request.Options.Journal is not { } kept)
        {
            throw UsageError.Of(
                $"--resume: beside {request.Options.Place.Display} no journal can have been kept, because the name is " +
                "not UTF-8; name it with --journal");
        }

        if (!File.Exists(kept))
        {
            throw UsageError.Of(
                $"--resume finds no interrupted sweep: there is no {Shown.OneLine(kept)}; give the words of the sweep " +
                "that was interrupted, or name its journal with --journal, or leave --resume out");
        }
    }

    /// <summary>Checks everything else, now that it is known which files the sweep uses.</summary>
    internal static void Check(SweepRequest request, SweepPlan plan, IEnumerable<string> charts)
    {
        if (request.GivenSeed is { } seed && seed != plan.Preview.Setup.Seed)
        {
            throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"--seed {seed} contradicts the sweep to --resume, which has the seed {plan.Preview.Setup.Seed}; " +
                $"leave --seed out"));
        }

        FilePath? journal = request.Options.Journal is { } name ? FilePath.FromText(name) : null;
        FilePath[] chartFiles = [.. charts.Select(chart =>
            ResultDirectory.PathOf("--svg", request.Charts!).Join(FilePath.FromText(chart)))];
        foreach (FilePath measured in new[] { plan.File, plan.ExtendFile }.OfType<FilePath>())
        {
            request.Outputs.Refuse(measured, "the file to be measured");
            Refuse("--journal", journal is null ? [] : [journal], measured, "the file to be measured");
            Refuse("--svg", chartFiles, measured, "the file to be measured");
        }

        Refuse("--svg", chartFiles, journal, "the journal of the sweep");
        foreach (FilePath chart in chartFiles)
        {
            request.Outputs.Refuse(chart, "a chart of --svg");
        }
    }

    private static void Refuse(string option, FilePath[] files, FilePath? used, string purpose)
    {
        if (used is not null && files.FirstOrDefault(file => SameFile.Is(file, used)) is { } file)
        {
            throw UsageError.Of($"{option}: {file.Display} is {purpose}; choose another place");
        }
    }
}
