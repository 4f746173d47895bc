using System.Runtime.CompilerServices;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Jobs;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments.Jobs;
using Landspeed.Mpi;

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
        if (!DescriptorFloor.IsReached())
        {
            return LauncherJob.End(ExitStatus.Failed);
        }

        return Begin(arguments);
    }

    // What it uses is loaded when it is called, and that takes descriptors.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Begin(string[] arguments)
    {
        CommandWords words = CommandWords.Read(arguments);
        RankLaunch? launch = RankLaunch.Find(words.Arguments, MpiLauncher.Find());
        if (launch is not null)
        {
            // Open MPI gives each rank a terminal of its own, whatever it makes of it: to .NET it must be none that wants to be initialised.
            Environment.SetEnvironmentVariable("TERM", "dumb");
        }

        Terminal terminal = Terminal.OfProcess();
        NativePlatform.Threads.IgnoreFileSizeSignal(); // a file above ulimit -f is to be an error with a message
        var composition = Composition.Create();
        return launch is null
            ? Run(words, terminal, composition)
            : RankEntry.Run(
                launch.Join,
                words,
                $"landspeed {ProgramVersion.Text}",
                terminal,
                (voice, rank, signals) => Run(words, voice, composition with { Rank = rank, Signals = signals.Listen }));
    }

    /// <summary>Runs the command; everything that it touches is given.</summary>
    internal static int Run(CommandWords words, Terminal terminal, Composition composition)
    {
        int code = Diagnostics.Guard(terminal, () =>
        {
            using JobSeat? seat = SeatWord.Take(words, out CommandWords rest);
            return Dispatch(rest, terminal, composition with { Seat = seat });
        });
        return terminal.Finish(code);
    }

    // The old command lines are none that the parser of the other verbs understands, so their words pass it by.
    private static int Dispatch(CommandWords words, Terminal terminal, Composition composition)
    {
        if (ClassicProgram.Find(words.ProgramName) is { } program)
        {
            return Run(program, words.Arguments, terminal, composition);
        }

        string[] verbWords = [.. words.Arguments.SkipWhile(word => word == CommandLine.NoColor)];
        if (verbWords is [var verb, .. var rest] && ClassicProgram.Find(verb) is { } classic)
        {
            terminal.OutputHasColor &= verbWords.Length == words.Arguments.Length;
            return Run(classic, rest, terminal, composition);
        }

        return new CommandLine(new LandspeedVerb(terminal, composition), terminal, composition.Rank).Run(words.Arguments);
    }

    private static int Run(ClassicProgram program, string[] words, Terminal terminal, Composition composition)
    {
        var names = new OptionNames(program);
        terminal.Rephrase = names.In;
        return Allowed(program, composition).Execute(words, terminal, composition with
        {
            Report = (format, style) => format == ResultFormat.Table
                ? (document, writer) => composition.Report(format, style)(names.In(document), writer)
                : composition.Report(format, style),
        });
    }

    private static ClassicProgram Allowed(ClassicProgram program, Composition composition) =>
        composition.Rank.IsAlone ? program : throw CommandLine.NotOnRanks(program.Name, composition.Rank);
}
