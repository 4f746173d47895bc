using Landspeed.Cli.Output;
using Landspeed.Experiments.Trials;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of an experiment.</summary>
internal sealed record ExperimentRequest
{
    /// <summary>The experiment, and where its runs are kept.</summary>
    internal required ExperimentTask Task { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether the plan is printed, and nothing done.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Whether standard output is taken by something else, so that the result goes to standard error instead.</summary>
    internal bool StandardOutputIsTaken { get; init; }

    /// <summary>A command line that carries it on after an interruption.</summary>
    internal required string ContinueCommand { get; init; }
}
