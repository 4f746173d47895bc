using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Results;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>asynccopy</c>: creates a file, copies it with four requests in flight, compares, removes both.</summary>
internal sealed class AsyncCopy() : ClassicProgram("asynccopy", "create 1 GiB, copy it, compare, remove both: asynccopy [DIR]")
{
    private const long LeastSize = 4096;

    /// <inheritdoc/>
    internal override string Details =>
        "Creates a file of incompressible data, copies it with direct I/O and four requests in flight, compares the two, " +
        "removes both, and reports how long it took. Needs space for twice the size.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "Where the two files are created (default: the current directory).", ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
        [OptionGroup.Of("The file", Text("--size", new ValueForm("SIZE"), "Length of the file, 4KiB or more", "1GiB"))];

    /// <inheritdoc/>
    internal override string Modern => "copy";

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial(Name)];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["copy"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
        [new("asynccopy", "1 GiB in the current directory"), new("asynccopy /mnt/data --size 8G")];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3).With((4, "the copy differs"));

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = WithoutNoColor(words, terminal);
        return Answers(Question(rest), terminal) ? ExitStatus.Done : Try(Read(rest), terminal, composition);
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
                throw UsageError.UnknownOption(word, "asynccopy --help", ["--size", .. VerbOption.NamesOf([])]);
            }
            else if (named)
            {
                throw UsageError.Of($"more than one directory named, the second {Shown.Value(word)}; name one");
            }
            else
            {
                named = true;
                task = task with { Directory = ClassicPath.Of("DIR", word) };
            }
        }

        return task;
    }

    private static int Try(CopyTrialTask task, Terminal terminal, Composition composition)
    {
        var trial = new CopyTrial(composition.Copy.Copier, composition.Copy.Clock);
        using IStopSignals signals = composition.Signals(trial.Abandon);
        using var progress = new CopyProgressPrinter(terminal, composition.Time);
        try
        {
            CopyTrialResult result = trial.Run(task, progress, signals.Token);
            progress.Dispose();
            return Tell(result, terminal, task.Length);
        }
        catch (OperationCanceledException) when (signals.ExitCode is not null)
        {
            progress.Dispose();
            Diagnostics.Say(terminal, "stopped by a signal; both files are removed");
            return signals.ExitCode.Value;
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }
    }

    private static int Tell(CopyTrialResult result, Terminal terminal, long length)
    {
        foreach (CopyProblem problem in result.Copy.Result.Problems)
        {
            Diagnostics.Say(terminal, problem.Message);
        }

        terminal.Output.Write(ResultText(result, length));
        if (result.FirstDifference is { } offset)
        {
            Diagnostics.Say(terminal, FormattableString.Invariant($"the copy differs from its source at offset {offset}"));
            return ExitStatus.Mismatch;
        }

        return ExitStatus.Of(CopyOutcomes.Of(result.Copy.Result));
    }

    // A line a step; only of steps that came to their end.
    private static string ResultText(CopyTrialResult result, long length)
    {
        RunRecord copy = result.Copy.Document.Cells[0].Runs[0];
        List<string> lines = [Line("created", length, result.CreateNs, "until durable")];
        if (result.Copy.Result.Outcome == CopyOutcome.Done)
        {
            lines.Add(Line("copied", length, (long)(copy[Metrics.ElapsedToDurable] ?? 0), "until durable, four requests in flight"));
            if (copy[Metrics.CpuPerByte] is { } cost)
            {
                string cycles = copy[Metrics.CyclesPerByte] is { } clocked ? Invariant($"{clocked:0.000} cycles/B") : "no clock for cycles/B";
                lines.Add(Invariant($"{"cpu",-9} {cost:0.000} ns/B, {cycles}"));
            }

            lines.Add($"{"read",-9} {Verdict(copy.Reads!)}");
            lines.Add($"{"written",-9} {Verdict(copy.Writes!)}");
        }

        if (result.CompareNs is { } compare && result.FirstDifference is null)
        {
            lines.Add(Line("compared", 2 * length, compare, "equal"));
        }

        lines.Add("both files are removed");
        return string.Join('\n', lines) + "\n";
    }

    private static string Verdict(TruthRecord truth) => $"{truth.Verdict.ToWord()}: {truth.Reason}";

    private static string Line(string what, long bytes, long ns, string how)
    {
        string rate = ns > 0 ? Invariant($", {bytes * 1e3 / ns:0.0} MB/s") : string.Empty;
        return Invariant($"{what,-9} {Shown.Size(bytes)} in {ns / 1e9:0.000} s{rate}, {how}");
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
