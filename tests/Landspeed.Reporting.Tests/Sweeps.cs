using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>The made-up sweeps by name, and their reports as text.</summary>
internal static class Sweeps
{
    public static readonly IReadOnlyList<string> Names = ["quick", "partial", "hostile"];

    public static SweepDocument Of(string name) => name switch
    {
        "quick" => SampleSweeps.Quick(),
        "partial" => SampleSweeps.Partial(),
        "hostile" => SampleSweeps.Hostile(),
        _ => throw new ArgumentOutOfRangeException(nameof(name)),
    };

    /// <summary>Some of the cells with two of their runs, for formats that have much to say about each.</summary>
    public static SweepDocument Short(string name)
    {
        SweepDocument whole = Of(name);
        return whole with
        {
            Cells =
            [
                .. whole.Cells.Where(cell => cell.RequestSizeBytes is 1 or 1024 or 65536 && cell.Operation == "read")
                    .Concat(whole.Cells.TakeLast(1))
                    .Select(cell => cell with { Runs = [.. cell.Runs.Take(2)] }),
            ],
        };
    }

    public static string Text(ISweepReport report, SweepDocument document) => Text(target => report.Write(document, target));

    public static string Table(SweepDocument document, int width = 80) =>
        Text(new SweepTable(new ReportStyle { Width = width }), document);

    public static string Grid(IReadOnlyList<SweepCellRecord> cells, int width = 80) =>
        Text(target => new SweepGridTable(new ReportStyle { Width = width }).Write(cells, target));

    public static string Commands(SweepDocument document) =>
        Text(target => FioCommands.Write(document.Setup, document.Environment, document.Cells, target));

    public static string Text(Action<TextWriter> write)
    {
        using var target = new StringWriter { NewLine = "\r\n" };
        write(target);
        return target.ToString();
    }
}
