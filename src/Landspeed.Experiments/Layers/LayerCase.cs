using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Results;

namespace Landspeed.Experiments.Layers;

/// <summary>Runs a layer on the file that is ready.</summary>
/// <param name="layer">The layer.</param>
/// <param name="plan">Its case.</param>
internal sealed class LayerCase(Layer layer, MeasurementPlan plan) : ICase
{
    // The runtime compiles frequently called code in the background, 0.1 s after it is first needed.
    private static readonly TimeSpan s_compiledAfter = TimeSpan.FromMilliseconds(250);

    // For work that does not reach a file; the other findings are about files and devices.
    private static readonly string[] s_ofProcessor =
    [
        FindingCodes.Stalled.Name, FindingCodes.StolenTime.Name, FindingCodes.Drift.Name,
        FindingCodes.HistogramSaturated.Name, FindingCodes.ManagedAllocations.Name,
    ];

    private static readonly Metric[] s_ofBytes =
        [Metrics.Throughput, Metrics.ThroughputToReturn, Metrics.BytesRead, Metrics.BytesWritten, Metrics.ReadAmplification];

    private readonly RepeatedCase _case = new(layer.Name, plan);

    /// <inheritdoc/>
    public string Name => layer.Name;

    /// <summary>Returns a case that runs long enough for its code to be compiled.</summary>
    internal LayerCase WarmUp() => new(layer, plan with { Options = plan.Options with { Time = s_compiledAfter } });

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context)
    {
        if (layer.Expected == Verdict.Cache)
        {
            FillCache(context.Monitor);
        }

        RunRecord run = WithTime(_case.Run(round, plan.Options.Engine == EngineChoice.Null ? Silent(context) : context));
        return layer.IsOfFile ? run : WithoutFile(run);
    }

    // A rate of bytes that are not moved is not shown as progress either.
    private static RunContext Silent(RunContext context) =>
        new(context.Plan, new ProgressMonitor(null, context.Monitor.Stop), context.Clock) { Baseline = context.Baseline };

    // A file that is already cached completely is not read again.
    private void FillCache(ProgressMonitor monitor)
    {
        using StorageFile file = StorageFile.Open(plan.Options.Path, new StorageFileOptions());
        if (PageResidency.Measure(file, 0, plan.FileLength).ResidentBytes >= plan.FileLength)
        {
            return;
        }

        monitor.Begin(WorkPhase.Preparing);
        long done = 0;
        foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(plan.Options.Path, new SequentialFileOptions { Mode = IoMode.Buffered }))
        {
            monitor.ThrowIfStopped();
            done += block.Length;
            monitor.Report(Math.Min(done, plan.FileLength), plan.FileLength);
            if (done >= plan.FileLength)
            {
                break;
            }
        }
    }

    private static RunRecord WithTime(RunRecord run) => run[Metrics.Throughput] is not > 0 ? run : run with
    {
        Metrics = new Dictionary<string, double>(run.Metrics, StringComparer.Ordinal)
        {
            [Metrics.ElapsedPerByte.Name] = 1e9 / run[Metrics.Throughput]!.Value,
        },
    };

    // The file was open and not touched: there is no verdict, and if no byte was moved there is no rate of bytes.
    private RunRecord WithoutFile(RunRecord run)
    {
        Metric[] leftOut = plan.Options.Engine == EngineChoice.Null ? s_ofBytes : [Metrics.ReadAmplification];
        return run with
        {
            Reads = null,
            Writes = null,
            Device = null,
            Metrics = run.Metrics.Where(metric => !leftOut.Any(one => one.Name == metric.Key)).ToDictionary(StringComparer.Ordinal),
            Findings = [.. run.Findings.Where(finding => s_ofProcessor.Contains(finding.Code, StringComparer.Ordinal))],
        };
    }
}
