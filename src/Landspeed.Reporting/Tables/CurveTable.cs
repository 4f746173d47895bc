using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>What the curves come to: plateau, half-power point, knee and the processor's floor.</summary>
internal static class CurveTable
{
    private const string None = "-";

    private static readonly string[] Heads = ["curve", "plateau MB/s", "half at", "knee at", "CPU floor ns/B", "noise"];

    /// <summary>Writes them as a table or, where that is too wide, a curve after the other; nothing for no curve.</summary>
    public static void Write(Canvas canvas, IReadOnlyList<CurveRecord> curves)
    {
        if (curves.Count == 0)
        {
            return;
        }

        canvas.BlankLine();
        canvas.WriteLine("Curves: smallest request with half of the plateau; knee: 95 % within the noise");
        string[][] rows = [.. curves.Select(Cells)];
        int width = Heads.Select((head, column) => rows.Max(row => Math.Max(head.Length, row[column].Length)) + 2).Sum();
        if (width <= canvas.Width)
        {
            WriteTable(canvas, rows);
        }
        else
        {
            WriteParts(canvas, rows);
        }

        WriteReasons(canvas, curves);
    }

    private static string[] Cells(CurveRecord curve) =>
    [
        curve.Name,
        curve.PlateauBytesPerS is { } plateau ? Format.Number(plateau / 1e6) : "not reached",
        Size(curve.HalfPowerRequestSizeBytes),
        Size(curve.KneeRequestSizeBytes),
        curve.CpuFloorNsPerByte is { } floor
            ? $"{Format.Number(floor)} from {Size(curve.CpuFloorRequestSizeBytes)}"
            : None,
        curve.NoisePct is { } noise ? $"± {Format.Percent(noise)}" : None,
    ];

    private static string Size(long? bytes) => bytes is { } known ? Format.ExactSize(known) : None;

    private static void WriteTable(Canvas canvas, string[][] rows)
    {
        Grid table = Columns.Make(Heads.Length);
        for (int column = 1; column < Heads.Length; column++)
        {
            table.Columns[column].Alignment = Justify.Right;
        }

        table.AddRow(Columns.Row(Mark.Quiet, Heads));
        foreach (string[] row in rows)
        {
            table.AddRow(Columns.Row(Mark.Plain, row));
        }

        canvas.Write(Columns.Indent(table));
    }

    private static void WriteParts(Canvas canvas, string[][] rows)
    {
        foreach (string[] row in rows)
        {
            canvas.Write(Columns.Indent(Canvas.Text(row[0])));
            IEnumerable<string> parts = Heads.Zip(row, (head, cell) => $"{head} {cell}").Skip(1);
            Flow.Write(canvas, parts.Select(part => (part, Mark.Plain)), indent: 4);
        }
    }

    private static void WriteReasons(Canvas canvas, IReadOnlyList<CurveRecord> curves)
    {
        foreach (CurveRecord curve in curves.Where(curve => curve.NotReached is not null))
        {
            string text = $"{curve.Name} reached no plateau: {curve.NotReached}";
            canvas.Write(Columns.Indent(Canvas.Text(text, Mark.Warning)));
        }
    }
}
