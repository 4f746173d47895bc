using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Extents;
using Landspeed.Results;
using Landspeed.Results.Extents;

namespace Landspeed.Cli.Calls;

/// <summary>Carries a request out: read, report.</summary>
internal sealed class ExtentsCall(Terminal terminal, Composition composition)
{
    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(ExtentsRequest request)
    {
        ResultOutputs outputs = request.Outputs;
        ResultFormat standard = outputs.StandardFormat;
        bool printsList = request.Lists && standard == ResultFormat.Table;

        // What standard output gets is printed as it is read; only a result of which the list is a part keeps it.
        bool keepsList = request.Lists && (standard is ResultFormat.Json or ResultFormat.Csv
            || outputs.Files.Any(file => file.Format is ResultFormat.Json or ResultFormat.Csv));
        using var files = new ResultFiles(terminal);
        using IStopSignals signals = composition.Signals(files.Abandon);
        files.Open(outputs.Files);
        ResultDocument document = Read(request, request.Task with { KeepsList = keepsList }, printsList, signals.Token);
        ExtentsSection found = document.Cells[0].Runs[0].Extents!;
        if (found.Counts is { Files: 0, Directories: 0, Problems: > 0 })
        {
            return Refuse(found);
        }

        composition.Deliver(document, outputs, files, () =>
        {
            if (standard != ResultFormat.Table || !request.Quiet)
            {
                terminal.Output.Write(printsList ? "\n" : string.Empty);
                composition.Show(document, outputs, terminal);
            }
            else
            {
                Say(found);
            }
        });

        Outcome outcome = found.Counts is { Unreadable: > 0 } or { NotReported: > 0 } ? Outcome.Failed : Outcome.Done;
        return document.Partial && signals.ExitCode is { } stopped ? stopped : ExitStatus.Of(outcome);
    }

    private ResultDocument Read(ExtentsRequest request, ExtentsTask task, bool printsList, CancellationToken stop)
    {
        using var progress = new ExtentsProgressPrinter(terminal, composition.Time);
        return new ExtentsRun(
            task,
            printsList ? new ExtentListPrinter(terminal.Output) : null,
            request.Quiet || printsList ? null : progress,
            stop).Execute(composition.Copy.Clock);
    }

    private int Refuse(ExtentsSection found)
    {
        Say(found);
        return ExitStatus.Failed;
    }

    private void Say(ExtentsSection found)
    {
        foreach (ExtentsProblemRecord problem in found.Problems)
        {
            Diagnostics.Say(terminal, problem.Message);
        }
    }
}

/// <summary>What a person asked of <c>extents</c>.</summary>
internal sealed record ExtentsRequest
{
    /// <summary>What is looked at.</summary>
    internal required ExtentsTask Task { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether every extent is listed.</summary>
    internal bool Lists { get; init; }

    /// <summary>Whether neither progress nor summary are shown.</summary>
    internal bool Quiet { get; init; }
}
