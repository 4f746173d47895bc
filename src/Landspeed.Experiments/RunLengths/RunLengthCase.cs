using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.RunLengths;

/// <summary>Moves through a file whose layout is known, and is checked again after each write.</summary>
/// <param name="name">Name of its cell.</param>
/// <param name="file">The file.</param>
/// <param name="plan">The case.</param>
internal sealed class RunLengthCase(string name, LaidOutFile file, MeasurementPlan plan) : ICase
{
    private const double Mebibyte = 1 << 20; // 1,048,576 bytes

    private readonly RepeatedCase _case = new(name, plan);

    /// <inheritdoc/>
    public string Name => name;

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context)
    {
        file.RequireLayout();
        RunRecord run = _case.Run(round, context);
        if (plan.Options.Operation == MeasuredOperation.Write)
        {
            file.RequireLayoutAfterWrite();
        }

        return run with
        {
            Metrics = new Dictionary<string, double>(run.Metrics.Concat(Metrics.Of(
                (Metrics.DeviceRequestsPerMebibyte, RequestsPerMebibyte(run)),
                (Metrics.FileFragments, file.Runs),
                (Metrics.RunLengthMedian, file.MedianRunLength))), StringComparer.Ordinal),
        };
    }

    private static double? RequestsPerMebibyte(RunRecord run) => run.Reads is not null
        ? run.Device?.ReadRequests / (run[Metrics.BytesRead] / Mebibyte)
        : run.Device?.WriteRequests / (run[Metrics.BytesWritten] / Mebibyte);
}
