using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// A case of the engine, or of FileStream, that is one of many, each run often and for a short time, on a file that is
/// ready.
/// </summary>
/// <param name="name">Name of its cell.</param>
/// <param name="plan">The case.</param>
internal sealed class RepeatedCase(string name, MeasurementPlan plan) : ICase
{
    // Runs are intentionally short and repeated instead; what else the machine did earlier applies to all cells.
    private static readonly string[] s_leftOut = [FindingCodes.ShortRun.Name, FindingCodes.BusyBaseline.Name];

    private readonly MeasuredCase _case = new(name, plan, preparer: null);

    /// <inheritdoc/>
    public string Name => name;

    /// <summary>
    /// Makes one run; a stopped run does not count. The bins of hundreds of runs would be most of the result, but
    /// several ranks need them for addition.
    /// </summary>
    public RunRecord Run(int round, RunContext context)
    {
        RunRecord run = _case.Run(round, context);
        if (run.Partial)
        {
            throw new OperationCanceledException(context.Monitor.Stop);
        }

        RunRecord stored = context.Ranks is null ? run.WithoutBins() : run;
        return stored with
        {
            Findings = [.. run.Findings.Where(finding => !s_leftOut.Contains(finding.Code, StringComparer.Ordinal))],
        };
    }
}
