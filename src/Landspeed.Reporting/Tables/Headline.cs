using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>
/// What was done, how fast, at what cost, and whether it is true: on one line, or on as many as the width asks for.
/// </summary>
internal static class Headline
{
    private const string Gap = "   ";

    /// <summary>Writes it.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="run">The run, or the one that stands for all.</param>
    /// <param name="runs">How many runs there are; more than one: the numbers are left to the list of runs.</param>
    public static void Write(Canvas canvas, MeasurementRecord run, int runs)
    {
        (string Text, Mark Mark) what = (CaseWords.Of(run), Mark.Plain);
        if (runs > 1)
        {
            Flow(canvas, [what, (Format.Count(runs, "run"), Mark.Plain)]);
            return;
        }

        (string Text, Mark Mark)[] numbers = [.. Numbers(run)];
        (string Text, Mark Mark) verdict =
            ($"verdict: {VerdictWords.Of(run)}", VerdictWords.MarkOf(run.Truth.Verdict));

        // What belongs together stays together: all on one line, else the verdict below, else each below the other.
        if (Width([what, .. numbers, verdict]) <= canvas.Width)
        {
            Flow(canvas, [what, .. numbers, verdict]);
        }
        else if (Width([what, .. numbers]) <= canvas.Width)
        {
            Flow(canvas, [what, .. numbers]);
            Flow(canvas, [verdict], indent: 2);
        }
        else
        {
            Flow(canvas, [what]);
            Flow(canvas, numbers, indent: 2);
            Flow(canvas, [verdict], indent: 2);
        }
    }

    /// <summary>What a byte costs.</summary>
    public static string NsPerByte(CpuRecord cpu) =>
        cpu.ProcessNsPerByte is { } ns ? $"{Format.Number(ns)} ns/B" : "? ns/B";

    private static IEnumerable<(string Text, Mark Mark)> Numbers(MeasurementRecord run)
    {
        TransferRecord transfer = run.Transfer;
        yield return (Format.Throughput(transfer.ThroughputBytesPerS), Mark.Number);
        if (transfer.ThroughputToDurableBytesPerS is { } durable)
        {
            yield return ($"{Format.Throughput(durable)} to durable", Mark.Number);
        }

        yield return ($"{Format.Rate(transfer.RequestsPerS)} req/s", Mark.Plain);
        yield return (NsPerByte(run.Cpu), Mark.Plain);
    }

    private static int Width((string Text, Mark Mark)[] parts) =>
        parts.Sum(part => part.Text.Length) + (Gap.Length * (parts.Length - 1));

    /// <summary>Puts as many parts on a line as fit.</summary>
    private static void Flow(Canvas canvas, (string Text, Mark Mark)[] parts, int indent = 0)
    {
        var line = new Paragraph(new string(' ', indent));
        int column = indent;
        foreach ((string text, Mark mark) in parts)
        {
            if (column > indent && column + Gap.Length + text.Length > canvas.Width)
            {
                canvas.Write(line);
                line = new Paragraph(new string(' ', indent));
                column = indent;
            }

            string before = column > indent ? Gap : string.Empty;
            line.Append(before).Append(text, Canvas.StyleOf(mark));
            column += before.Length + text.Length;
        }

        canvas.Write(line);
    }
}
