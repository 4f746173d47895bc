namespace Landspeed.Cli.Arguments;

/// <summary>Files that several verbs make without being told their names.</summary>
internal static class UsualFiles
{
    /// <summary>What says that a file is ours.</summary>
    internal static Definition Mark { get; } = new(
        ".NAME.landspeed",
        "Marks the file NAME beside it as made by landspeed and safe to write to. It is used only where the file system has no " +
        "user attributes; elsewhere the file has the attribute user.landspeed.");

    /// <summary>What blocks must hold.</summary>
    internal static Definition Blocks { get; } = new(
        "FILE.blocks",
        "What --verify-blocks wrote to FILE and what of it is durable, unless --block-journal names another. It is not "
        + "removed.");

    /// <summary>What fragments a volume.</summary>
    internal static Definition Filling { get; } = new(
        "DIR/landspeed-fill", "What --fill reserved in the directory DIR, and the journal that tells --clean what to remove.");

    /// <summary>What a campaign collects.</summary>
    internal static Definition Campaign { get; } = new(
        "FILE.campaign", "The directory of a campaign, unless --out names another: its journal, and the outputs and results of its commands. It is not removed.");

    /// <summary>A result on its way.</summary>
    internal static Definition Result { get; } = new(
        ".NAME.*.landspeed-part", "A result being written to the file NAME; a killed command leaves it behind.");

    /// <summary>What a copy keeps beside its target.</summary>
    internal static IReadOnlyList<Definition> Copy { get; } =
    [
        new(
            ".NAME.landspeed-part, .NAME.*.landspeed-part",
            "The copy of NAME until it is complete. The same command resumes an interrupted one; copy --clean removes it."),
        new(".NAME.landspeed-journal", "How far an interrupted copy of NAME is durable."),
        new(".*.landspeed-run", "In a target directory: marks the temporary files of a running copy."),
    ];

    /// <summary>Records on their way.</summary>
    internal static Definition Records { get; } = new(".NAME.landspeed-part", "The records until the file NAME is complete and durable.");

    /// <summary>The directory of an experiment.</summary>
    internal static Definition Trial(params IEnumerable<string> purposes) => new(
        string.Join(", ", purposes.Select(purpose => $"landspeed-{purpose}-*")), "The temporary directory of the experiment, removed at its end.");

    /// <summary>The journal of an experiment.</summary>
    internal static Definition Journal(string verb) => new(
        $"RESULT.cells.jsonl, landspeed-{verb}.jsonl",
        "The result of each run as it ends, beside the first result file or where the experiment creates its files; removed after " +
        "success; --resume continues from it.");
}
