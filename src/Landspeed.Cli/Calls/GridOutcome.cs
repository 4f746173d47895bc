using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>How a grid of cases ended, for people and as an exit code.</summary>
internal sealed record GridOutcome
{
    /// <summary>Cells in all.</summary>
    internal required int Cells { get; init; }

    /// <summary>Those that failed, with the reason.</summary>
    internal required IReadOnlyList<(string Name, string? Reason)> Failed { get; init; }

    /// <summary>What ended it early; null: nothing did, or a signal.</summary>
    internal required Exception? Failure { get; init; }

    /// <summary>Whether it ended early.</summary>
    internal required bool IsPartial { get; init; }

    /// <summary>Runs made, and runs that there would have been.</summary>
    internal required (int Kept, int All) Runs { get; init; }

    /// <summary>Where the runs made are kept; null: nowhere.</summary>
    internal required string? Journal { get; init; }

    /// <summary>A command line that continues it.</summary>
    internal required string ContinueCommand { get; init; }

    /// <summary>How an experiment ended.</summary>
    internal static GridOutcome Of(ExperimentRequest request, ExperimentResult result)
    {
        ResultDocument document = result.Document;
        return new GridOutcome
        {
            Cells = document.Cells.Count,
            Failed = [.. document.Cells.Where(cell => cell.State == CellState.Failed).Select(cell => (cell.Name, cell.Reason))],
            Failure = result.Failure,
            IsPartial = document.Partial,
            Runs = (document.Cells.Sum(cell => cell.Runs.Count),
                document.Cells.Count(cell => cell.State != CellState.Skipped) * document.Setup.Rounds),
            Journal = request.Task.Journal,
            ContinueCommand = request.ContinueCommand,
        };
    }

    /// <summary>Says what went wrong.</summary>
    /// <returns>The exit code.</returns>
    internal int Tell(Terminal terminal, IStopSignals signals)
    {
        if (Failed is [var first, ..])
        {
            Say(terminal, $"{Failed.Count} of {Cells} cases failed, the first was {first.Name}: {first.Reason}");
        }

        if (Failure is not null)
        {
            Diagnostics.Say(terminal, FrameworkErrors.MessageMeanwhile(Failure));
        }

        if (IsPartial && Runs.Kept > 0 && Journal is not null)
        {
            Say(terminal, $"{Runs.Kept} of {Runs.All} runs are kept in {Shown.OneLine(Journal)}; continue with: {ContinueCommand}");
        }

        return this switch
        {
            { Failure: { } cause } => ExitStatus.Of(Diagnostics.OutcomeOf(cause)),
            { IsPartial: true } when signals.ExitCode is { } stopped => stopped,
            _ => (int)(Failed.Count > 0 ? Outcome.Failed : Outcome.Done),
        };
    }

    /// <summary>Says where the runs are if their result could not be written: they need not be made again.</summary>
    internal void TellKept(Terminal terminal)
    {
        if (Journal is not null)
        {
            Say(terminal, $"the runs are kept in {Shown.OneLine(Journal)}; to write their result elsewhere, run: {ContinueCommand}");
        }
    }

    private static void Say(Terminal terminal, FormattableString message) =>
        Diagnostics.Say(terminal, message.ToString(CultureInfo.InvariantCulture));
}
