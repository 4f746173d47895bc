using Landspeed.Cli.Output;
using Landspeed.Experiments.Sweeping;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of <c>sweep</c>.</summary>
internal sealed record SweepRequest
{
    /// <summary>The grid.</summary>
    internal required SweepOptions Options { get; init; }

    /// <summary>The start of the random sequence that was given; null: none was.</summary>
    internal ulong? GivenSeed { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Directory for the charts, or null.</summary>
    internal string? Charts { get; init; }

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether the plan is printed, and nothing done.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Whether the commands of fio are printed, and nothing done.</summary>
    internal bool ShowFio { get; init; }

    /// <summary>A command line that carries the sweep on after an interruption.</summary>
    internal required string ContinueCommand { get; init; }
}
