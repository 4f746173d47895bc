namespace Landspeed.Cli.Arguments;

/// <summary>Files that several verbs make without being told their names.</summary>
internal static class UsualFiles
{
    /// <summary>What says that a file is ours.</summary>
    internal static Definition Mark { get; } = new(
        ".NAME.landspeed",
        "Says that the file NAME beside it was made by landspeed and may be written to. It is made only where the file system has no " +
        "user attributes; elsewhere the attribute user.landspeed of the file says so.");

    /// <summary>What tears a volume.</summary>
    internal static Definition Filling { get; } = new(
        "DIR/landspeed-fill", "What --fill reserved in the directory DIR, and journal, by which --clean knows what of it may go.");

    /// <summary>What a campaign collects.</summary>
    internal static Definition Campaign { get; } = new(
        "FILE.campaign", "The directory of a campaign, unless --out names another: its journal, and the outputs and results of its commands. It stays.");

    /// <summary>A result on its way.</summary>
    internal static Definition Result { get; } = new(
        ".NAME.*.landspeed-part", "A result on its way to the file NAME; of a command that was killed it stays.");

    /// <summary>What a copy keeps beside its target.</summary>
    internal static IReadOnlyList<Definition> Copy { get; } =
    [
        new(
            ".NAME.landspeed-part, .NAME.*.landspeed-part",
            "The copy of NAME until it is whole. One that was interrupted is carried on by the same command, or removed by copy --clean."),
        new(".NAME.landspeed-journal", "How far an interrupted copy of NAME is durable."),
        new(".*.landspeed-run", "In a directory that is copied to: the claim of a running copy to its temporary files."),
    ];

    /// <summary>Records on their way.</summary>
    internal static Definition Records { get; } = new(".NAME.landspeed-part", "The records until the file NAME is whole and durable.");

    /// <summary>The directory of an experiment.</summary>
    internal static Definition Trial(params IEnumerable<string> purposes) => new(
        string.Join(", ", purposes.Select(purpose => $"landspeed-{purpose}-*")), "The directory of the experiment, which is removed with all that is in it.");

    /// <summary>The journal of an experiment.</summary>
    internal static Definition Journal(string verb) => new(
        $"RESULT.cells.jsonl, landspeed-{verb}.jsonl",
        "The result of each run as it ends, beside the first result file, or where the experiment makes its files; removed after " +
        "success, and what --resume carries on.");
}
