using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Results;

namespace Landspeed.Cli.Commands;

/// <summary>Carries a request out: check, report.</summary>
internal sealed class VerifyRun
{
    private readonly Terminal _terminal;
    private readonly Composition _composition;
    private readonly CopyProgressPrinter _progress;

    internal VerifyRun(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _composition = composition;
        _progress = new CopyProgressPrinter(terminal, composition.Time);
    }

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(VerifyRequest request)
    {
        bool toStandard = request.Json == ResultOutputs.Standard;
        using ResultFile? json = request.Json is { } name && !toStandard ? ResultFile.Open("--json", name) : null;
        using IStopSignals signals = _composition.Signals(() => json?.Abandon());
        VerificationDocument document = Check(request, toStandard, signals.Token);
        json?.Complete(writer => ResultsJson.Write(document, writer));
        if (toStandard)
        {
            ResultsJson.Write(document, _terminal.Output);
        }
        else if (!request.Quiet)
        {
            _composition.Copy.VerificationReport(_terminal.OutputStyle)(document, _terminal.Output);
        }

        return document.Partial && signals.ExitCode is { } stopped ? stopped : (int)OutcomeOf(document);
    }

    private VerificationDocument Check(VerifyRequest request, bool toStandard, CancellationToken stop)
    {
        try
        {
            var run = new VerificationRun(
                request.Task,
                toStandard ? null : entry => Tell(entry, request.Verbose),
                request.Quiet ? null : _progress,
                stop);
            return run.Execute(_composition.Copy.Clock);
        }
        finally
        {
            _progress.Clear();
        }
    }

    // As md5sum -c: the name, a colon, a word.
    private void Tell(VerificationEntryRecord entry, bool verbose)
    {
        string? line = entry.State switch
        {
            VerificationState.Ok => verbose ? $"{entry.Path}: OK" : null,
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
            _progress.Clear();
            _terminal.Output.Write($"{line}\n");
        }
    }

    private static Outcome OutcomeOf(VerificationDocument document) => document switch
    {
        { FilesDifferent: > 0 } => Outcome.Mismatch,
        { FilesMissing: > 0 } or { FilesUnreadable: > 0 } or { LinesMalformed: > 0 } => Outcome.Failed,
        _ => Outcome.Done,
    };
}
