using System.Security.Cryptography;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Reporting;

namespace Landspeed.Cli;

/// <summary>The parts that the classic experiments put together, each replaceable in tests.</summary>
internal sealed record ExperimentParts
{
    /// <summary>Plans and runs experiments.</summary>
    internal required IExperimentRunner Runner { get; init; }

    /// <summary>The report of a form, laid out in a style.</summary>
    internal Func<ResultFormat, ReportStyle, DocumentWriter<ExperimentDocument>> Report { get; init; } =
        (format, style) => ExperimentReports.Create(format.ToString().ToLowerInvariant(), style).Invoke;

    /// <summary>Chooses where a pseudo-random sequence starts that nobody chose; short enough to be typed again.</summary>
    internal Func<ulong> NewSeed { get; init; } = () => (ulong)RandomNumberGenerator.GetInt32(1, 1_000_000);

    /// <summary>The parts of the real command.</summary>
    internal static ExperimentParts Create() => new() { Runner = new ExperimentRunner(TimeProvider.System) };
}
