using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>asynccopy</c>: creates a file, copies it with four requests in flight, compares, removes both.</summary>
internal static class AsyncCopyCommand
{
    /// <summary>Its name, also as a program.</summary>
    internal const string Name = "asynccopy";

    private const long LeastSize = 4096;

    /// <summary>Runs it.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = [.. words.Where(word => word != "--no-color")];
        terminal.OutputHasColor &= rest.Length == words.Length;
        if (rest is ["--help" or "-h" or "-?", ..])
        {
            terminal.Output.Write(AsyncCopyText.Usage);
            return (int)Outcome.Done;
        }

        if (rest is ["--version", ..])
        {
            terminal.Output.Write($"landspeed {ProgramVersion.Text}\n");
            return (int)Outcome.Done;
        }

        return Run(Read(rest), terminal, composition);
    }

    private static CopyTrialTask Read(string[] words)
    {
        var task = new CopyTrialTask { Directory = FilePath.FromText(".") };
        bool named = false;
        for (int index = 0; index < words.Length; index++)
        {
            string word = words[index];
            if (word == "--size" || word.StartsWith("--size=", StringComparison.Ordinal))
            {
                string? size = word.Length > 6 ? word[7..] : ++index < words.Length ? words[index] : null;
                task = task with { Length = Values.Size("--size", size ?? string.Empty, LeastSize) };
            }
            else if (word.StartsWith('-'))
            {
                throw UsageError.Of($"unknown option {Shown.Value(word)}; see asynccopy --help (a directory of that name: ./{word})");
            }
            else if (named)
            {
                throw UsageError.Of($"more than one directory named, the second {Shown.Value(word)}; name one");
            }
            else
            {
                named = true;
                task = task with { Directory = Values.Path("DIR", word) };
            }
        }

        return task;
    }

    private static int Run(CopyTrialTask task, Terminal terminal, Composition composition)
    {
        var trial = new CopyTrial(composition.Copy.Copier, composition.Copy.Clock);
        using IStopSignals signals = composition.Signals(trial.Abandon);
        var progress = new CopyProgressPrinter(terminal, composition.Time);
        try
        {
            CopyTrialResult result = trial.Run(task, progress, signals.Token);
            progress.Clear();
            return Tell(result, terminal, task.Length);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            progress.Clear();
            Diagnostics.Say(terminal, "stopped by a signal; both files are removed");
            return signals.ExitCode.Value;
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
        finally
        {
            progress.Clear();
        }
    }

    private static int Tell(CopyTrialResult result, Terminal terminal, long length)
    {
        foreach (CopyProblem problem in result.Copy.Result.Problems)
        {
            Diagnostics.Say(terminal, problem.Message);
        }

        terminal.Output.Write(AsyncCopyText.Of(result, length));
        if (result.FirstDifference is { } offset)
        {
            Diagnostics.Say(terminal, FormattableString.Invariant($"the copy differs from its source at offset {offset}"));
            return (int)Outcome.Mismatch;
        }

        return (int)CopyOutcomes.Of(result.Copy.Result);
    }
}
