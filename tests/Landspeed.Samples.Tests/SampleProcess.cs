using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

/// <summary>The built samples as a process of their own.</summary>
internal static class SampleProcess
{
    private static readonly string s_executable = Path.Combine(AppContext.BaseDirectory, "StreamSamples");

    public static Command Run(params string[] arguments) => Command.Run(s_executable, arguments);

    /// <summary>Runs one that must succeed, and gives the one line that it prints.</summary>
    public static string Line(params string[] arguments)
    {
        Command done = Run(arguments);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.EndsWith("\n", done.Output);
        return Assert.Single(done.Output[..^1].Split('\n'));
    }
}
