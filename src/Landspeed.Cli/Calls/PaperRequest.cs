using Landspeed.Cli.Output;
using Landspeed.Experiments.Paper;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>What a person asked of a paper.</summary>
internal sealed record PaperRequest
{
    /// <summary>What is measured, and where.</summary>
    internal required PaperOptions Options { get; init; }

    /// <summary>Whether temporary volumes were requested by an option: then there is no paper without them.</summary>
    internal bool RequiresImage { get; init; }

    /// <summary>Stored results to rest on, with their names.</summary>
    internal IReadOnlyList<(string Name, ResultDocument Document)> Given { get; init; } = [];

    /// <summary>Whether interrupted work is continued.</summary>
    internal bool Resume { get; init; }

    /// <summary>The start of the random sequence that was given; null: none was.</summary>
    internal ulong? GivenSeed { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether the plan is printed, and nothing done.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>A command line that continues it after an interruption.</summary>
    internal string ContinueCommand { get; init; } = string.Empty;
}
