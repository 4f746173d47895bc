using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>What was done, how fast, at what cost, and whether it is true: on one line, or on as many as the width asks for.</summary>
internal static class Headline
{
    private const string Gap = "   ";

    /// <summary>Writes it.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="run">The run, or the one that stands for all.</param>
    /// <param name="runs">How many runs there are; more than one: the numbers are left to the list of runs.</param>
    public static void Write(Canvas canvas, MeasurementRecord run, int runs)
    {
        List<(string Text, Mark Mark)> parts = [(CaseWords.Of(run), Mark.Plain)];
        if (runs > 1)
        {
            parts.Add((Format.Count(runs, "run"), Mark.Plain));
        }
        else
        {
            parts.AddRange(Numbers(run));
            parts.Add(($"verdict: {VerdictWords.Of(run)}", VerdictWords.MarkOf(run.Truth.Verdict)));
        }

        Flow(canvas, parts);
    }

    /// <summary>What a byte costs.</summary>
    public static string NsPerByte(CpuRecord cpu) => cpu.ProcessNsPerByte is { } ns ? $"{Format.Number(ns)} ns/B" : "? ns/B";

    private static IEnumerable<(string Text, Mark Mark)> Numbers(MeasurementRecord run)
    {
        TransferRecord transfer = run.Transfer;
        yield return (Format.Throughput(transfer.ThroughputBytesPerS), Mark.Number);
        if (transfer.ThroughputToDurableBytesPerS is { } durable)
        {
            yield return ($"{Format.Throughput(durable)} to durable", Mark.Number);
        }

        yield return ($"{Format.Number(transfer.RequestsPerS)} req/s", Mark.Plain);
        yield return (NsPerByte(run.Cpu), Mark.Plain);
    }

    /// <summary>Puts as many parts on a line as fit; further lines are indented.</summary>
    private static void Flow(Canvas canvas, List<(string Text, Mark Mark)> parts)
    {
        var line = new Paragraph();
        int column = 0;
        foreach ((string text, Mark mark) in parts)
        {
            bool fits = column + Gap.Length + text.Length <= canvas.Width;
            if (column > 0 && !fits)
            {
                canvas.Write(line);
                line = new Paragraph();
                column = 0;
                line.Append("  ");
            }

            string before = column > 0 ? Gap : string.Empty;
            line.Append(before).Append(text, Canvas.StyleOf(mark));
            column += before.Length + text.Length + (column == 0 ? 2 : 0);
        }

        canvas.Write(line);
    }
}
