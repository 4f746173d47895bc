using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Extents;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>extents</c>: the layout of files.</summary>
internal sealed class ExtentsVerb(Terminal terminal, Composition composition) : Verb(
    "extents", "Show how files are stored on their volume: runs, distances, holes.")
{
    private readonly OptionGroup<ExtentsTask> _reading = new("What is read")
    {
        {
            Flag("--sync", "Write back dirty data first, so that it has an address (default: list it separately)"),
            task => task with { Query = ExtentQuery.WriteBackFirst }
        },
        {
            Flag("--cross-mounts", "Descend into other file systems mounted below a directory (default: only count them)"),
            task => task with { CrossMounts = true }
        },
        {
            Flag("--free-space", "Also read the free space of the volumes, if the file system reports it (ext4, XFS), and where the files are in it"),
            task => task with { ReadsFreeSpace = true }
        },
        { Count("--worst", "List the N most fragmented files", 0, 100_000, "20"), (task, most) => task with { MostFiles = most } },
    };

    private readonly OptionGroup<ExtentsRequest> _running = new("The command")
    {
        { Flag("--list", "List every extent and hole, also in JSON and CSV"), request => request with { Lists = true } },
        { Flag("--quiet", "Show no progress and no summary; still report what cannot be read"), request => request with { Quiet = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details => "It changes nothing and does not need root.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Files, and directories with everything below them.", new ValueForm("PATH", ValueKind.Path) { IsRepeated = true });

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_reading, _results, _running];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "copy"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed extents big.dat"),
        new("landspeed extents /srv/db --worst 50 --html db.html", "a tree, with maps of its worst files"),
        new("landspeed extents big.dat --list --quiet", "one line per extent"),
        new("landspeed extents . --free-space", "also show the free space"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3, 6).With(
        (1, "something cannot be read, or its file system does not report where files are; the rest is reported"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands();
        if (names.Length == 0)
        {
            throw UsageError.Of("no file and no directory named; for example: landspeed extents big.dat");
        }

        FilePath[] paths = [.. names.Select(name => Values.Path("PATH", name))];
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        foreach (FilePath path in paths)
        {
            outputs.Refuse(path, "a file to be examined");
        }

        return new ExtentsCall(terminal, composition).Execute(_running.Read(words, new ExtentsRequest
        {
            Outputs = outputs,
            Task = _reading.Read(words, new ExtentsTask { Paths = paths }),
        }));
    }
}
