using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>A case in a few words.</summary>
internal static class CaseWords
{
    /// <summary>For example <c>read  direct  1 MiB × 8 × 1 thread</c>; a mode that was not asked for says so.</summary>
    public static string Of(MeasurementRecord run)
    {
        CaseRecord done = run.Effective;
        string mode = done.Mode == run.Requested.Mode ? done.Mode : $"{done.Mode} (not {run.Requested.Mode})";
        string load = $"{Format.ExactSize(done.RequestSizeBytes)} × {Format.Count(done.QueueDepth)} × "
            + Format.Count(done.Threads, "thread");
        string?[] words = [done.Operation, mode, Distance(done.DistancePct), load];
        return string.Join("  ", words.Where(word => word is not null));
    }

    private static string? Distance(double pct) => pct switch
    {
        0 => null,
        >= 100 => "random",
        _ => $"random within {Format.Short(pct)} %",
    };
}
