using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying.Pairs;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Pairs;

namespace Landspeed.Cli.Calls.Pairs;

/// <summary>Carries a request out: compare, report.</summary>
internal sealed class PairCall(Terminal terminal, Composition composition)
{
    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(PairRequest request)
    {
        if (!composition.Rank.Speaks)
        {
            return Help(request);
        }

        using var files = new ResultFiles(terminal);
        using IStopSignals signals = composition.Signals(files.Abandon);
        files.Open(request.Outputs.Files);
        ResultDocument document = Compare(
            request, request.Outputs.StandardFormat == ResultFormat.Table, signals.Token);
        composition.Deliver(document, request.Outputs, files, terminal, request.Quiet);
        return document.Partial && signals.ExitCode is { } stopped
            ? stopped
            : ExitStatus.Of(OutcomeOf(document.Cells[0].Runs[0].Pair!));
    }

    // Another rank than 0: it compares its part, and says nothing.
    private int Help(PairRequest request)
    {
        using IStopSignals signals = composition.Signals(static () => { });
        PairHelp.Run(new JobVerificationRanks(composition.Rank), request.Task, signals.Token);
        return signals.ExitCode ?? ExitStatus.Done;
    }

    private ResultDocument Compare(PairRequest request, bool listsEntries, CancellationToken stop)
    {
        // Entries without bytes are work, too.
        using var progress = new CopyProgressPrinter(
            terminal, composition.Time, see: static (clock, now) => clock.Saw(now.Bytes + now.Files, null));
        using var run = new PairRun(
            request.Task,
            listsEntries ? entry => Tell(entry, progress) : null,
            request.Quiet ? null : progress,
            stop)
        {
            Ranks = composition.Rank.IsAlone ? null : new JobVerificationRanks(composition.Rank),
        };
        return run.Execute(composition.Copy.Clock);
    }

    private void Tell(PairEntryRecord entry, CopyProgressPrinter progress)
    {
        progress.Clear();
        foreach (string line in PairWords.Of(entry))
        {
            terminal.Output.Write($"{entry.Path}: {Shown.OneLine(line)}\n");
        }
    }

    /// <summary>Returns how a comparison ended; a difference counts most.</summary>
    internal static Outcome OutcomeOf(PairSection found) => found switch
    {
        { EntriesDifferent: > 0 } or { EntriesOnlyInA: > 0 } or { EntriesOnlyInB: > 0 } => Outcome.Mismatch,
        { EntriesUnreadable: > 0 } => Outcome.Failed,
        { EntriesChanged: > 0 } => Outcome.SourceChanged,
        _ => Outcome.Done,
    };
}

/// <summary>What a person asked of <c>verify</c> with two files or directories.</summary>
internal sealed record PairRequest
{
    /// <summary>What is compared.</summary>
    internal required PairTask Task { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether neither progress nor summary are shown.</summary>
    internal bool Quiet { get; init; }
}
