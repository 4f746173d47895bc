using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Reporting.Terminal;

namespace Landspeed.Cli.Calls;

/// <summary>Carries a request out: copy, report.</summary>
internal sealed class CopyCall
{
    // Problems that are told one by one; --json and --events have them all.
    private const int ToldProblems = 20;
    private readonly Terminal _terminal;
    private readonly Composition _composition;

    internal CopyCall(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(CopyRequest request)
    {
        request.Outputs.Check(request.Task.Source, request.Task.Target);
        request.Outputs.CheckRemoved(request.Task);
        if (!_composition.Rank.IsAlone)
        {
            CheckRanks(request);
            if (!_composition.Rank.Speaks)
            {
                return Help(request);
            }
        }

        if (request.PlanOnly && request.Task.Subject != CopySubject.Tree)
        {
            return (int)CopyPlanText.Write(request.Task, request.Outputs.TakesStandard ? _terminal.Error : _terminal.Output);
        }

        using var files = new CopyResultFiles(request.Outputs, _terminal);
        using IStopSignals signals = _composition.Signals(files.Abandon);
        try
        {
            return Copy(request, files, signals);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private static void CheckRanks(CopyRequest request)
    {
        string? what = request.Task.Subject == CopySubject.Stream ? "a stream is read or written by one process"
            : request.Task.Options.RemoveSource ? "--remove-source needs a single process"
            : null;
        if (what is not null)
        {
            throw UsageError.Of($"{what}, but an MPI launcher started several; start this copy without the launcher");
        }
    }

    // Another rank than 0: it helps, and says nothing.
    private int Help(CopyRequest request)
    {
        if (request.PlanOnly)
        {
            return ExitStatus.Done;
        }

        bool tells = request.Outputs.Events is not null || request.Task.Options.Digests.Count > 0;
        using IStopSignals signals = _composition.Signals(static () => { });
        try
        {
            CopyResult result = Copier(request).Copy(
                request.Task with { Options = request.Task.Options with { Events = tells ? new Progress<CopyEvent>() : null } }, null, signals.Token);
            return result.Outcome == CopyOutcome.Stopped ? signals.ExitCode ?? ExitStatus.Done : ExitStatus.Done;
        }
        catch (OperationCanceledException)
        {
            return signals.ExitCode ?? ExitStatus.Done; // rank 0 was told why
        }
    }

    private RankCopier Copier(CopyRequest request) => new(_composition.Rank, new RankSettings { SegmentSize = request.Split });

    private int Copy(CopyRequest request, CopyResultFiles files, IStopSignals signals)
    {
        var checksums = new CopyChecksums(_terminal, files.Manifest);
        bool showsPlan = request.PlanOnly && request.ShowSummary && !request.Outputs.TakesStandard;
        var sink = new CopyEventSink(
            request.Task,
            files.Events,
            showsPlan ? _terminal.Output.Write : null,
            request.Task.Options.Digests.Count > 0 ? checksums.Add : null)
        {
            NamesTarget = request.Outputs.NamesTarget,
        };
        CopyTask task = request.Task with { Options = request.Task.Options with { Events = sink } };
        CopyRun run = Run(request, task, signals.Token);
        bool stopped = run.Result.Outcome == CopyOutcome.Stopped;
        if (!stopped && !request.PlanOnly)
        {
            checksums.Read(sink.Unread, task.Options.Digests, signals.Token);
        }

        string? note = request.PlanOnly ? null : checksums.Complete(run.Result.Outcome, sink.Lacking);

        int code = ExitStatus.Failed;
        _composition.Deliver(run.Document, request.Outputs.Results, files.Results, () =>
        {
            bool shown = Show(request, run);
            code = Tell(request, run, shown, signals);
            if (note is not null)
            {
                Diagnostics.Say(_terminal, note);
            }
        });

        return files.TellLostEvents(_terminal, code);
    }

    private CopyRun Run(CopyRequest request, CopyTask task, CancellationToken stop)
    {
        using var progress = new CopyProgressPrinter(_terminal, _composition.Time, CopyStalls.AllowedFor(task.Options));
        CopyParts parts = _composition.Rank.IsAlone || task.IsDryRun ? _composition.Copy : _composition.Copy with { Copier = Copier(request) };
        return parts.Run(task, request.ShowProgress ? progress : null, stop);
    }

    // A refused or failed file has no figures: its problem is all there is to say. The same holds for a tree whose
    // top directory cannot be copied.
    private bool Show(CopyRequest request, CopyRun run)
    {
        if (request.Outputs.ResultIsStandard)
        {
            _composition.Report(request.Outputs.Results.StandardFormat, request.Outputs.Results.In(ReportStyle.Plain))(run.Document, _terminal.Output);
            return false;
        }

        bool hasFigures = run.Result.Outcome == CopyOutcome.Done
            || (request.Task.Subject == CopySubject.Tree && !IsRefusedWhole(run.Result));
        if (!request.ShowSummary || !hasFigures)
        {
            return false;
        }

        if (request.Outputs.TakesStandard)
        {
            using var text = new StringWriter { NewLine = "\n" };
            _composition.Report(ResultFormat.Table, request.Outputs.Results.In(ReportStyle.Plain) with { IsExplained = request.Explain })(run.Document, text);
            _terminal.TryWriteError(text.ToString());
        }
        else
        {
            ReportStyle style = request.Outputs.Results.In(_terminal.OutputStyle) with { IsExplained = request.Explain };
            _composition.Report(ResultFormat.Table, style)(run.Document, _terminal.Output);
        }

        return true;
    }

    private static bool IsRefusedWhole(CopyResult result) =>
        result is { ProblemCount: 1, FilesCopied: 0, FilesUpToDate: 0, Directories: 0 }
            && result is { SymbolicLinks: 0, SpecialFiles: 0 }
            && result.EntriesSkipped + result.EntriesFailed == 1;

    private int Tell(CopyRequest request, CopyRun run, bool shown, IStopSignals signals)
    {
        if (!shown)
        {
            foreach (CopyProblem problem in run.Result.Problems.Take(ToldProblems))
            {
                Diagnostics.Say(_terminal, problem.Message);
            }
        }

        if (run.Result.Outcome == CopyOutcome.Stopped)
        {
            Diagnostics.Say(_terminal, Stopped(request));
            return signals.ExitCode ?? ExitStatus.Failed;
        }

        Outcome outcome = CopyOutcomes.Of(run.Result);
        long more = run.Result.ProblemCount - (shown ? 0 : Math.Min(run.Result.ProblemCount, ToldProblems));
        if (outcome != Outcome.Done && more > 0)
        {
            string problems = run.Result.ProblemCount == 1 ? "problem" : "problems";
            long left = run.Result.EntriesFailed + run.Result.EntriesSkipped;
            string entries = left == 1 ? "entry" : "entries";
            Diagnostics.Say(_terminal, FormattableString.Invariant(
                $"{run.Result.ProblemCount} {problems}, {left} {entries} not copied; ") +
                "--json lists the first thousand problems, --events every entry");
        }

        return ExitStatus.Of(outcome);
    }

    private static string Stopped(CopyRequest request) =>
        request.Task.Subject == CopySubject.Stream ? "stopped by a signal; the target is unchanged"
        : request.Task.Options.Resume == ResumeRule.StartAnew
            ? $"stopped by a signal; no target name holds a partial file; start again with: {request.ContinueCommand}"
            : $"stopped by a signal; what is done is kept; continue with: {request.ContinueCommand}";
}

/// <summary>What a person asked of <c>copy</c> or <c>ubcopy</c>.</summary>
internal sealed record CopyRequest
{
    /// <summary>The copy.</summary>
    internal required CopyTask Task { get; init; }

    /// <summary>Where results go.</summary>
    internal CopyOutputs Outputs { get; init; } = new();

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether the summary is shown.</summary>
    internal bool ShowSummary { get; init; } = true;

    /// <summary>Whether only what would be done is said.</summary>
    internal bool PlanOnly { get; init; }

    /// <summary>Bytes of a large file that one of several ranks copies at a time.</summary>
    internal long Split { get; init; } = RankSettings.DefaultSegmentSize;

    /// <summary>Whether the strategies of the files are shown.</summary>
    internal bool Explain { get; init; }

    /// <summary>A command line that carries the copy on after an interruption.</summary>
    internal required string ContinueCommand { get; init; }
}
