using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Results;
using Landspeed.Reporting;

namespace Landspeed.Cli;

/// <summary>The parts that <c>copy</c>, <c>verify</c>, <c>ubcopy</c> and <c>asynccopy</c> put together, each replaceable in tests.</summary>
internal sealed record CopyParts
{
    /// <summary>Makes copies.</summary>
    internal required ICopier Copier { get; init; }

    /// <summary>The summary of a copy, laid out in a style.</summary>
    internal Func<ReportStyle, CopyTableContent, DocumentWriter<CopyDocument>> Report { get; init; } =
        (style, content) => new CopyTable(style, content).Write;

    /// <summary>The summary of a verification, laid out in a style.</summary>
    internal Func<ReportStyle, DocumentWriter<VerificationDocument>> VerificationReport { get; init; } =
        style => new VerificationTable(style).Write;

    /// <summary>Where times of day come from.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Makes a copy between two readings of all counters.</summary>
    internal CopyRun Run(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop) =>
        new CopyExperiment(Copier, Clock).Run(task, progress, stop);
}
