using System.Globalization;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Reporting;

namespace Landspeed.Cli.Commands;

/// <summary>Carries a request out: plan, run, report.</summary>
internal sealed class MeasureRun
{
    private readonly Terminal _terminal;
    private readonly Composition _composition;

    internal MeasureRun(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(MeasureRequest request)
    {
        request.Outputs.Check();
        request.Outputs.Refuse(request.Options.Path, "the file to be measured");
        MeasurementPlan plan = _composition.Runner.Plan(request.Options);
        if (request.PlanOnly)
        {
            PlanText.Write(plan, _terminal.Output);
            return (int)Outcome.Done;
        }

        using var files = new ResultFiles();
        using IStopSignals signals = _composition.Signals(() =>
        {
            _composition.Runner.Abandon();
            files.Abandon();
        });
        files.Open(request.Outputs.Files);
        try
        {
            return Measure(request, plan, files, signals);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private int Measure(MeasureRequest request, MeasurementPlan plan, ResultFiles files, IStopSignals signals)
    {
        var progress = new ProgressPrinter(_terminal, _composition.Time, request.Options.Repeat);
        MeasurementDocument document;
        try
        {
            document = _composition.Runner.Run(plan, request.ShowProgress ? progress : null, signals.Token);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            progress.Clear();
            Diagnostics.Say(_terminal, "stopped by a signal before the first measured request; there is no result");
            return signals.ExitCode.Value;
        }
        finally
        {
            progress.Clear();
        }

        files.Complete((format, writer) => _composition.Report(format, ReportStyle.Plain)(document, writer));
        _composition.Report(request.Outputs.StandardFormat, _terminal.OutputStyle)(document, _terminal.Output);
        return document.Partial && signals.ExitCode is { } stopped ? stopped : Judge(request.ExpectedVerdict, document);
    }

    private int Judge(Verdict? expected, MeasurementDocument document)
    {
        MeasurementRecord[] others =
            [.. document.Jobs.Where(job => expected is not null && job.Truth.Verdict != expected)];
        foreach (MeasurementRecord job in others)
        {
            string verdict = job.Truth.Verdict.ToString().ToLowerInvariant();
            Diagnostics.Say(_terminal, string.Create(
                CultureInfo.InvariantCulture,
                $"run {job.RunIndex + 1}: verdict {verdict} instead of " +
                $"{expected.ToString()!.ToLowerInvariant()}: {job.Truth.Reason}"));
        }

        return (int)(others.Length > 0 ? Outcome.Finding : Outcome.Done);
    }
}
