using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Sweeping;

/// <summary>A sweep: throughput and CPU cost of every cell, one row per request size, one column per curve; and what the curves show.</summary>
internal static class SweepView
{
    private const string Dash = "-";

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        string path = document.Places.Count > 0 ? document.Places[0].Path : "a file";
        return new ReportView
        {
            Title = $"Sweep of {path}",
            Headline = [[.. What(document)], [.. Where(document, path)], [.. How(document.Setup)]],
            Charts = SweepCharts.Of(document, costs),
            Tables =
            [
                SweepTable.Of(document.Cells, Metrics.Throughput),
                .. CostGrids(document, costs),
                .. document.Curves.Count > 0 ? [Curves(document, costs)] : Array.Empty<ReportTable>(),
            ],
            ConclusionsTitle = "Advice",
            ExpectsConclusions = true,
            Facts =
            [
                new ReportFact("direct I/O", string.Empty)
                {
                    Page = Cells.Number(document.Setup, "direct_alignment_bytes") is { } alignment
                        ? $"aligned to {Format.ExactSize(alignment)}" : "not available here",
                },
            ],
            Footnotes =
            [
                .. document.Curves.Where(curve => curve is { PlateauBytesPerS: null, NotReached: not null })
                    .Select(curve => new ReportNote("curve", $"{curve.Name} reached no plateau: {curve.NotReached}", Mark.Quiet)),
            ],
        };
    }

    private static IEnumerable<MarkedText> What(ResultDocument document)
    {
        IReadOnlyList<CellRecord> cells = document.Cells;
        yield return $"sweep  {Cells.Option(document.Setup, "grid")}".TrimEnd();
        yield return string.Join(
            ", ", cells.Select(cell => cell.Labels.GetValueOrDefault(SweepTable.Operation)).Distinct());
        if (cells.Count > 0)
        {
            long[] sizes = [.. cells.Select(SweepTable.Size)];
            yield return sizes.Min() == sizes.Max()
                ? Format.ExactSize(sizes.Min())
                : $"{Format.ExactSize(sizes.Min())} to {Format.ExactSize(sizes.Max())}";
        }

        yield return Format.Count(cells.Select(cell => cell.Curve).Distinct(StringComparer.Ordinal).Count(), "curve");
        yield return Cells.Count(document);
    }

    private static IEnumerable<MarkedText> Where(ResultDocument document, string path)
    {
        yield return path;
        if (document.Places.Count > 0 && document.Places[0] is var place)
        {
            string medium = ReportFact.Joined([place.Device is { } device ? $"on {device}" : null, place.DeviceModel, place.FileSystem]);
            if (medium.Length > 0)
            {
                yield return medium;
            }
        }
    }

    private static IEnumerable<MarkedText> How(SetupRecord setup)
    {
        yield return Cells.Runs(setup);
        string?[] most =
        [
            double.TryParse(Cells.Option(setup, "time_s"), System.Globalization.CultureInfo.InvariantCulture, out double seconds)
                ? Format.Duration(seconds * 1e9) : null,
            Cells.Number(setup, "limit_bytes") is { } bytes ? Format.Size(bytes) : null,
        ];
        if (ReportFact.Joined(most, " or ") is { Length: > 0 } limits)
        {
            yield return $"each {limits} at most";
        }

        yield return Cells.Seed(setup);
    }

    // Without a clock the one table says why there is no second.
    private static IEnumerable<ReportTable> CostGrids(ResultDocument document, Costs costs)
    {
        Metric[] known = [.. costs.Units.Where(metric => document.Cells.Any(cell => cell[metric] is not null))];
        if (known.Length == 0 && document.Cells.Any(cell => cell[Metrics.CpuPerByte] is not null))
        {
            known = [Metrics.CyclesPerByte];
        }

        string? Note(Metric metric) => metric == Metrics.CyclesPerByte || !costs.HasClock ? costs.Note : null;
        return known.Select(metric => SweepTable.Of(document.Cells, metric, Note(metric)) with
        {
            IsDetail = !costs.IsAsked,
        });
    }

    private static ReportTable Curves(ResultDocument document, Costs costs)
    {
        string[] names = SweepTable.CurvesOf(document.Cells);
        return new ReportTable
        {
            Title = "Curves",
            Note = "Half: the smallest request that reaches 50 % of the plateau; knee: 95 %, within the noise.",
            PageNote = "Plateau: the throughput that larger requests do not raise. Half, knee: the smallest requests that reach 50 % of it and, "
                + "within the noise, 95 %. CPU floor: the least CPU time per byte, and the smallest request that costs at most a tenth "
                + "more. Noise: half the width of a typical cell's interval.",
            Columns =
            [
                "curve", "plateau MB/s", "half at", "knee at", new ReportColumn("best MB/s") { IsForPages = true },
                .. costs.Units.Select(metric => (ReportColumn)$"CPU floor {metric.Heading}"), "noise", new ReportColumn("sizes") { IsForPages = true },
            ],
            Rows = [.. document.Curves.Select(curve => (IReadOnlyList<ReportCell>)
            [
                new ReportCell(curve.Name) { Look = Array.IndexOf(names, curve.Name) is >= 0 and var look ? look : null },
                Of(curve.PlateauBytesPerS, curve, "not reached"),
                Size(curve.HalfPowerRequestSizeBytes),
                Size(curve.KneeRequestSizeBytes),
                Of(curve.BestBytesPerS, curve, Dash).Text + At(curve.BestRequestSizeBytes, "at"),
                .. costs.Units.Select(metric => Floor(curve, metric, costs)),
                curve.NoisePct is { } noise ? $"± {Format.Percent(noise)}" : "single runs",
                Format.Count(curve.Points),
            ])],
        };
    }

    private static ReportCell Floor(CurveRecord curve, Metric metric, Costs costs)
    {
        double? floor = metric == Metrics.CpuPerByte ? curve.CpuFloorNsPerByte
            : curve.CpuFloorCyclesPerByte ?? costs.Cycles(curve.CpuFloorNsPerByte);
        bool names = metric == costs.Units[0];
        return floor is { } known ? Format.Number(known) + (names ? At(curve.CpuFloorRequestSizeBytes, "from") : string.Empty)
            : curve.CpuFloorNsPerByte is not null && costs.Missing(metric) is { Text.Length: > 0 } why ? why
            : Dash;
    }

    private static ReportCell Of(double? bytesPerS, CurveRecord curve, string unknown) => bytesPerS is { } rate
        ? new ReportCell(Format.Cell(Metrics.Throughput, rate, rate * (curve.NoisePct ?? 0) / 100))
        : new ReportCell(unknown, Mark.Quiet);

    private static ReportCell Size(long? bytes) =>
        bytes is { } known ? Format.ExactSize(known) : new ReportCell(Dash, Mark.Quiet);

    private static string At(long? bytes, string word) => bytes is { } known ? $" {word} {Format.ExactSize(known)}" : string.Empty;
}
