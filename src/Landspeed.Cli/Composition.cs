using Landspeed.Cli.Output;
using Landspeed.Engine;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Reporting;

namespace Landspeed.Cli;

/// <summary>The parts that the command puts together, each replaceable in tests.</summary>
internal sealed record Composition
{
    /// <summary>Plans and runs measurements.</summary>
    internal required IMeasurementRunner Runner { get; init; }

    /// <summary>The report of a format, laid out in a style.</summary>
    internal required Func<ResultFormat, ReportStyle, DocumentWriter<MeasurementDocument>> Report { get; init; }

    /// <summary>The parts of sweeps.</summary>
    internal required SweepParts Sweep { get; init; }

    /// <summary>The parts of the classic experiments.</summary>
    internal required ExperimentParts Experiment { get; init; }

    /// <summary>The parts of copies.</summary>
    internal required CopyParts Copy { get; init; }

    /// <summary>Tries io_uring and leaves nothing behind.</summary>
    internal required Func<UringProbe> ProbeUring { get; init; }

    /// <summary>
    /// Listens to signals: given what a second one does, on another thread, before it ends the process.
    /// </summary>
    internal Func<Action, IStopSignals> Signals { get; init; } = abandon => new StopSignals(abandon);

    /// <summary>Measures time for progress.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The parts of the real command.</summary>
    internal static Composition Create() => new()
    {
        Runner = new MeasurementRunner(TimeProvider.System),
        Report = ReportOf,
        Sweep = SweepParts.Create(),
        Experiment = ExperimentParts.Create(),
        Copy = new CopyParts { Copier = new Copier() },
        ProbeUring = UringEngine.Probe,
    };

    private static DocumentWriter<MeasurementDocument> ReportOf(ResultFormat format, ReportStyle style) => format == ResultFormat.QuietLine
        ? (document, writer) => writer.Write(QuietLine.Of(document) + "\n")
        : MeasurementReports.Create(format.ToString().ToLowerInvariant(), style).Write;
}
