using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Tests.Rounds;

/// <summary>For tests that do not look at what the whole machine spent.</summary>
internal static class ShortPlans
{
    /// <summary>The plan of a task; before its first run the idle machine is watched for 100 ms, not 400.</summary>
    internal static ExperimentPlan ShortPlan(this ExperimentRunner runner, ExperimentTask task)
    {
        ExperimentPlan plan = runner.Plan(task);
        return plan with { BaselineRunTime = plan.BaselineRunTime is null ? null : TimeSpan.Zero };
    }
}
