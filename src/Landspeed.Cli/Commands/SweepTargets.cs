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
    internal static void Check(SweepRequest request, SweepPlan plan)
    {
        if (request.GivenSeed is { } seed && seed != plan.Preview.Setup.Seed)
        {
            throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"--seed {seed} contradicts the sweep to --resume, which has the seed {plan.Preview.Setup.Seed}; " +
                $"leave --seed out"));
        }

        foreach (FilePath measured in new[] { plan.File, plan.ExtendFile }.OfType<FilePath>())
        {
            request.Outputs.Refuse(measured, "the file to be measured");
            if (request.Options.Journal is { } journal && SameFile.Is(FilePath.FromText(journal), measured))
            {
                throw UsageError.Of($"--journal {Shown.OneLine(journal)} is the file to be measured; name another file");
            }

            RefuseChart(request.Charts, measured);
        }
    }

    private static void RefuseChart(string? directory, FilePath used)
    {
        bool inWay = directory is { Length: > 0 }
            && used.Name.Text.EndsWith(".svg", StringComparison.OrdinalIgnoreCase)
            && SameFile.IsDirectory(FilePath.FromText(directory), used.Parent);
        if (inWay)
        {
            throw UsageError.Of(
                $"--svg {Shown.OneLine(directory!)} is the directory of the file to be measured, {used.Display}, which " +
                "a chart could replace; name another directory");
        }
    }
}
