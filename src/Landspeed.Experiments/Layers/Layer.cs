using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Layers;

/// <summary>One layer on the path of a request: the same work, ended at a certain depth.</summary>
/// <param name="Name">Name of its cell.</param>
/// <param name="Adds">What it adds to the layer below, in words.</param>
/// <param name="Over">The layer below, whose cost it includes, or null if there is none.</param>
/// <param name="Expected">Where the bytes must come from or go to for it to be this layer, or null if no byte of a file
/// is moved.</param>
internal sealed record Layer(string Name, string Adds, string? Over, Verdict? Expected)
{
    /// <summary>
    /// From the loop down to the device; the last one reaches the device without copy and page cache.
    /// </summary>
    internal static IReadOnlyList<Layer> All { get; } =
    [
        new(LayerLabels.NullEngine, "our loop", null, null),
        new(LayerLabels.MemoryCopy, "memory copy", LayerLabels.NullEngine, null),
        new(LayerLabels.PageCache, "kernel and page cache", LayerLabels.MemoryCopy, Verdict.Cache),
        new(LayerLabels.DeviceBuffered, "way to the device", LayerLabels.PageCache, Verdict.Device),
        new(LayerLabels.DeviceDirect, "direct beyond our loop", LayerLabels.NullEngine, Verdict.Device),
    ];

    /// <summary>Returns the layer of a cell.</summary>
    internal static Layer Of(CellRecord cell) => All.First(layer => layer.Name == cell.Name);

    private bool IsOfDevice => Expected == Verdict.Device;

    /// <summary>Whether its requests reach the file.</summary>
    internal bool IsOfFile => Expected is not null;

    /// <summary>Returns its case.</summary>
    /// <param name="work">What all layers do.</param>
    /// <param name="length">Bytes of the file that are used.</param>
    internal MeasurementOptions Case(MeasurementOptions work, long length)
    {
        bool writesToDevice = IsOfDevice && work.Operation == MeasuredOperation.Write;
        return work with
        {
            Mode = Name == LayerLabels.DeviceDirect ? IoMode.Direct : IoMode.Buffered,
            RequireMode = Name != LayerLabels.DeviceDirect,
            Engine = Name == LayerLabels.NullEngine ? EngineChoice.Null : Name == LayerLabels.MemoryCopy ? EngineChoice.Memory : work.Engine,
            Cold = IsOfDevice,
            Flush = writesToDevice ? FlushPolicy.End : FlushPolicy.None,
            Bytes = IsOfDevice ? Math.Min(length, work.Bytes ?? length) : IsOfFile ? work.Bytes : null,
            Size = length,
            Preparation = null,
            Repeat = 1,
        };
    }
}
