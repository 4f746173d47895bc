using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>One row a curve: plateau, half power, knee, floor of the processor cost.</summary>
internal static class CurveTable
{
    private static readonly string[] s_heads =
        ["Curve", "Plateau", "Half power", "Knee", "Best", "CPU floor", "Noise", "Sizes"];

    /// <summary>Writes it, below it why curves have no plateau; nothing when there is no curve.</summary>
    public static void Write(MarkupWriter page, SweepDocument document)
    {
        if (document.Curves.Count == 0)
        {
            return;
        }

        PageTable.Write(
            page, "curves", "Curves",
            "Plateau: the throughput that larger requests do not raise. Half power and knee: the smallest requests "
                + "that reach 50 % and, within the noise, 95 % of it. CPU floor: the least process time a byte, and the "
                + "smallest request that costs at most a tenth more. Noise: half the width of a typical cell's interval.",
            s_heads.Select<string, Action>(head => () => page.Text(head)),
            () =>
            {
                foreach (CurveRecord curve in document.Curves)
                {
                    Row(page, curve, CurveKey.Look(document, curve.Name));
                }
            });
        Reasons(page, [.. document.Curves.Where(curve => curve is { PlateauBytesPerS: null, NotReached: not null })]);
    }

    private static void Row(MarkupWriter page, CurveRecord curve, int? look)
    {
        page.Open("tr").Open("th", ("scope", "row"));
        CurveKey.Write(page, look);
        page.Text(curve.Name).Close();
        Cell(page, curve.PlateauBytesPerS is { } plateau ? Format.Throughput(plateau) : "not reached");
        Cell(page, Size(curve.HalfPowerRequestSizeBytes));
        Cell(page, Size(curve.KneeRequestSizeBytes));
        Cell(page, At(curve.BestBytesPerS, Format.Throughput, curve.BestRequestSizeBytes));
        Cell(page, At(
            curve.CpuFloorNsPerByte, value => $"{Format.Number(value)} ns/B", curve.CpuFloorRequestSizeBytes));
        Cell(page, curve.NoisePct is { } noise ? $"± {Format.Percent(noise)}" : "single runs");
        Cell(page, Format.Count(curve.Points));
        page.Close().Line();
    }

    private static void Reasons(MarkupWriter page, CurveRecord[] curves)
    {
        if (curves.Length == 0)
        {
            return;
        }

        page.Open("ul", ("class", "after")).Line();
        foreach (CurveRecord curve in curves)
        {
            page.Open("li").Leaf("strong", curve.Name).Text($": no plateau, {curve.NotReached}.").Close().Line();
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
