using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Files;

namespace Landspeed.Cli.Output;

/// <summary>Turns what went wrong into one line for people and an exit code.</summary>
internal static class Diagnostics
{
    /// <summary>Begins each line.</summary>
    internal const string Prefix = "landspeed: ";

    private const string NoCurrentDirectory = "the current directory was removed; change to one that exists";

    /// <summary>Runs a command; whatever it throws becomes a line and a code.</summary>
    /// <returns>The command's exit code, or the error's.</returns>
    internal static int Guard(Terminal terminal, Func<int> command)
    {
        try
        {
            return command();
        }
        catch (Exception e)
        {
            Say(terminal, e);
            return ExitStatus.Of(OutcomeOf(e));
        }
    }

    /// <summary>Prints one line: what failed, on what, the likely cause, what to try.</summary>
    /// <remarks>Results that were written before are handed over first: on a terminal both go to one place.</remarks>
    internal static void Say(Terminal terminal, string message)
    {
        message = terminal.Rephrase(message);
        terminal.Heard?.Invoke(message);
        terminal.Output.Flush();
        terminal.TryWriteError($"{Prefix}{Shown.OneLine(message)}\n");
    }

    /// <summary>Prints one line about what went wrong.</summary>
    internal static void Say(Terminal terminal, Exception exception) => Say(terminal, Message(exception));

    /// <summary>How a command ends that an exception ended.</summary>
    internal static Outcome OutcomeOf(Exception exception) => exception switch
    {
        ExperimentException experiment => experiment.Outcome,
        _ => OutOfSpace.OutcomeOf(exception),
    };

    private static string Message(Exception exception) => exception switch
    {
        // The first is what .NET throws when the system cannot name the current directory.
        FileNotFoundException { FileName: null } => NoCurrentDirectory,
        NativeIOException { Error.Kind: NativeErrorKind.NotFound, Path: { } path } when PlainPath.IsLost(path) =>
            NoCurrentDirectory,
        ExperimentException or IOException or UnauthorizedAccessException or PlatformNotSupportedException =>
            FrameworkErrors.Message(exception),
        ArgumentException when NativeError.TryFrom(exception, out _) => FrameworkErrors.Message(exception),
        OutOfMemoryException => "not enough memory; try a smaller --request-size, --queue-depth or --threads",
        _ => $"internal error, please report it: {exception.GetType().Name}: {exception.Message}",
    };
}
