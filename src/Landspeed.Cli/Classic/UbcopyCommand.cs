using Landspeed.Cli.Arguments;
using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ubcopy</c>: <c>copy</c> with the options of the tool of 2010.</summary>
internal static class UbcopyCommand
{
    /// <summary>Its name, also as a program.</summary>
    internal const string Name = "ubcopy";

    /// <summary>Runs it.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no source and no destination named; for example: ubcopy -s A -d B -c True (see ubcopy --help)");
        }

        IReadOnlyDictionary<string, string> values = UbcopyScanner.Scan(words);
        terminal.OutputHasColor &= !values.ContainsKey("no-color");
        if (values.ContainsKey("help"))
        {
            terminal.Output.Write(UbcopyUsage.Text);
            return (int)Outcome.Done;
        }

        if (values.ContainsKey("version"))
        {
            terminal.Output.Write($"landspeed {ProgramVersion.Text}\n");
            return (int)Outcome.Done;
        }

        return new CopyCommandRun(terminal, composition).Execute(UbcopyGrammar.Read(values, words));
    }
}
