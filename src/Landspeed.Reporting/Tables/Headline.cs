using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>
/// What was done, how fast, at what cost, and whether it is true: on one line, or on as many as the width asks for.
/// </summary>
internal static class Headline
{
    /// <summary>Writes it.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="run">The run, or the one that stands for all.</param>
    /// <param name="runs">How many runs there are; more than one: the numbers are left to the list of runs.</param>
    public static void Write(Canvas canvas, MeasurementRecord run, int runs)
    {
        (string Text, Mark Mark) what = (CaseWords.Of(run), Mark.Plain);
        if (runs > 1)
        {
            Flow.Write(canvas, [what, (Format.Count(runs, "run"), Mark.Plain)]);
            return;
        }

        (string Text, Mark Mark)[] numbers = [.. Numbers(run)];
        (string Text, Mark Mark) verdict =
            ($"verdict: {VerdictWords.Of(run)}", VerdictWords.MarkOf(run.Truth.Verdict));

        // What belongs together stays together: all on one line, else the verdict below, else each below the other.
        if (Flow.Width([what, .. numbers, verdict]) <= canvas.Width)
        {
            Flow.Write(canvas, [what, .. numbers, verdict]);
        }
        else if (Flow.Width([what, .. numbers]) <= canvas.Width)
        {
            Flow.Write(canvas, [what, .. numbers]);
            Flow.Write(canvas, [verdict], indent: 2);
        }
        else
        {
            Flow.Write(canvas, [what]);
            Flow.Write(canvas, numbers, indent: 2);
            Flow.Write(canvas, [verdict], indent: 2);
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
}
