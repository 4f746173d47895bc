using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Extents;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>extents</c>: how files lie.</summary>
internal sealed class ExtentsVerb(Terminal terminal, Composition composition) : Verb(
    "extents", "Show how files lie on their volume: runs, distances, holes.")
{
    private readonly OptionGroup<ExtentsTask> _reading = new("What is read")
    {
        {
            Flag("--sync", "Write dirty data back first, so that it has an address (default: it is told apart)"),
            task => task with { Query = ExtentQuery.WriteBackFirst }
        },
        {
            Flag("--cross-mounts", "Look into other file systems mounted below a directory (default: counted, not entered)"),
            task => task with { CrossMounts = true }
        },
        {
            Flag("--free-space", "Also read the free space of the volumes, where the file system tells (ext4, XFS), and where the files lie in it"),
            task => task with { ReadsFreeSpace = true }
        },
        { Count("--worst", "List so many files, those with the most runs", 0, 100_000, "20"), (task, most) => task with { MostFiles = most } },
    };

    private readonly OptionGroup<ExtentsRequest> _running = new("The command")
    {
        { Flag("--list", "List every extent and hole; JSON and CSV then hold them, too"), request => request with { Lists = true } },
        { Flag("--quiet", "No progress, no summary; what cannot be read is still told"), request => request with { Quiet = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details => "Nothing is changed, and root is not needed.";

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
        new("landspeed extents big.dat --list --quiet", "a line an extent"),
        new("landspeed extents . --free-space", "and how the free space lies"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3, 6).With(
        (1, "something cannot be read, or its file system does not report where files lie; the rest is told"));

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
            outputs.Refuse(path, "a file to be looked at");
        }

        return new ExtentsCommandRun(terminal, composition).Execute(_running.Read(words, new ExtentsRequest
        {
            Outputs = outputs,
            Task = _reading.Read(words, new ExtentsTask { Paths = paths }),
        }));
    }
}
