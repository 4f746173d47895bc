using Landspeed.Experiments;
using Landspeed.Experiments.Records;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked to be validated.</summary>
/// <param name="Request">The experiment as every other.</param>
/// <param name="Experiment">The same, which knows what it found.</param>
internal sealed record ValidateRecordsRequest(ExperimentRequest Request, ValidateRecords Experiment)
{
    /// <summary>Carries it out.</summary>
    /// <returns>The exit code: records out of order have their own.</returns>
    internal int Execute(ExperimentRun run)
    {
        int code = run.Execute(Request);
        return code == 0 && Experiment.Result is { Unordered: > 0 } ? (int)Outcome.Mismatch : code;
    }
}
