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

        foreach ((FilePath directory, string purpose) in plan.Reserved)
        {
            RefuseBelow(directory, purpose, request);
        }

        if (request.ShowPlan)
        {
            ExperimentPlanText.Write(request.Task, plan, _terminal.Output);
            return (int)Outcome.Done;
        }

        return Start(request, plan);
    }

    private static void RefuseBelow(FilePath directory, string purpose, ExperimentRequest request)
    {
        IEnumerable<(string Option, string Name)> files = request.Outputs.Files.Select(file => (file.Option, file.Name));
        files = request.Task.Journal is { } journal ? files.Append(("--journal", journal)) : files;
        foreach ((string option, string name) in files)
        {
            if (SameFile.IsDirectory(FilePath.FromText(Path.GetFullPath(name)).Parent, directory))
            {
                throw UsageError.Of($"{option} {Shown.OneLine(name)} lies in {purpose}; name another place");
            }
        }
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

        GridOutcome outcome = OutcomeOf(request, result);
        try
        {
            Report(request, files, result.Document);
        }
        catch
        {
            outcome.TellKept(_terminal);
            throw;
        }

        int code = outcome.Tell(_terminal, signals);

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

    private static GridOutcome OutcomeOf(ExperimentRequest request, ExperimentResult result)
    {
        ExperimentDocument document = result.Document;
        return new GridOutcome
        {
            Cells = document.Cells.Count,
            Failed = [.. document.Cells.Where(cell => cell.State == CellState.Failed).Select(cell => (cell.Name, cell.Reason))],
            Failure = result.Failure,
            IsPartial = document.Partial,
            Runs = (document.Cells.Sum(cell => cell.Runs.Count),
                document.Cells.Count(cell => cell.State != CellState.Skipped) * document.Setup.Repetitions),
            Journal = request.Task.Journal,
            ContinueCommand = request.ContinueCommand,
        };
    }
}
