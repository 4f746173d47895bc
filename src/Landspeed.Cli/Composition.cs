using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli;

/// <summary>The parts that the command puts together, each replaceable in tests.</summary>
internal sealed record Composition
{
    /// <summary>Plans and runs measurements.</summary>
    internal required IMeasurementRunner Runner { get; init; }

    /// <summary>The report of a format.</summary>
    internal required Func<ResultFormat, DocumentWriter> Report { get; init; }

    /// <summary>Tries io_uring and leaves nothing behind.</summary>
    internal required Func<UringFinding> ProbeUring { get; init; }

    /// <summary>Measures time for progress.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The parts of the real command.</summary>
    internal static Composition Create() => new()
    {
        Runner = new AbsentRunner(),
        Report = _ => (document, writer) => ProvisionalReport.Write(document, writer),
        ProbeUring = () => new UringFinding(false, "this build does not probe io_uring", []),
    };

    // Stands in until the runner is part of the solution.
    private sealed class AbsentRunner : IMeasurementRunner
    {
        public MeasurementPlan Plan(MeasurementOptions options) =>
            throw new ExperimentException(Outcome.Failed, "this build cannot measure");

        public Experiments.Results.MeasurementDocument Run(
            MeasurementPlan plan, IProgress<MeasurementProgress>? progress, CancellationToken stop) =>
            throw new ExperimentException(Outcome.Failed, "this build cannot measure");
    }
}
