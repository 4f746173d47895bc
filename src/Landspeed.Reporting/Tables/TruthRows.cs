using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>The evidence behind the verdict.</summary>
internal static class TruthRows
{
    /// <summary>Adds them; what is not known is said, not left out.</summary>
    public static void Add(LabeledRows rows, MeasurementRecord run)
    {
        TruthRecord truth = run.Truth;
        rows.Add("truth", truth.Reason);
        rows.Add("bytes", [
            $"application {Format.Moved(truth.AppBytes)}",
            $"device for us {Known(truth.DeviceBytes, Format.Moved)}",
            $"for others {Known(truth.ForeignDeviceBytes, Format.Moved)}"]);
        rows.Add("page cache", $"{Known(truth.ResidentBeforePct, Format.Percent)} of the range before, "
            + $"{Known(truth.ResidentAfterPct, Format.Percent)} after");
        rows.Add("extents", [
            $"{Known(truth.UnwrittenPct, Format.Percent)} never written",
            $"{Known(truth.HolePct, Format.Percent)} holes",
            Fragments(truth)]);
        if (run.Device is { } device)
        {
            rows.Add("device", [
                $"{device.Name}: {Traffic(device.ReadRequests, device.ReadBytes, "read")}",
                Traffic(device.WriteRequests, device.WriteBytes, "write"),
                $"busy {Format.Percent(device.BusyPct)} of the time"]);
        }

        rows.Add("sources", truth.Sources.Count > 0 ? string.Join(", ", truth.Sources) : "none");
    }

    private static string Traffic(long requests, long bytes, string word) =>
        requests > 0 ? $"{Format.Count(requests, word)} of {Format.Moved(bytes)}" : $"no {word}s";

    private static string Fragments(TruthRecord truth) => (truth.FragmentsBefore, truth.FragmentsAfter) switch
    {
        (null, null) => "fragments unknown",
        ({ } before, { } after) when before != after => $"{Format.Count(before)} to {Format.Count(after, "fragment")}",
        var (before, after) => Format.Count((before ?? after)!.Value, "fragment"),
    };

    private static string Known<T>(T? value, Func<T, string> format)
        where T : struct => value is { } known ? format(known) : "unknown";
}
