using Landspeed.Cli.Arguments;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
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

    // The 2004 grammar is no grammar that the parser of the other verbs understands, so its words pass it by.
    private static int Dispatch(CommandWords words, Terminal terminal, Composition composition)
    {
        if (words.ProgramName == IospeedCommand.Name)
        {
            return IospeedCommand.Run(words.Arguments, terminal, composition);
        }

        string[] verbWords = [.. words.Arguments.SkipWhile(word => word == VerbTree.NoColor)];
        return verbWords is [IospeedCommand.Name, .. var rest]
            ? IospeedCommand.Run(rest, terminal, composition)
            : new VerbTree(terminal, composition).Run(words.Arguments);
    }
}
