using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>Draws a paper up: takes what stored results give, measures the rest part by part, and reports.</summary>
/// <param name="terminal">Where results and messages go.</param>
/// <param name="composition">The parts of the command.</param>
internal sealed class PaperCall(Terminal terminal, Composition composition)
{
    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(PaperRequest request)
    {
        request.Outputs.Check();
        request = request with { Options = request.Options with { Seed = Seed(request) } };
        PaperReuse reuse = Reuse(request);
        List<PaperPart> parts = [];
        if (reuse.Sweep is null)
        {
            parts.Add(PaperPart.Sweep(request, composition.Runner));
        }

        if (reuse.Creation is null)
        {
            parts.Add(PaperPart.Creation(request, composition.Runner));
        }

        var pages = PaperPages.For(request.Outputs);
        if (request.ShowPlan)
        {
            PaperPlanText.Write(request, reuse, parts, pages, terminal.Output);
            return ExitStatus.Done;
        }

        foreach ((string name, string reason) in reuse.Unused)
        {
            Diagnostics.Say(terminal, $"{name} is not used: {reason}");
        }

        return Start(new PaperWork(request, reuse, parts), pages);
    }

    private PaperReuse Reuse(PaperRequest request)
    {
        if (request.Given.Count == 0)
        {
            return PaperReuse.Nothing;
        }

        var here = ResultPreview.Of(
            (ResultKinds.Paper, null), EnvironmentProbe.Place(PlaceRoles.Directory, request.Options.Directory), new SetupRecord(), [], composition.Time.GetLocalNow());
        var reuse = PaperReuse.Of(request.Given, here);
        return reuse is { Sweep: null, Creation: null }
            ? throw new ExperimentException(
                Outcome.Refused, $"no --from result can be used: {string.Join("; ", reuse.Unused.Select(one => $"{one.Name}: {one.Reason}"))}; leave --from out to measure everything here")
            : reuse;
    }

    // What is continued keeps its own; a part that was not begun takes that of the other.
    private ulong Seed(PaperRequest request)
    {
        if (!request.Resume)
        {
            return request.Options.Seed;
        }

        string[] journals = [.. new[] { PaperPart.SweepName, PaperPart.CreationName }.Select(name => PaperPart.JournalOf(request, name)).OfType<string>()];
        string journal = journals.FirstOrDefault(NameKinds.IsFile) ?? throw UsageError.Of(
            $"--resume finds no interrupted paper: there is neither {string.Join(" nor ", journals.Select(name => Shown.OneLine(name)))}; name the directory of the interrupted paper, or leave --resume out");
        ulong kept = composition.Runner.SetupOf(journal, "paper").Seed;
        return request.GivenSeed is { } given && given != kept
            ? throw UsageError.Of(FormattableString.Invariant($"--seed {given} contradicts the paper being resumed, which has seed {kept}; leave --seed out"))
            : kept;
    }

    private int Start(PaperWork work, PaperPages? pages)
    {
        using var files = new ResultFiles(terminal);
        using var ownFiles = new ResultFiles(terminal);
        using IStopSignals signals = composition.Signals(() =>
        {
            composition.Runner.Abandon();
            files.Abandon();
            ownFiles.Abandon();
        });
        files.Open(work.Request.Outputs.Files);
        ownFiles.Open(pages?.Files ?? []);
        try
        {
            Measure(work, signals);
            return Conclude(work, signals, files, pages is null ? null : (pages, ownFiles));
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private void Measure(PaperWork work, IStopSignals signals)
    {
        for (int index = 0; index < work.Parts.Count && !work.HasEnded; index++)
        {
            if (work.Request.ShowProgress)
            {
                string count = FormattableString.Invariant($"part {index + 1} of {work.Parts.Count}, {work.Parts[index].Name}");
                terminal.TryWriteError($"{Shown.OneLine($"{ExperimentPlanText.Heading(work.Parts[index].Plan)}: {count}")}\n");
            }

            Measure(work, index, signals);
        }
    }

    private void Measure(PaperWork work, int index, IStopSignals signals)
    {
        PaperPart part = work.Parts[index];
        try
        {
            ExperimentResult result = Run(part, signals);
            work.Enter(part, result);
            work.End(GridOutcome.Of(part.Request, result).Tell(terminal, signals), isEarly: result.Document.Partial);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            work.End(signals.ExitCode.Value, isEarly: true);
        }
        catch (Exception failed) when (part.Image is not null && !work.Request.RequiresImage && !part.Request.Task.Resume && failed is ExperimentException or IOException)
        {
            work.Parts[index] = PaperPart.CreationAsIs(work.Request, FrameworkErrors.Message(failed), composition.Runner);
            Measure(work, index, signals);
        }
        catch (Exception failed) when (work.HasResult && failed is ExperimentException or IOException or UnauthorizedAccessException)
        {
            Diagnostics.Say(terminal, failed);
            work.End(ExitStatus.Of(Diagnostics.OutcomeOf(failed)), isEarly: true);
        }
    }

    private ExperimentResult Run(PaperPart part, IStopSignals signals)
    {
        ExperimentProgressPrinter? display = part.Request.ShowProgress ? new ExperimentProgressPrinter(terminal, composition.Time) : null;
        using StallWatch<ExperimentProgress>? watch = display is null ? null : StallWatch.Of(display, composition.Time);
        try
        {
            return composition.Runner.Run(part.Request.Task, part.Plan, watch, signals.Token);
        }
        finally
        {
            watch?.Dispose();
            display?.Clear();
        }
    }

    private int Conclude(PaperWork work, IStopSignals signals, ResultFiles files, (PaperPages Names, ResultFiles Files)? own)
    {
        if (!work.HasResult)
        {
            Diagnostics.Say(terminal, "stopped by a signal before the first complete run; there is no result");
            return signals.ExitCode ?? work.Code;
        }

        ResultDocument document = work.Document();
        ResultOutputs outputs = work.Request.Outputs;
        if (own is { } pages && !document.Partial)
        {
            composition.Deliver(
                document, outputs, files, () => composition.Deliver(document, outputs, pages.Files, terminal));
        }
        else
        {
            composition.Deliver(document, outputs, files, terminal);
        }

        terminal.Output.Flush();
        if (document.Partial)
        {
            Diagnostics.Say(terminal, $"the paper is not complete: {work.Missing}{(work.HasTold ? string.Empty : $"; continue with: {work.Request.ContinueCommand}")}");
        }
        else
        {
            Tell(own?.Names);
            Forget(work);
        }

        return work.Code;
    }

    private void Tell(PaperPages? pages)
    {
        if (pages is not null)
        {
            Diagnostics.Say(terminal, $"the page is {pages.Html}, the result {pages.Json}");
        }
    }

    // Until the result is written, the journals are the only copy of minutes of work.
    private void Forget(PaperWork work)
    {
        foreach (PaperPart part in work.Parts.Where(_ => !terminal.OutputFailed))
        {
            composition.Runner.Forget(part.Request.Task);
        }
    }
}
