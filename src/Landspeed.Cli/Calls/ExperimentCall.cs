using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>Carries an experiment out: plan, run, report.</summary>
internal sealed class ExperimentCall
{
    // Below it the waiting time is not worth a message.
    private static readonly TimeSpan s_shortWait = TimeSpan.FromSeconds(2);

    private readonly Terminal _terminal;
    private readonly Composition _composition;

    internal ExperimentCall(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(ExperimentRequest request)
    {
        request.Outputs.Check();
        request = RankedResult.Request(request, _composition.Rank);
        RunTargets.CheckJournal(request);
        ExperimentPlan plan = _composition.Runner.Plan(request.Task);
        string[] charts = request.Charts is null ? [] : [.. ChartFiles(plan.Preview).Select(chart => chart.File)];
        RunTargets.Check(request, plan, charts);
        request.Outputs.CheckColumns(plan.Preview);
        _composition.Rank.Meet(FormattableString.Invariant($"the plan of {plan.Preview.Cells.Count(cell => cell.State != CellState.Skipped)} cases"));
        if (request.ShowPlan)
        {
            ExperimentPlanText.Write(request.Task, plan, request.Outputs.Details, _terminal.Output);
            return ExitStatus.Done;
        }

        if (request.ShowFio)
        {
            _composition.FioScript(plan.Preview, _terminal.Output);
            return ExitStatus.Done;
        }

        request.Consent?.Invoke(plan);
        return Start(request, plan, charts);
    }

    private int Start(ExperimentRequest request, ExperimentPlan plan, string[] charts)
    {
        using var files = new ResultFiles(_terminal);
        using var own = new RankedResult(_composition.Rank, _terminal);
        using IStopSignals signals = _composition.Signals(() =>
        {
            _composition.Runner.Abandon();
            files.Abandon();
            own.Abandon();
        });
        own.Open(request);
        files.Open(request.Outputs.Files);
        if (request.Charts is { } directory)
        {
            files.OpenDirectory("--svg", directory, charts);
        }

        try
        {
            return Run(request, plan, files, own, signals);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private int Run(ExperimentRequest request, ExperimentPlan plan, ResultFiles files, RankedResult own, IStopSignals signals)
    {
        if (request.AnnouncePlan && plan.EstimatedTime > s_shortWait)
        {
            _terminal.TryWriteError($"{Shown.OneLine(ExperimentPlanText.Heading(plan))}\n");
        }

        IRunDisplay? display = request.ShowProgress ? Display(plan) : null;
        using StallWatch<ExperimentProgress>? watch = display is null ? null : StallWatch.Of(display, _composition.Time);
        ExperimentResult result;
        try
        {
            result = _composition.Runner.Run(request.Task, plan, watch, signals.Token);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            Clear();
            string first = IsMeasurement(plan) ? "measured request" : "complete run";
            Diagnostics.Say(_terminal, $"stopped by a signal before the first {first}; there is no result");
            return signals.ExitCode.Value;
        }
        finally
        {
            Clear();
        }

        result = own.Complete(result, signals.Token);
        var outcome = GridOutcome.Of(request, result);
        if (!_composition.Rank.Speaks)
        {
            return outcome.Tell(_terminal, signals);
        }

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

        // Until the result is written, the journal is the only copy of a minute's or an hour's work.
        _terminal.Output.Flush();
        if (!result.Document.Partial && !_terminal.OutputFailed)
        {
            _composition.Runner.Forget(request.Task);
        }

        if (code != ExitStatus.Done)
        {
            return code;
        }

        if (request.NamesWhatRemains && plan.Remains is { } file)
        {
            string created = $"created {file.Path.Display}, {Shown.Size(file.Bytes)}";
            Diagnostics.Say(_terminal, $"{created}; it stays for the next measurement");
        }

        return Judge(request, result.Document);

        void Clear()
        {
            watch?.Dispose();
            display?.Clear();
        }
    }

    private void Report(ExperimentRequest request, ResultFiles files, ResultDocument document)
    {
        _composition.Deliver(document, request.Outputs, files, () =>
        {
            if (request.StandardOutputIsTaken)
            {
                using var text = new StringWriter { NewLine = "\n" };
                _composition.Report(ResultFormat.Table, request.Outputs.In(ReportStyle.Plain))(document, text);
                _terminal.TryWriteError(text.ToString());
            }
            else
            {
                _composition.Show(document, request.Outputs, _terminal);
            }
        });
        files.CompleteDirectory(name => ChartFiles(document).First(chart => chart.File == name).Svg);
    }

    private int Judge(ExperimentRequest request, ResultDocument document)
    {
        if (request.CacheAdvice is { } advice && document.Cells.Any(cell => cell.Verdicts.Read == Verdict.Cache))
        {
            Diagnostics.Say(_terminal, advice);
        }

        bool isOneCase = document.Cells.Count == 1;
        (CellRecord Cell, RunRecord Run, Verdict? Expected)[] others =
        [
            .. from cell in document.Cells
               let expected = request.VerdictOf is { } verdictOf ? verdictOf(cell) : request.ExpectedVerdict
               from run in cell.Runs
               where expected is not null && TruthOf(run, expected)?.Verdict != expected
               select (cell, run, expected),
        ];
        foreach ((CellRecord cell, RunRecord run, Verdict? expected) in others)
        {
            TruthRecord? truth = TruthOf(run, expected);
            Diagnostics.Say(_terminal, string.Create(
                CultureInfo.InvariantCulture,
                $"{(isOneCase ? string.Empty : $"{cell.Name}, ")}run {run.Round + 1}: verdict "
                + $"{(truth?.Verdict).ToWord()} instead of {expected.ToWord()}: {truth?.Reason}"));
        }

        return ExitStatus.Of(
            document.FoundWrongBlocks() ? Outcome.Mismatch : others.Length > 0 ? Outcome.Finding : Outcome.Done);
    }

    // Of a run in both directions the one that is not as expected, if there is one.
    private static TruthRecord? TruthOf(RunRecord run, Verdict? expected) =>
        run.Reads is null || (run.Reads.Verdict == expected && run.Writes is not null) ? run.Writes : run.Reads;

    private static bool IsMeasurement(ExperimentPlan plan) => plan.Preview is { Kind: ResultKinds.Measure, Variant: null };

    private IEnumerable<(string File, string Svg)> ChartFiles(ResultDocument document) =>
        _composition.Charts(document).Select(chart => ($"{chart.Name}.svg", chart.Svg));

    private IRunDisplay Display(ExperimentPlan plan)
    {
        if (plan.Preview.Kind != ResultKinds.Sweep)
        {
            return new ExperimentProgressPrinter(_terminal, _composition.Time);
        }

        string heading = ExperimentPlanText.Heading(plan);
        return _terminal.ErrorCanRewrite
            ? new SweepScreen(_terminal, _composition.LiveTable, _composition.Time, heading)
            : new SweepLog(_terminal, _composition.Time, heading);
    }
}
