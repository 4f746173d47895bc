using Landspeed.Cli.Arguments;
using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>iospeed</c>: <c>measure</c> with the options of the 2004 tool.</summary>
internal static class IospeedCommand
{
    /// <summary>Its name, also as a program.</summary>
    internal const string Name = "iospeed";

    /// <summary>Runs it.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat (see iospeed --help)");
        }

        IospeedWords scanned = IospeedScanner.Scan(words);
        terminal.OutputHasColor &= !scanned.Has("no-color");
        if (scanned.Has("help"))
        {
            terminal.Output.Write(IospeedUsage.Text);
            return (int)Outcome.Done;
        }

        if (scanned.Has("version"))
        {
            terminal.Output.Write($"landspeed {ProgramVersion.Text}\n");
            return (int)Outcome.Done;
        }

        return new MeasureRun(terminal, composition).Execute(IospeedGrammar.Read(scanned));
    }
}
