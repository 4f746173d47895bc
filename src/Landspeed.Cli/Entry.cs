using Landspeed.Cli.Arguments;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Platform;

namespace Landspeed.Cli;

/// <summary>From the words of the command line to an exit code.</summary>
internal static class Entry
{
    /// <summary>Runs the command in this process's surroundings.</summary>
    /// <param name="arguments">As .NET decoded them; names that are not UTF-8 are read again from the system.</param>
    /// <returns>The exit code.</returns>
    internal static int Start(string[] arguments)
    {
        NativePlatform.Threads.OccupyStandardDescriptors(); // closed ones, before a file of ours gets their numbers
        CommandWords words = CommandWords.Read(arguments);
        Terminal terminal = Terminal.OfProcess();
        NativePlatform.Threads.IgnoreFileSizeSignal(); // a file above ulimit -f is to be an error with a message
        return Run(words, terminal, Composition.Create());
    }

    /// <summary>Runs the command; everything that it touches is given.</summary>
    internal static int Run(CommandWords words, Terminal terminal, Composition composition)
    {
        int code = Diagnostics.Guard(terminal, () => Dispatch(words, terminal, composition));
        return terminal.Finish(code);
    }

    // The old command lines are none that the parser of the other verbs understands, so their words pass it by.
    private static int Dispatch(CommandWords words, Terminal terminal, Composition composition)
    {
        if (ClassicProgram.Find(words.ProgramName) is { } program)
        {
            return program.Execute(words.Arguments, terminal, composition);
        }

        string[] verbWords = [.. words.Arguments.SkipWhile(word => word == CommandLine.NoColor)];
        if (verbWords is [var verb, .. var rest] && ClassicProgram.Find(verb) is { } classic)
        {
            terminal.OutputHasColor &= verbWords.Length == words.Arguments.Length;
            return classic.Execute(rest, terminal, composition);
        }

        return new CommandLine(new LandspeedVerb(terminal, composition), terminal).Run(words.Arguments);
    }
}
