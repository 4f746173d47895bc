using Landspeed.Cli.Output;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of <c>measure</c> or <c>iospeed</c>.</summary>
internal sealed record MeasureRequest
{
    /// <summary>The case.</summary>
    internal required MeasurementOptions Options { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether only the plan is printed.</summary>
    internal bool PlanOnly { get; init; }

    /// <summary>The verdict that every run must have; null: any will do.</summary>
    internal Verdict? ExpectedVerdict { get; init; }
}
