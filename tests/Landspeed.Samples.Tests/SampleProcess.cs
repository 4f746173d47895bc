using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

/// <summary>The built samples as a process of their own.</summary>
internal static class SampleProcess
{
    public static Command Run(params string[] arguments) => RunProgram("StreamSamples", arguments);

    /// <summary>Runs a program of the samples.</summary>
    public static Command RunProgram(string program, params string[] arguments) =>
        Command.Run(Path.Combine(AppContext.BaseDirectory, program), arguments);

    /// <summary>Runs one that must succeed, and gives the one line that it prints.</summary>
    public static string Line(params string[] arguments)
    {
        Command done = Run(arguments);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.EndsWith("\n", done.Output);
        return Assert.Single(done.Output[..^1].Split('\n'));
    }
}
