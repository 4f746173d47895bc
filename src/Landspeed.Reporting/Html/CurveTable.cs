using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>One row a curve: plateau, half power, knee, floor of the processor cost.</summary>
internal static class CurveTable
{
    /// <summary>Writes it; nothing when there is no curve.</summary>
    public static void Write(MarkupWriter page, SweepDocument document)
    {
        if (document.Curves.Count == 0)
        {
            return;
        }

        string[] heads = ["Curve", "Plateau", "Half power", "Knee", "Best", "CPU floor", "Noise", "Sizes", "Why no plateau"];
        bool reasons = document.Curves.Any(curve => curve.NotReached is not null);
        PageTable.Write(
            page, "Curves",
            "Plateau: the throughput that larger requests do not raise. Half power and knee: the smallest requests that "
                + "reach 50 % and, within the noise, 95 % of it. CPU floor: the least process time a byte, and the smallest "
                + "request that costs at most a tenth more. Noise: half the width of a typical cell's interval.",
            heads.Where(head => reasons || head != heads[^1]).Select<string, Action>(head => () => page.Text(head)),
            () =>
            {
                foreach (CurveRecord curve in document.Curves)
                {
                    Row(page, curve, CurveKey.Look(document, curve.Name), reasons);
                }
            });
    }

    private static void Row(MarkupWriter page, CurveRecord curve, int? look, bool reasons)
    {
        page.Open("tr").Open("th", ("scope", "row"));
        CurveKey.Write(page, look);
        page.Text(curve.Name).Close();
        Cell(page, curve.PlateauBytesPerS is { } plateau ? Format.Throughput(plateau) : "not reached");
        Cell(page, Size(curve.HalfPowerRequestSizeBytes));
        Cell(page, Size(curve.KneeRequestSizeBytes));
        Cell(page, At(curve.BestBytesPerS, Format.Throughput, curve.BestRequestSizeBytes));
        Cell(page, At(curve.CpuFloorNsPerByte, value => $"{Format.Number(value)} ns/B", curve.CpuFloorRequestSizeBytes));
        Cell(page, curve.NoisePct is { } noise ? $"± {Format.Percent(noise)}" : "single runs");
        Cell(page, Format.Count(curve.Points));
        if (reasons)
        {
            page.Leaf("td", curve.NotReached ?? string.Empty, ("class", "words"));
        }

        page.Close().Line();
    }

    private static string Size(long? bytes) => bytes is { } known ? Format.ExactSize(known) : "–";

    private static string At(double? value, Func<double, string> format, long? size) => (value, size) switch
    {
        (null, _) => "–",
        ({ } known, null) => format(known),
        ({ } known, { } bytes) => $"{format(known)} at {Format.ExactSize(bytes)}",
    };

    private static void Cell(MarkupWriter page, string text)
    {
        if (text is "–" or "not reached" or "single runs")
        {
            page.Leaf("td", text, ("class", "none"));
        }
        else
        {
            page.Leaf("td", text);
        }
    }
}
