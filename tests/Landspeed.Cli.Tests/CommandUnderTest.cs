using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Engine;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The command inside the test's own process, with runners that touch nothing.</summary>
internal sealed class CommandUnderTest
{
    public FakeRunner Runner { get; init; } = new();

    public FakeSweepRunner SweepRunner { get; init; } = new();

    public FakeExperimentRunner ExperimentRunner { get; init; } = new();

    public FakeCopier Copier { get; init; } = new();

    public FakeSignals Signals { get; } = new();

    public HandClock Clock { get; } = new();

    public string ProgramName { get; init; } = "landspeed";

    /// <summary>Size of the terminal that receives messages; null: none does.</summary>
    public (int Columns, int Rows)? Screen { get; init; }

    public Command Run(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error) { ErrorCanRewrite = Screen is not null, ErrorSize = () => Screen };
        var composition = new Composition
        {
            Runner = new DispatchingRunner(Runner, SweepRunner, ExperimentRunner),
            Report = (format, style) => (document, writer) => Report(document, format, style, writer),
            LiveTable = (cells, _, writer) => writer.Write(
                $"{string.Join('\n', cells.Select(cell => $"{cell.Name} {cell.State}"))}\n"),
            Charts = _ => [("throughput", "<svg 1>"), ("cpu", "<svg 2>")],
            FioScript = (_, writer) => writer.Write("fio commands\n"),
            NewSeed = () => 4711,
            Copy = new CopyParts
            {
                Copier = Copier,
            },
            ProbeUring = () => new UringProbe(null, ["single_issuer"], [], 0),
            Signals = Signals.Listen,
            Time = Clock,
        };
        int code = Entry.Run(new CommandWords(ProgramName, arguments), terminal, composition);
        return new Command(code, output.ToString(), error.ToString());
    }

    // A format that is read by programs is written as it is.
    private static void Report(ResultDocument document, ResultFormat format, ReportStyle style, TextWriter writer)
    {
        string text = (format, document.Cells is [{ Runs: [var run, ..] }, ..] ? run : null) switch
        {
            (ResultFormat.Table, { Copy: { } copy }) => $"copy {copy.Outcome}{(style.IsExplained ? ", explained" : string.Empty)}\n",
            (ResultFormat.Table, { Verification: { } found }) =>
                FormattableString.Invariant($"{found.FilesOk} ok, {found.FilesDifferent} different\n"),
            (ResultFormat.Table, { Pair: { } found }) =>
                FormattableString.Invariant($"{found.EntriesSame} same, {found.EntriesDifferent} different\n"),
            (ResultFormat.Json, { Copy: not null } or { Verification: not null } or { Pair: not null }) =>
                Json(document),
            _ => $"{NameOf(document)} {format}{(document.Partial ? ", partial" : string.Empty)}\n",
        };
        writer.Write(text);
    }

    private static string Json(ResultDocument document)
    {
        using var text = new StringWriter { NewLine = "\n" };
        ResultsJson.Write(document, text);
        return text.ToString();
    }

    private static string NameOf(ResultDocument document) =>
        document.Variant is { } variant ? $"{document.Kind} {variant}" : document.Kind;
}
