using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Files;
using Landspeed.Results.Volumes;

namespace Landspeed.Cli.Calls;

/// <summary>A part of a paper that is to be measured: an experiment with a journal of its own.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Request">The experiment, and where its runs are kept.</param>
/// <param name="Plan">What it is going to do.</param>
internal sealed record PaperPart(string Name, ExperimentRequest Request, ExperimentPlan Plan)
{
    internal const string SweepName = "sweep";
    internal const string CreationName = "creation";

    /// <summary>Why it is done without temporary volumes, or null if it is not, or if that was requested.</summary>
    internal string? WithoutImage { get; init; }

    /// <summary>The temporary volumes, or null if it has none.</summary>
    internal ImageOptions? Image { get; init; }

    /// <summary>The journal of a part; null where only a name that is not UTF-8 would do.</summary>
    internal static string? JournalOf(PaperRequest request, string name) =>
        JournalPlace.Find($"paper-{name}", given: null, new ResultOutputs(), request.Options.Directory);

    /// <summary>The sweep.</summary>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    internal static PaperPart Sweep(PaperRequest request, IExperimentRunner runner) => Of(request, SweepName, request.Options.Sweep(), runner);

    /// <summary>The created files: on temporary volumes if they can be made, otherwise on the volume as it is.</summary>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    internal static PaperPart Creation(PaperRequest request, IExperimentRunner runner)
    {
        ImageOptions image = request.Options.Image;
        if (JournalOf(request, CreationName) is { } journal && request.Resume && NameKinds.IsFile(journal))
        {
            bool hasImage = runner.SetupOf(journal, CreationName).Options.ContainsKey(ImageLabels.BytesOption);
            return Creation(request, hasImage ? image : null, runner);
        }

        try
        {
            return Creation(request, image, runner);
        }
        catch (ExperimentException refused) when (!request.RequiresImage && refused.Outcome is Outcome.Failed or Outcome.OutOfSpace)
        {
            return Creation(request, null, runner) with { WithoutImage = refused.Message };
        }
    }

    /// <summary>The same part without temporary volumes, which could not be made.</summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="reason">Why not.</param>
    /// <param name="runner">Plans it.</param>
    internal static PaperPart CreationAsIs(PaperRequest request, string reason, IExperimentRunner runner) =>
        Creation(request, null, runner) with { WithoutImage = reason };

    private static PaperPart Creation(PaperRequest request, ImageOptions? image, IExperimentRunner runner) =>
        Of(request, CreationName, request.Options.Creation(image), runner) with { Image = image };

    private static PaperPart Of(PaperRequest request, string name, IExperiment experiment, IExperimentRunner runner)
    {
        string? journal = JournalOf(request, name);
        var part = new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = experiment,
                Journal = journal,
                Resume = request.Resume && journal is not null && NameKinds.IsFile(journal),
            },
            Outputs = request.Outputs,
            ShowProgress = request.ShowProgress,
            ContinueCommand = request.ContinueCommand,
        };
        RunTargets.CheckJournal(part);
        ExperimentPlan plan = runner.Plan(part.Task);
        RunTargets.Check(part, plan, []);
        return new PaperPart(name, part, plan);
    }
}
