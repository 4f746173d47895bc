using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Files;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>Carries a campaign out: plan, run, report.</summary>
internal sealed class CampaignCall(Terminal terminal, Composition composition)
{
    // A table of what was run stays beside the outputs, also where the command's own output is not seen.
    private const string ResultName = "result.json";

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(CampaignRequest request)
    {
        CampaignOptions options = request.Options;
        request.Outputs.Check();
        request.Outputs.Refuse(options.File, "the file with the commands");
        RunTargets.RefuseBelow(
            options.Place, "the directory of the campaign, where nothing is overwritten", request.Outputs.Files.Select(file => (file.Option, file.Name)));
        IReadOnlyList<CampaignEntry> entries = CampaignFile.Read(options.File, request.Verbs);
        var start = CampaignStart.Of(options, entries, composition.Campaign.Clock.GetLocalNow());
        if (request.ShowPlan)
        {
            CampaignPlanText.Write(options, CampaignItem.InOrder(entries, start), entries.Count, options.Reboot ? composition.Campaign.Machine.Preview(Unit(request)) : null, terminal.Output);
            return ExitStatus.Done;
        }

        using var files = new ResultFiles(terminal);
        if (request.ShowStatus)
        {
            using CampaignDirectory seen = Open(request, entries, isWritten: false, out start, out CampaignState known);
            files.Open(request.Outputs.Files);
            composition.Deliver(
                CampaignResult.Of(seen.Path, start, known, seen.IsRunning), request.Outputs, files, terminal);
            return ExitStatus.Done;
        }

        RefuseEarly(options);
        files.Open(request.Outputs.Files);
        CampaignState state;
        using CampaignDirectory directory = request.Resume
            ? Open(request, entries, isWritten: true, out start, out state)
            : Create(start, entries, options.Place, out state);
        RefuseEarly(options with { Cold = start.Cold, Reboot = start.Reboot });
        return Start(request, directory, start, state, files);
    }

    private int Start(CampaignRequest request, CampaignDirectory directory, CampaignStart start, CampaignState state, ResultFiles files)
    {
        var run = new CampaignRun(directory, start, state, composition.Campaign)
        {
            Program = request.Verbs.Program,
            Unit = Unit(request),
            Progress = request.Quiet ? null : new CampaignProgressPrinter(terminal),
        };
        using IStopSignals signals = composition.Signals(() =>
        {
            run.Abandon();
            files.Abandon();
        });
        CampaignPause pause;
        try
        {
            pause = run.Execute(signals.Token);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
        catch (IOException)
        {
            Continue();
            throw;
        }

        ResultDocument document = CampaignResult.Of(directory.Path, start, state);
        try
        {
            using var kept = ResultFile.Open("--out", directory.Path.Join(FilePath.FromText(ResultName)).Text);
            kept.Complete(writer => composition.Report(ResultFormat.Json, ReportStyle.Plain)(document, writer));
        }
        catch (ExperimentException) when (pause != CampaignPause.Restart)
        {
            composition.Deliver(document, request.Outputs, files, terminal);
            throw;
        }

        if (pause == CampaignPause.Restart)
        {
            Diagnostics.Say(terminal, "the machine reboots, and the campaign then continues; --status shows its progress");
            return ExitStatus.Done;
        }

        composition.Deliver(document, request.Outputs, files, terminal);
        if (pause != CampaignPause.None)
        {
            Continue();
        }

        return signals.ExitCode is { } stopped && pause == CampaignPause.Stopped ? stopped
            : (int)(state.Items.Any(item => item.End is { Reason: not null }) ? Outcome.Failed : Outcome.Done);

        void Continue() => Diagnostics.Say(terminal, string.Create(
            CultureInfo.InvariantCulture, $"{state.Items.Count(item => item.End is not null)} of {state.Items.Count} runs are done; continue with: {request.ContinueCommand}"));
    }

    private static CampaignDirectory Create(CampaignStart start, IReadOnlyList<CampaignEntry> entries, FilePath place, out CampaignState state)
    {
        state = new CampaignState(CampaignItem.InOrder(entries, start), []);
        return CampaignDirectory.Create(place, start);
    }

    private static CampaignDirectory Open(
        CampaignRequest request, IReadOnlyList<CampaignEntry> entries, bool isWritten, out CampaignStart start, out CampaignState state)
    {
        CampaignOptions options = request.Options;
        CampaignDirectory directory = CampaignDirectory.Open(options.Place, isWritten, out start, out List<(CampaignEventKind Kind, CampaignEvent What)> events);
        if (start.Entries != CampaignStart.HashOf(entries))
        {
            directory.Dispose();
            throw new ExperimentException(
                Outcome.Refused,
                $"the journal in {options.Place.Display} belongs to other commands than those of {options.File.Display}: restore the file (comments may differ), or start another campaign with --out");
        }

        state = new CampaignState(CampaignItem.InOrder(entries, start), events);
        return directory;
    }

    private void RefuseEarly(CampaignOptions options)
    {
        string? needsRoot = options.Cold ? "--cold" : options.Reboot ? "--reboot" : null;
        if (needsRoot is not null && !NativePlatform.Trees.Identity().IsRoot)
        {
            throw new ExperimentException(Outcome.Failed, $"{needsRoot} needs root; nothing was run");
        }

        if (options.Reboot && composition.Campaign.Machine.Boot is null)
        {
            throw new ExperimentException(Outcome.Failed, "--reboot needs a system that identifies each boot, which this one does not; nothing was run");
        }
    }

    private static CampaignUnit Unit(CampaignRequest request)
    {
        string file = PlainPath.FullOf(request.Options.File).Text;
        string directory = PlainPath.FullOf(request.Options.Place).Text;
        return new CampaignUnit(
            [.. request.Verbs.Program, "campaign", file, "--out", directory, "--resume"],
            PlainPath.FullOf(FilePath.FromText(".")),
            FilePath.FromText(directory));
    }
}

/// <summary>What a person asked of <c>campaign</c>.</summary>
internal sealed record CampaignRequest
{
    /// <summary>The campaign.</summary>
    internal required CampaignOptions Options { get; init; }

    /// <summary>Where the result goes.</summary>
    internal required ResultOutputs Outputs { get; init; }

    /// <summary>Our own verbs.</summary>
    internal required IOwnVerbs Verbs { get; init; }

    /// <summary>The command line that continues it.</summary>
    internal required string ContinueCommand { get; init; }

    /// <summary>Whether the plan is printed and nothing run.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Whether a campaign that was begun is continued.</summary>
    internal bool Resume { get; init; }

    /// <summary>Whether only what is done is shown.</summary>
    internal bool ShowStatus { get; init; }

    /// <summary>Whether no progress is shown.</summary>
    internal bool Quiet { get; init; }
}
