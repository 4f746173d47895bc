using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>What was moved, how long each request took, and how many were in flight.</summary>
internal static class TransferRows
{
    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, MeasurementRecord run)
    {
        TransferRecord transfer = run.Transfer;
        rows.Add("moved", [
            $"{Format.Moved(transfer.Bytes)} by {Format.Count(transfer.Requests, "request")} in "
                + Format.Duration(transfer.ElapsedNs),
            transfer.WarmUpNs > 0 ? $"after {Format.Duration(transfer.WarmUpNs)} of warm-up" : "without warm-up",
            transfer.ShortRequests > 0 ? $"{Format.Count(transfer.ShortRequests)} of them short" : null]);
        if (run.Effective.Operation != "read")
        {
            rows.Add("durable", Durable(run));
        }

        AddLatency(rows, run.Latency);
        rows.Add("in flight", $"{Format.Mean(run.QueueDepth.MeanAchieved)} on average, "
            + $"{Format.Count(run.QueueDepth.Requested)} asked for");
        rows.Add("engine", [run.Effective.Engine, .. run.EngineFeatures]);
    }

    private static string Durable(MeasurementRecord run) => run.Transfer.ElapsedToDurableNs switch
    {
        { } ns => $"after {Format.Duration(ns)}",
        null when run.Effective.Flush == "each" => "with each request",
        null => "no: the figures end when the kernel had taken the data",
    };

    private static void AddLatency(LabeledRows rows, LatencyRecord? latency)
    {
        if (latency is null)
        {
            rows.Add("latency", "no request completed");
            return;
        }

        rows.Add("latency", LatencyTable.Of(latency));
        rows.Add(string.Empty, [
            $"mean {Format.Duration(latency.MeanNs)}",
            $"deviation {Format.Duration(latency.StandardDeviationNs)}",
            Format.Count(latency.Count, "sample"),
            latency.Saturated > 0 ? $"{Format.Count(latency.Saturated)} above 1 h" : null]);
    }
}
