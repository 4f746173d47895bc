using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>records</c>: records of the sort benchmark.</summary>
internal sealed class RecordsVerb(Terminal terminal, Composition composition) : Verb(
    "records", "Generate records of the sort benchmark, or check their order.")
{
    /// <summary>How both verbs below it end.</summary>
    internal static ExitCodes Codes { get; } = ExitCodes.Usual.With(
        (0, "done; validated records are in order"),
        (3, "refused for safety, nothing touched; or not a file of records"),
        (4, "records out of order"),
        (5, "the file changed during the run"));

    /// <inheritdoc/>
    internal override IReadOnlyList<Verb> Verbs { get; } =
        [new GenerateRecordsVerb(terminal, composition), new ValidateRecordsVerb(terminal, composition)];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed records generate 10000000 in.dat", "1 GB of binary records"),
        new("landspeed records validate out.dat", "order, duplicates, checksum"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => Codes;
}
