using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Landspeed.Cli.Commands;

/// <summary>Prints the usual help, then examples that work as written.</summary>
internal sealed class HelpWithExample : SynchronousCommandLineAction
{
    // Columns; fixed, so that help reads the same everywhere.
    private const int Width = 100;

    private const string ExitCodes = """
        Exit codes:
          0 done; 1 failed; 2 usage; 3 refused for safety, nothing touched; 5 the file became shorter
          meanwhile; 6 out of space or quota; 7 a verdict that --strict does not accept; 129, 130 and
          143 stopped by a signal.

        """;

    private const string SweepExitCodes = """
        Exit codes:
          0 done; 1 failed, or some cases did; 2 usage; 3 refused for safety, nothing touched; 5 the file
          became shorter meanwhile; 6 out of space or quota; 129, 130 and 143 stopped by a signal.

        """;

    private readonly HelpAction _help;

    internal HelpWithExample(HelpAction help)
    {
        _help = help;
        _help.MaxWidth = Width;
    }

    /// <inheritdoc/>
    public override bool ClearsParseErrors => true;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        TextWriter output = parseResult.InvocationConfiguration.Output;
        output.Write(Usual(parseResult));
        output.Write("Examples:\n");
        string verb = parseResult.CommandResult.Command.Name;
        foreach (string line in Examples(verb))
        {
            output.Write($"  {line}\n");
        }

        output.Write($"\n{(verb == SweepSymbols.Verb ? SweepExitCodes : ExitCodes)}");
        return 0;
    }

    // The parser lets any number of names through, so that we can say what is wrong with them; people read one.
    private string Usual(ParseResult parseResult)
    {
        TextWriter output = parseResult.InvocationConfiguration.Output;
        using var text = new StringWriter { NewLine = "\n" };
        parseResult.InvocationConfiguration.Output = text;
        _help.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output = output;
        IEnumerable<string> lines = text.ToString()
            .Replace("[<FILE>...]", "FILE", StringComparison.Ordinal)
            .Replace("[<DIR>...]", "[DIR]", StringComparison.Ordinal)
            .Replace("[<PLACE>...]", "[PLACE]", StringComparison.Ordinal)
            .Split('\n').Select(line => line.TrimEnd());
        return string.Join('\n', lines);
    }

    private static string[] Examples(string verb) => verb switch
    {
        "measure" =>
        [
            "landspeed measure big.dat                        creates big.dat when missing, reads it directly",
            "landspeed measure big.dat --mode buffered --cold through the page cache, from the device",
            "landspeed measure big.dat --request-size 4K --queue-depth 32 --pattern random",
            "landspeed measure new.dat --extend --size 10G --flush end --json result.json",
        ],
        SweepSymbols.Verb =>
        [
            "landspeed sweep                                  the current directory, about a minute",
            "landspeed sweep /mnt/data --html sweep.html      another one, and a page with charts",
            "landspeed sweep --request-size 4K..1M --queue-depth 1,4,16 --api engine --operation read",
            "landspeed sweep --full --json sweep.json         everything; after Ctrl-C the same with --resume",
        ],
        "doctor" =>
        [
            "landspeed doctor                                 this machine and the current directory",
            "landspeed doctor /mnt/data --json -              another directory, as JSON",
        ],
        _ =>
        [
            "landspeed measure big.dat                        one case on one file",
            "landspeed sweep                                  which request size, depth and mode to choose",
            "landspeed iospeed -t30 -b64K -r1G -s0 a.dat      the same, with the options of 2004",
            "landspeed doctor                                 what this machine can do, and what to fix",
        ],
    };
}
