using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Reporting;

namespace Landspeed.Cli.Commands;

/// <summary>Carries a request out: plan, run, report.</summary>
internal sealed class SweepRun
{
    private readonly Terminal _terminal;
    private readonly Composition _composition;
    private readonly SweepParts _parts;

    internal SweepRun(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
        _parts = composition.Sweep;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(SweepRequest request)
    {
        request.Outputs.Check();
        SweepTargets.CheckJournal(request);
        SweepPlan plan = _parts.Runner.Plan(request.Options);
        string[] charts = request.Charts is null ? [] : [.. ChartFiles(plan.Preview).Select(chart => chart.File)];
        SweepTargets.Check(request, plan, charts);
        if (request.ShowPlan)
        {
            SweepPlanText.Write(plan, _terminal.Output);
            return (int)Outcome.Done;
        }

        if (request.ShowFio)
        {
            _parts.FioScript(plan.Preview, _terminal.Output);
            return (int)Outcome.Done;
        }

        return Start(request, plan, charts);
    }

    private int Start(SweepRequest request, SweepPlan plan, string[] charts)
    {
        using var files = new ResultFiles();
        using IStopSignals signals = _composition.Signals(() =>
        {
            _parts.Runner.Abandon();
            files.Abandon();
        });
        files.Open(request.Outputs.Files);
        if (request.Charts is { } directory)
        {
            files.OpenDirectory("--svg", directory, charts);
        }

        try
        {
            return Sweep(request, plan, files, signals);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private int Sweep(SweepRequest request, SweepPlan plan, ResultFiles files, IStopSignals signals)
    {
        ISweepDisplay? display = request.ShowProgress ? Display(plan) : null;
        SweepResult result;
        try
        {
            result = _parts.Runner.Run(plan, display, signals.Token);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            display?.Clear();
            Diagnostics.Say(_terminal, "stopped by a signal before the first complete run; there is no result");
            return signals.ExitCode.Value;
        }
        finally
        {
            display?.Clear();
        }

        GridOutcome outcome = OutcomeOf(request, result);
        try
        {
            files.Complete((format, writer) => _parts.Report(format, ReportStyle.Plain)(result.Document, writer));
            files.CompleteDirectory(name => ChartFiles(result.Document).First(chart => chart.File == name).Svg);
        }
        catch
        {
            outcome.TellKept(_terminal);
            throw;
        }
        finally
        {
            // A full volume under the files must not take the other copy of the result along.
            _parts.Report(request.Outputs.StandardFormat, _terminal.OutputStyle)(result.Document, _terminal.Output);
        }

        int code = outcome.Tell(_terminal, signals);

        // Until the result has reached somebody, the journal is the only copy of a minute's or an hour's work.
        _terminal.Output.Flush();
        if (!result.Document.Partial && !_terminal.OutputFailed)
        {
            _parts.Runner.Forget(plan);
        }

        return code;
    }

    private IEnumerable<(string File, string Svg)> ChartFiles(SweepDocument document) =>
        _parts.Charts(document).Select(chart => ($"{chart.Name}.svg", chart.Svg));

    private ISweepDisplay Display(SweepPlan plan)
    {
        string heading = SweepPlanText.Heading(plan);
        return _terminal.ErrorCanRewrite
            ? new SweepScreen(_terminal, _parts, _composition.Time, heading)
            : new SweepLog(_terminal, _composition.Time, heading);
    }

    private static GridOutcome OutcomeOf(SweepRequest request, SweepResult result)
    {
        SweepDocument document = result.Document;
        return new GridOutcome
        {
            Cells = document.Cells.Count,
            Failed = [.. document.Cells.Where(cell => cell.State == CellState.Failed).Select(cell => (cell.Name, cell.Reason))],
            Failure = result.Failure,
            IsPartial = document.Partial,
            Runs = (document.Cells.Sum(cell => cell.Runs.Count),
                document.Cells.Count(cell => cell.State != CellState.Skipped) * document.Setup.Repetitions),
            Journal = request.Options.Journal,
            ContinueCommand = request.ContinueCommand,
        };
    }
}
