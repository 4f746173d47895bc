namespace Landspeed.Results;

/// <summary>Axis, labels and options of a measurement by layers.</summary>
public static class LayerLabels
{
    /// <summary>The axis: the layer, which is the name of its cell.</summary>
    public const string Axis = "layer";

    /// <summary>Label: the layer below it, whose cost is subtracted; missing if there is none.</summary>
    public const string Over = "over";

    /// <summary>Label: what is between the two, in words.</summary>
    public const string Adds = "adds";

    /// <summary>
    /// Label: the conclusion about the CPU time that it adds: one of the values below; missing if it is unknown.
    /// </summary>
    public const string CpuTold = "added_cpu";

    /// <summary>Label: the same for elapsed time.</summary>
    public const string TimeTold = "added_time";

    /// <summary>Value: it costs more than the layer below, beyond the spread of the runs.</summary>
    public const string More = "more";

    /// <summary>Value: it costs less, which is impossible for a layer: the two differ in something else.</summary>
    public const string Less = "less";

    /// <summary>Value: the two are within 5 %.</summary>
    public const string Equal = "equal";

    /// <summary>Value: the runs are inconclusive.</summary>
    public const string Inconclusive = "inconclusive";

    /// <summary>Option: <c>read</c> or <c>write</c>.</summary>
    public const string Operation = "operation";

    /// <summary>Option: bytes of one request.</summary>
    public const string RequestSize = "request_size_bytes";

    /// <summary>Option: requests in flight.</summary>
    public const string QueueDepth = "queue_depth";

    /// <summary>Option: maximum distance of the next request, percent of the file.</summary>
    public const string Distance = "distance_pct";

    /// <summary>Effective option: bytes of the file that are used.</summary>
    public const string FileBytes = "file_bytes";

    /// <summary>Effective option: bytes of the memory that is copied from or to.</summary>
    public const string MemoryBytes = "memory_bytes";

    /// <summary>The layers, in the order of the document.</summary>
    public const string NullEngine = "null-engine", MemoryCopy = "memory-copy", PageCache = "page-cache", DeviceBuffered = "device-buffered",
        DeviceDirect = "device-direct";
}
