using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments.Host;
using Landspeed.Mpi;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>doctor</c>: what this machine can do, and what to fix.</summary>
internal sealed class DoctorVerb(Terminal terminal, Composition composition) : Verb(
    "doctor", "Check this machine for fast, honest I/O, and list what to fix.")
{
    private readonly OptionGroup<Request> _results = new("Results")
    {
        { SharedOptions.Json(), (request, file) => request with { Json = file } },
        { Flag("--quiet", "Print only what is limited or missing"), request => request with { Least = FactState.Limited } },
    };

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "A directory on the file system to check (default: the current one).", ValueForm.Directory);

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_results, RankLaunch.Group];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed doctor", "this machine and the current directory"),
        new("landspeed doctor /mnt/data --json -", "another directory, as JSON"),
        new("mpirun -n 4 landspeed doctor /scratch", "whether the hosts of a job and their clocks agree"),
    ];

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string? name = words.Operand("directory", absent: null, "name one");
        Request request = _results.Read(words, new Request(name is null ? FilePath.FromText(".") : Values.Path("DIR", name)));
        using ResultFile? file = new ResultOutputs { Json = composition.Rank.Speaks ? request.Json : null }.Files
            .Select(target => ResultFile.Open(target.Option, target.Name)).FirstOrDefault();
        ExaminationRecord record = new Examination(composition.ProbeUring, composition.Time)
            .Run(request.Directory, ProgramVersion.Text);
        record = record with { Facts = [.. record.Facts, MpiFact.Find(MpiLauncher.Find())] };
        if (!composition.Rank.IsAlone)
        {
            composition.Rank.Meet("examined");
            record = record with { Facts = [.. record.Facts, .. new RankFacts(composition.Time).Find(composition.Rank, record)] };
        }

        if (request.Json == ResultOutputs.Standard)
        {
            WriteJson(record, terminal.Output);
        }
        else
        {
            new ExaminationTable(terminal, request.Least).Write(record);
            file?.Complete(writer => WriteJson(record, writer));
        }

        return ExitStatus.Done;
    }

    private static void WriteJson(ExaminationRecord record, TextWriter writer) =>
        writer.Write($"{ExaminationJson.ToText(record)}\n");

    /// <summary>What a person asked of it.</summary>
    /// <param name="Directory">What is examined.</param>
    private sealed record Request(FilePath Directory)
    {
        /// <summary>File for JSON, <c>-</c> for standard output, or null.</summary>
        internal string? Json { get; init; }

        /// <summary>Facts better than this are left out.</summary>
        internal FactState Least { get; init; } = FactState.Ok;
    }
}
