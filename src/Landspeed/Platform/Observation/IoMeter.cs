using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Landspeed.Platform.Observation;

/// <summary>
/// What the library counts for those who watch a process: the meter <c>Landspeed</c>. Nothing is counted and no time is
/// taken while no one listens.
/// </summary>
/// <remarks>Thread-safe; allocates nothing.</remarks>
internal static class IoMeter
{
    private static readonly KeyValuePair<string, object?> s_read = new("landspeed.io.direction", "read");
    private static readonly KeyValuePair<string, object?> s_write = new("landspeed.io.direction", "write");
    private static readonly Meter s_meter = new("Landspeed");

    private static readonly Counter<long> s_bytes = s_meter.CreateCounter<long>(
        "landspeed.io.bytes", "By", "Bytes that the system moved");

    private static readonly Counter<long> s_requests = s_meter.CreateCounter<long>(
        "landspeed.io.requests", "{request}", "Reads and writes that the system answered without an error");

    private static readonly Histogram<int> s_depth = s_meter.CreateHistogram<int>(
        "landspeed.io.depth", "{request}", "Requests in flight whenever an engine collects answers");

    private static readonly Histogram<double> s_stalls = s_meter.CreateHistogram<double>(
        "landspeed.io.stalls", "s", "How long a caller of a stream waited for the device");

    private static readonly Counter<long> s_fallbacks = s_meter.CreateCounter<long>(
        "landspeed.io.fallbacks", "{fallback}", "Times that something else was used than what was wanted, by reason");

    /// <summary>Counts an answer of the system.</summary>
    /// <param name="isWrite">Whether it was a write.</param>
    /// <param name="result">The answer.</param>
    internal static void Took(bool isWrite, NativeResult result)
    {
        if (s_bytes.Enabled || s_requests.Enabled)
        {
            Count(isWrite, result);
        }
    }

    /// <summary>Records how many requests an engine had in flight.</summary>
    /// <param name="requests">The number, before the answered ones are taken off.</param>
    internal static void Reaped(int requests)
    {
        if (s_depth.Enabled)
        {
            s_depth.Record(requests);
        }
    }

    /// <summary>Begins a wait of a caller.</summary>
    /// <returns>When, for <see cref="EndStall"/>; 0 while no one listens.</returns>
    internal static long BeginStall() => s_stalls.Enabled ? Stopwatch.GetTimestamp() : 0;

    /// <summary>Records a wait that has ended.</summary>
    /// <param name="began">What <see cref="BeginStall"/> returned.</param>
    internal static void EndStall(long began)
    {
        if (began != 0)
        {
            s_stalls.Record(Stopwatch.GetElapsedTime(began).TotalSeconds);
        }
    }

    /// <summary>Reports that something else is used than what was wanted, as a count and as an event.</summary>
    /// <param name="wanted">What was wanted: <c>engine</c>, <c>mode</c> or <c>memory</c>.</param>
    /// <param name="path">The file, or null if it is not about one.</param>
    /// <param name="reason">The reason, as a sentence without a full stop and without a path.</param>
    internal static void FellBack(string wanted, FilePath? path, string reason)
    {
        if (s_fallbacks.Enabled)
        {
            s_fallbacks.Add(1, new("landspeed.io.wanted", wanted), new("landspeed.io.reason", reason));
        }

        if (IoEvents.Log.IsEnabled())
        {
            IoEvents.Log.FellBack(wanted, path?.Display ?? string.Empty, reason);
        }
    }

    private static void Count(bool isWrite, NativeResult result)
    {
        if (result.Failed)
        {
            return;
        }

        KeyValuePair<string, object?> direction = isWrite ? s_write : s_read;
        s_requests.Add(1, direction);
        s_bytes.Add(result.Raw, direction);
    }
}
