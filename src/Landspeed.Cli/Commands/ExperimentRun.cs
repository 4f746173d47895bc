using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;
using Landspeed.Reporting;

namespace Landspeed.Cli.Commands;

/// <summary>Carries an experiment out: plan, run, report.</summary>
internal sealed class ExperimentRun
{
    private readonly Terminal _terminal;
    private readonly Composition _composition;
    private readonly ExperimentParts _parts;

    internal ExperimentRun(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
        _parts = composition.Experiment;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(ExperimentRequest request)
    {
        ExperimentPlan plan = _parts.Runner.Plan(request.Task);
        foreach ((FilePath path, string purpose) in plan.Uses)
        {
            request.Outputs.Refuse(path, purpose);
        }

        if (request.ShowPlan)
        {
            ExperimentPlanText.Write(request.Task, plan, _terminal.Output);
            return (int)Outcome.Done;
        }

        return Start(request, plan);
    }

    private int Start(ExperimentRequest request, ExperimentPlan plan)
    {
        using var files = new ResultFiles();
        using IStopSignals signals = _composition.Signals(() =>
        {
            _parts.Runner.Abandon();
            files.Abandon();
        });
        files.Open(request.Outputs.Files);
        try
        {
            return Run(request, plan, files, signals);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private int Run(ExperimentRequest request, ExperimentPlan plan, ResultFiles files, IStopSignals signals)
    {
        var progress = request.ShowProgress ? new ExperimentProgressPrinter(_terminal, _composition.Time) : null;
        ExperimentResult result;
        try
        {
            result = _parts.Runner.Run(request.Task, plan, progress, signals.Token);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            progress?.Clear();
            Diagnostics.Say(_terminal, "stopped by a signal before the first complete run; there is no result");
            return signals.ExitCode.Value;
        }
        finally
        {
            progress?.Clear();
        }

        Report(request, files, result.Document);
        int code = Judge(request, result, signals);

        // Until the result has reached somebody, the journal is the only copy of a minute's or an hour's work.
        _terminal.Output.Flush();
        if (!result.Document.Partial && !_terminal.OutputFailed)
        {
            _parts.Runner.Forget(request.Task);
        }

        return code;
    }

    private void Report(ExperimentRequest request, ResultFiles files, ExperimentDocument document)
    {
        try
        {
            files.Complete((format, writer) => _parts.Report(format, ReportStyle.Plain)(document, writer));
        }
        finally
        {
            // A full volume under the files must not take the other copy of the result along.
            if (request.StandardOutputIsTaken)
            {
                using var text = new StringWriter { NewLine = "\n" };
                _parts.Report(ResultFormat.Table, ReportStyle.Plain)(document, text);
                _terminal.TryWriteError(text.ToString());
            }
            else
            {
                _parts.Report(request.Outputs.StandardFormat, _terminal.OutputStyle)(document, _terminal.Output);
            }
        }
    }

    private int Judge(ExperimentRequest request, ExperimentResult result, IStopSignals signals)
    {
        ExperimentCellRecord[] failed = [.. result.Document.Cells.Where(cell => cell.State == CellState.Failed)];
        if (failed is [var first, ..])
        {
            Diagnostics.Say(_terminal, string.Create(
                CultureInfo.InvariantCulture,
                $"{failed.Length} of {result.Document.Cells.Count} cases failed, the first of them {first.Name}: {first.Reason}"));
        }

        if (result.Failure is { } failure)
        {
            Diagnostics.Say(_terminal, failure);
        }

        if (result.Document.Partial)
        {
            SayWhatIsKept(request, result.Document);
        }

        return result switch
        {
            { Failure: { } cause } => (int)Diagnostics.OutcomeOf(cause),
            { Document.Partial: true } when signals.ExitCode is { } stopped => stopped,
            _ => (int)(failed.Length > 0 ? Outcome.Failed : Outcome.Done),
        };
    }

    private void SayWhatIsKept(ExperimentRequest request, ExperimentDocument document)
    {
        int kept = document.Cells.Sum(cell => cell.Runs.Count);
        if (kept == 0 || request.Task.Journal is not { } journal)
        {
            return;
        }

        int all = document.Cells.Count(cell => cell.State != CellState.Skipped) * document.Setup.Repetitions;
        Diagnostics.Say(_terminal, string.Create(
            CultureInfo.InvariantCulture,
            $"{kept} of {all} runs are kept in {Shown.OneLine(journal)}; carry on with: {request.ContinueCommand}"));
    }
}
