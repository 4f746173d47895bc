using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>Carries a request out: check, report.</summary>
internal sealed class VerifyCall
{
    private readonly Terminal _terminal;
    private readonly Composition _composition;

    internal VerifyCall(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(VerifyRequest request)
    {
        if (!_composition.Rank.Speaks)
        {
            return Help(request);
        }

        using var files = new ResultFiles(_terminal);
        using IStopSignals signals = _composition.Signals(files.Abandon);
        files.Open(request.Outputs.Files);
        ResultDocument document = Check(
            request, request.Outputs.StandardFormat == ResultFormat.Table, signals.Token);
        _composition.Deliver(document, request.Outputs, files, () =>
        {
            _composition.Show(document, request.Outputs, _terminal, request.Quiet);
            foreach (FindingRecord finding in document.Cells[0].Runs[0].Findings.Where(
                finding => finding.Code is VerificationSection.IncompleteFinding or VerificationSection.NothingFinding))
            {
                Diagnostics.Say(_terminal, finding.Message);
            }
        });

        return document.Partial && signals.ExitCode is { } stopped ? stopped : ExitStatus.Of(OutcomeOf(document));
    }

    // Another rank than 0: it reads its part, and says nothing.
    private int Help(VerifyRequest request)
    {
        using IStopSignals signals = _composition.Signals(static () => { });
        var run = new VerificationRun(request.Task, null, null, signals.Token) { Ranks = new JobVerificationRanks(_composition.Rank) };
        run.Execute(_composition.Copy.Clock);
        return signals.ExitCode ?? ExitStatus.Done;
    }

    private ResultDocument Check(VerifyRequest request, bool listsEntries, CancellationToken stop)
    {
        using var progress = new CopyProgressPrinter(_terminal, _composition.Time);
        var run = new VerificationRun(
            request.Task,
            listsEntries ? entry => Tell(entry, request.ListsMatching, progress) : null,
            request.Quiet ? null : progress,
            stop)
        {
            Ranks = _composition.Rank.IsAlone ? null : new JobVerificationRanks(_composition.Rank),
        };
        return run.Execute(_composition.Copy.Clock);
    }

    // As md5sum -c: the name, a colon, a word.
    private void Tell(VerificationEntryRecord entry, bool listsMatching, CopyProgressPrinter progress)
    {
        string? line = entry.State switch
        {
            VerificationState.Ok => listsMatching ? $"{entry.Path}: OK" : null,
            VerificationState.Different => $"{entry.Path}: FAILED",
            VerificationState.Missing => $"{entry.Path}: missing",
            VerificationState.Unreadable => $"{entry.Path}: FAILED to read: {Arguments.Shown.OneLine(entry.Message ?? string.Empty)}",
            VerificationState.Malformed => FormattableString.Invariant(
                $"line {entry.Line} of the manifest: {Arguments.Shown.OneLine(entry.Message ?? string.Empty)}"),
            VerificationState.Extra => $"{entry.Path}: not in the manifest",
            _ => null,
        };
        if (line is not null)
        {
            progress.Clear();
            _terminal.Output.Write($"{line}\n");
        }
    }

    private static Outcome OutcomeOf(ResultDocument document) => document.Cells[0].Runs[0].Verification switch
    {
        { FilesDifferent: > 0 } => Outcome.Mismatch,
        { FilesMissing: > 0 } or { FilesUnreadable: > 0 } or { LinesMalformed: > 0 } => Outcome.Failed,
        _ when document.Cells[0].Runs[0].Findings.Any(
            finding => finding.Code == VerificationSection.NothingFinding) => Outcome.Failed,
        _ => Outcome.Done,
    };
}

/// <summary>What a person asked of <c>verify</c>.</summary>
internal sealed record VerifyRequest
{
    /// <summary>What is checked.</summary>
    internal required VerificationTask Task { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether files that match are listed, too.</summary>
    internal bool ListsMatching { get; init; }

    /// <summary>Whether neither progress nor summary are shown.</summary>
    internal bool Quiet { get; init; }
}
