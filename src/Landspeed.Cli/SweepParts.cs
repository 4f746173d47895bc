using System.Security.Cryptography;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Reporting;
using Landspeed.Reporting.Html;
using Landspeed.Reporting.Svg;

namespace Landspeed.Cli;

/// <summary>The parts that <c>sweep</c> puts together, each replaceable in tests.</summary>
internal sealed record SweepParts
{
    /// <summary>Plans and runs sweeps.</summary>
    internal required ISweepRunner Runner { get; init; }

    /// <summary>The report of a form, laid out in a style.</summary>
    internal required Func<ResultFormat, ReportStyle, DocumentWriter<SweepDocument>> Report { get; init; }

    /// <summary>The table of cells that are still being filled, laid out in a style.</summary>
    internal required Func<ReportStyle, DocumentWriter<IReadOnlyList<SweepCellRecord>>> LiveTable { get; init; }

    /// <summary>The charts of a result: the name of each, and its text.</summary>
    internal required Func<SweepDocument, IEnumerable<(string Name, string Svg)>> Charts { get; init; }

    /// <summary>The commands of fio that are nearest to the cells.</summary>
    internal required DocumentWriter<SweepDocument> FioScript { get; init; }

    /// <summary>Chooses where a pseudo-random sequence starts that nobody chose.</summary>
    internal required Func<ulong> NewSeed { get; init; }

    /// <summary>The parts of the real command.</summary>
    internal static SweepParts Create() => new()
    {
        Runner = new SweepRunner(TimeProvider.System),
        Report = (format, style) => format == ResultFormat.Html
            ? SweepPage.Write
            : SweepReports.Create(format.ToString().ToLowerInvariant(), style).Write,
        LiveTable = style => new SweepGridTable(style).Write,
        Charts = document => SweepCharts.Of(document).Select(chart => (chart.Name, chart.Svg)),
        FioScript = (document, writer) => FioCommands.Write(document.Setup, document.Environment, document.Cells, writer),

        // Short enough to be typed again.
        NewSeed = () => (ulong)RandomNumberGenerator.GetInt32(1, 1_000_000),
    };
}
