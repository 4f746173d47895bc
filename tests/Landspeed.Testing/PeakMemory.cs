using System.Globalization;
using Landspeed.Testing.Faults;

namespace Landspeed.Testing;

/// <summary>How much memory a command had resident at most, as the kernel counted it.</summary>
/// <param name="Command">What the command did.</param>
/// <param name="Bytes">The most that it had.</param>
public sealed record PeakMemory(Command Command, long Bytes)
{
    private const string Mark = "peak ";

    /// <summary>Runs a command to its end.</summary>
    /// <param name="patience">How long it may take.</param>
    /// <param name="command">The path of the program, and its arguments.</param>
    public static PeakMemory Of(TimeSpan patience, params string[] command)
    {
        // A child begins with the peak of the process that starts it: that is to be a small one.
        Command done = Command.Run(NativeProgram.Build("peak-memory"), command, patience);
        int at = done.Error.LastIndexOf(Mark, StringComparison.Ordinal);
        return at >= 0
            ? new PeakMemory(
                done with { Error = done.Error[..at] },
                1024 * long.Parse(done.Error[(at + Mark.Length)..], CultureInfo.InvariantCulture))
            : throw new InvalidOperationException($"{command[0]} ended with {done.ExitCode}: {done.Error}");
    }
}
