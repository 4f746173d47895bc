using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Reporting;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>Shows a result that comes from stored ones: nothing is measured.</summary>
/// <param name="terminal">Where it is shown.</param>
/// <param name="composition">The parts of the command.</param>
internal sealed class StoredReport(Terminal terminal, Composition composition)
{
    /// <summary>Refuses outputs that would replace what they are made from.</summary>
    /// <param name="outputs">Where the result goes.</param>
    /// <param name="files">What it is made from.</param>
    /// <param name="purpose">What each of them is, for messages.</param>
    internal static void Check(ResultOutputs outputs, IEnumerable<string> files, string purpose)
    {
        outputs.Check();
        foreach (string file in files)
        {
            outputs.Refuse(Values.Path("RESULT", file), purpose);
        }
    }

    /// <summary>Writes it in all forms that were asked for.</summary>
    /// <returns>The exit code.</returns>
    internal int Show(ResultDocument document, ResultOutputs outputs)
    {
        IReadOnlyList<string> formats = Reports.FormatsOf(document.Kind);
        IEnumerable<(string Option, ResultFormat Format)> asked =
        [
            ($"--format {outputs.StandardFormat.ToWord()}", outputs.StandardFormat),
            .. outputs.Files.Select(file => (file.Option, file.Format)),
        ];
        foreach ((string option, ResultFormat format) in asked)
        {
            if (!formats.Contains(format.ToWord()))
            {
                throw UsageError.Of(
                    $"{option} cannot show a result of {Shown.Value(document.Kind)}; use {string.Join(", ", formats)}");
            }
        }

        if (asked.Any(one => one.Format == ResultFormat.Hdr) && !Reports.KeepsDistributions(document))
        {
            throw UsageError.Of(
                "the result has no distributions of latency: those of many short runs are not kept; measure a single "
                + "case");
        }

        outputs.CheckColumns(document);
        using var files = new ResultFiles(terminal);
        files.Open(outputs.Files);
        composition.Deliver(document, outputs, files, terminal);
        return ExitStatus.Done;
    }
}
