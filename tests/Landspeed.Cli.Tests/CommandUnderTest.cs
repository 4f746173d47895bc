using Landspeed.Engine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The command inside the test's own process, with a runner that touches nothing.</summary>
internal sealed class CommandUnderTest
{
    public FakeRunner Runner { get; init; } = new();

    public string ProgramName { get; init; } = "landspeed";

    public Command Run(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var composition = new Composition
        {
            Runner = Runner,
            Report = (format, _) => (_, writer) => writer.Write($"report {format}\n"),
            ProbeUring = () => new UringProbe(true, null, ["single_issuer"], [], 0),
        };
        int code = Entry.Run(new CommandWords(ProgramName, arguments), new Terminal(output, error), composition);
        return new Command(code, output.ToString(), error.ToString());
    }
}
