using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Filling;

namespace Landspeed.Cli.Calls;

/// <summary>Removes what a filling left in a directory.</summary>
internal sealed class FillCleanCall(Terminal terminal, Composition composition)
{
    /// <summary>Removes it, or lists it.</summary>
    /// <param name="directory">The directory that was filled.</param>
    /// <param name="listOnly">Whether everything stays.</param>
    /// <returns>The exit code: what is not ours and in the way is a failure.</returns>
    internal int Execute(FilePath directory, bool listOnly)
    {
        using IStopSignals signals = composition.Signals(() => { });
        FillCleaned cleaned = FillCleaning.Run(directory, listOnly, signals.Token);
        foreach (string problem in cleaned.Problems)
        {
            Diagnostics.Say(terminal, problem);
        }

        if (cleaned.Staying > cleaned.Problems.Count)
        {
            Diagnostics.Say(terminal, string.Create(CultureInfo.InvariantCulture, $"and {cleaned.Staying - cleaned.Problems.Count} more stay"));
        }

        string files = AmountText.Count(cleaned.Files, "file");
        string what = cleaned is { Files: 0, IsGone: false } ? "nothing"
            : $"{(listOnly ? string.Empty : "removed ")}{files} ({Shown.Size(cleaned.Bytes)})";
        string hint = listOnly && cleaned.Files > 0 ? "; nothing was touched: --dry-run only lists" : string.Empty;
        terminal.Output.Write($"{what} left by --fill in {directory.Display}{hint}\n");
        return signals.ExitCode ?? (int)(cleaned.Staying > 0 ? Outcome.Failed : Outcome.Done);
    }
}
