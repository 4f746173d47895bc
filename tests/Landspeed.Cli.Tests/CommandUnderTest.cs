using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Tests.Output;
using Landspeed.Engine;
using Landspeed.Reporting;
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
            Runner = Runner,
            Report = (format, _) => (_, writer) => writer.Write($"report {format}\n"),
            Sweep = new SweepParts
            {
                Runner = SweepRunner,
                Report = (format, _) => (document, writer) =>
                    writer.Write($"sweep {format}{(document.Partial ? ", partial" : string.Empty)}\n"),
                LiveTable = style => (cells, writer) => writer.Write(
                    $"{string.Join('\n', cells.Select(cell => $"{cell.Name} {cell.State}"))}\n"),
                Charts = _ => [("throughput", "<svg 1>"), ("cpu", "<svg 2>")],
                FioScript = (_, writer) => writer.Write("fio commands\n"),
                NewSeed = () => 4711,
            },
            Experiment = new ExperimentParts
            {
                Runner = ExperimentRunner,
                Report = (format, _) => (document, writer) =>
                    writer.Write($"{document.Experiment} {format}{(document.Partial ? ", partial" : string.Empty)}\n"),
                NewSeed = () => 4711,
            },
            Copy = new CopyParts
            {
                Copier = Copier,
                Report = (_, content) => (document, writer) => writer.Write(
                    $"copy {document.Outcome}{(content == CopyTableContent.WithWays ? ", with ways" : string.Empty)}\n"),
                VerificationReport = _ => (document, writer) => writer.Write(FormattableString.Invariant(
                    $"{document.FilesOk} ok, {document.FilesDifferent} different\n")),
            },
            ProbeUring = () => new UringProbe(true, null, ["single_issuer"], [], 0),
            Signals = Signals.Listen,
            Time = Clock,
        };
        int code = Entry.Run(new CommandWords(ProgramName, arguments), terminal, composition);
        return new Command(code, output.ToString(), error.ToString());
    }
}
