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

    private const string CopyExitCodes = """
        Exit codes:
          0 done; 1 failed, or some files did and the rest is done; 2 usage; 3 refused for safety, nothing
          touched; 4 the copy differs from its source; 5 the source changed meanwhile; 6 out of space or
          quota; 129, 130 and 143 stopped by a signal.

        """;

    private const string VerifyExitCodes = """
        Exit codes:
          0 all as it should be; 1 a file is missing or cannot be read, or a line of the manifest; 2 usage;
          4 a file differs; 129, 130 and 143 stopped by a signal.

        """;

    private const string RecordsExitCodes = """
        Exit codes:
          0 done, and validated records are in order; 1 failed; 2 usage; 3 refused for safety, nothing
          touched, or no file of records; 4 records out of order; 5 the file changed meanwhile; 6 out of
          space or quota; 129, 130 and 143 stopped by a signal.

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

        output.Write($"\n{CodesOf(verb)}");
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
            .Replace("[<COUNT FILE>...]", "COUNT FILE", StringComparison.Ordinal)
            .Replace("[<DIR>...]", "[DIR]", StringComparison.Ordinal)
            .Replace("[<DIRECTORY>...]", "DIRECTORY", StringComparison.Ordinal)
            .Replace("[<SOURCE TARGET>...]", "SOURCE TARGET", StringComparison.Ordinal)
            .Replace("[<MANIFEST>...]", "MANIFEST", StringComparison.Ordinal)
            .Replace("[<PLACE>...]", "[PLACE]", StringComparison.Ordinal)
            .Split('\n').Select(line => line.TrimEnd());
        return string.Join('\n', lines);
    }

    private static string CodesOf(string verb) => verb switch
    {
        SweepSymbols.Verb or PatternsSymbols.Verb or HintsSymbols.Verb or CreateSymbols.Verb or ProcessSymbols.Verb =>
            SweepExitCodes,
        CopySymbols.Verb => CopyExitCodes,
        VerifySymbols.Verb => VerifyExitCodes,
        GenerateRecordsSymbols.Verb or ValidateRecordsSymbols.Verb or VerbTree.RecordsVerb => RecordsExitCodes,
        _ => ExitCodes,
    };

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
        PatternsSymbols.Verb =>
        [
            "landspeed patterns                               programming styles, in the current directory",
            "landspeed patterns /mnt/data --styles byte,line,block --records 1000000 --html styles.html",
            "landspeed patterns --apis --record-size 1..1M --order sequential --csv apis.csv",
            "landspeed patterns --modes                       what each FileMode does",
        ],
        HintsSymbols.Verb =>
        [
            "landspeed hints                                  headers of 1,000 files in the current directory",
            "landspeed hints /mnt/data --pattern whole --html hints.html",
            "landspeed hints --bytes 64K --reads 16 --pattern stride --hints none,random-access,direct",
        ],
        GenerateRecordsSymbols.Verb =>
        [
            "landspeed records generate 10000000 in.dat       1 GB of binary records",
            "landspeed records generate 1000000 in.txt --ascii --checksum",
            "landspeed records generate 1000000 part2.dat --start 1000000",
            "landspeed records generate 1000000 - --ascii | LC_ALL=C sort | landspeed records validate -",
        ],
        ValidateRecordsSymbols.Verb =>
        [
            "landspeed records validate out.dat               order, duplicates, checksum",
            "landspeed records validate out.dat --mode direct --json result.json",
        ],
        VerbTree.RecordsVerb =>
        [
            "landspeed records generate 10000000 in.dat       1 GB of binary records",
            "landspeed records validate out.dat               order, duplicates, checksum",
        ],
        CreateSymbols.Verb =>
        [
            "landspeed create data --scale 0.1                1,000 files of 100 lines of 100 characters",
            "landspeed create big --preset big                20 files of 100 MB",
            "landspeed create noise --files 8 --lines 1000 --characters 1000 --kind incompressible --seed 7",
            "landspeed create data --scale 0.1 --resume       what is complete stays, the rest is made",
        ],
        ProcessSymbols.Verb =>
        [
            "landspeed process                                a data set of its own, about a minute",
            "landspeed process data --html process.html       files that are there, and a page with charts",
            "landspeed process data --threads 1,2 --work 0,1000 --strategy streaming,pipelined",
            "landspeed process data --buffer 4K,8K,64K --hint none,sequential --work 0",
        ],
        CopySymbols.Verb =>
        [
            "landspeed copy big.dat /mnt/backup/ --verify     one file into a directory, read again and compared",
            "landspeed copy photos /mnt/backup/photos         a directory, under the name that its copy is to have",
            "landspeed copy photos /mnt/backup/photos --update --delete --dry-run",
            "landspeed copy photos /mnt/backup/photos --manifest photos.sha256 --exclude '*.tmp'",
            "landspeed copy - /mnt/backup/dump.sql            from standard input",
            "landspeed copy --clean /mnt/backup               remove what interrupted copies left there",
        ],
        VerifySymbols.Verb =>
        [
            "landspeed verify photos.sha256 --directory /mnt/backup/photos",
            "landspeed verify MD5SUMS --extra                 also name files that are not in it",
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
            "landspeed patterns                               which way to program file I/O costs what",
            "landspeed hints                                  what FileOptions and advice really fetch",
            "landspeed process                                streaming, buffering or pipelining",
            "landspeed records generate 10000000 in.dat       records of the sort benchmark",
            "landspeed copy big.dat /mnt/backup/ --verify     copy, durable and compared on the medium",
            "landspeed verify photos.sha256                   files against their checksums",
            "landspeed iospeed -t30 -b64K -r1G -s0 a.dat      measure, with the options of 2004",
            "landspeed doctor                                 what this machine can do, and what to fix",
        ],
    };
}
