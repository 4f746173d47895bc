namespace Landspeed.Results.Zones;

/// <summary>Labels and options of a measurement of zones.</summary>
public static class ZoneLabels
{
    /// <summary>The axis: where the zone starts in the file, bytes.</summary>
    public const string Axis = "offset_bytes";

    /// <summary>Label: bytes of the zone.</summary>
    public const string Length = "zone_bytes";

    /// <summary>Option: number of zones.</summary>
    public const string Zones = "zones";

    /// <summary>Option: <c>read</c> or <c>write</c>.</summary>
    public const string Operation = "operation";

    /// <summary>Option: bytes of one request.</summary>
    public const string RequestSize = "request_size_bytes";

    /// <summary>Option: requests in flight per thread.</summary>
    public const string QueueDepth = "queue_depth";

    /// <summary>Option: threads.</summary>
    public const string Threads = "threads";

    /// <summary>Returns where a zone starts in the file, bytes.</summary>
    /// <param name="cell">A cell of such a measurement.</param>
    public static long OffsetOf(CellRecord cell) => Number(cell, Axis);

    /// <summary>Returns the length of a zone, bytes.</summary>
    /// <param name="cell">A cell of such a measurement.</param>
    public static long LengthOf(CellRecord cell) => Number(cell, Length);

    private static long Number(CellRecord cell, string label) =>
        cell.Labels.TryGetValue(label, out string? text)
        && long.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out long value) ? value : 0;
}
