using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Cost of small requests.</summary>
public static partial class SweepAdvice
{
    private static readonly (string Operation, string Task)[] s_tasks =
        [("read", "when reading"), ("write", "when writing in place"), ("extend", "when extending files")];

    // For one operation only, the first with a result: a paragraph about two would be too long to be read.
    private static string? SmallRequests(MeasuredCurve[] measured) =>
        s_tasks.Select(task => SmallRequests(task.Task, Of(task.Operation, measured)))
            .FirstOrDefault(text => text is not null);

    private static string? SmallRequests(string task, MeasuredCurve[] curves)
    {
        MeasuredCurve[] streams = [.. curves.Where(curve => curve.IsFileStream)];
        MeasuredCurve[] engine = Preferred([.. curves.Where(curve => !curve.IsFileStream)], curve => curve.IsDirect);
        string?[] clauses = [SmallAgainstLarge(streams), SmallAgainstLarge(engine)];
        string text = string.Join("; ", clauses.OfType<string>());
        return text.Length == 0 ? null : $"Avoid the smallest requests {task}. {Capital(text)}";
    }

    private static string? SmallAgainstLarge(MeasuredCurve[] curves)
    {
        if (curves.Length == 0)
        {
            return null;
        }

        MeasuredCurve curve = Best(curves);
        SweepPoint small = curve.Points[0];
        SweepPoint large = curve.Recommended!;
        string verb = curve.IsFileStream ? " moves" : ", move";
        string at = AmountText.Size(large.RequestSizeBytes);
        return !IsWorse(small, large)
            ? null
            : $"{curve.MethodWith(small.RequestSizeBytes)}{verb} "
                + $"{AtCost(small, " of CPU time per byte")}{OriginOf(small)}, "
                + $"against {AtCost(large, " per byte")} with {at}{OriginOf(large)}";
    }

    // Slower or more expensive beyond the noise; results from elsewhere do not count.
    private static bool IsWorse(SweepPoint small, SweepPoint large) => small.Verdict == large.Verdict
        && (Difference.Of(small.Throughput!, large.Throughput!).Kind == DifferenceKind.Less
            || (CostOf(small) is not null && CostOf(large) is not null
                && Difference.Of(small.CpuPerByte!, large.CpuPerByte!).Kind == DifferenceKind.More));

    private static string AtCost(SweepPoint point, string unit) => CostOf(point) is { } cost
        ? $"{RateText(point)} at {cost}{unit}"
        : RateText(point);

    private static string OriginOf(SweepPoint point) =>
        point.Verdict == Verdict.Device ? string.Empty : $" (verdict {point.Verdict.ToWord()})";
}
