using System.Globalization;
using Landspeed.Experiments.Measuring;
using Landspeed.Files.Space;

namespace Landspeed.Experiments.Zones;

/// <summary>One of several equal parts of a file.</summary>
/// <param name="Name">Name of its cell.</param>
/// <param name="Offset">Where it starts in the file, bytes.</param>
/// <param name="Length">Its bytes.</param>
internal sealed record Zone(string Name, long Offset, long Length)
{
    /// <summary>Returns a zone: whole requests, as the workers divide them.</summary>
    /// <param name="file">The file.</param>
    /// <param name="zones">Number of zones.</param>
    /// <param name="index">Zero-based zone.</param>
    internal static Zone Of(MeasurementPlan file, int zones, int index)
    {
        (int threads, long size) = (file.Options.Threads, file.Options.RequestSize);
        long first = Partition.Of(file.RequestCount, zones * threads, index * threads).First;
        (long last, long count) = Partition.Of(file.RequestCount, zones * threads, ((index + 1) * threads) - 1);
        long end = Math.Min((last + count) * size, file.FileLength);
        string name = string.Create(CultureInfo.InvariantCulture, $"zone-{index + 1}-of-{zones}");
        return new Zone(name, first * size, end - (first * size));
    }

    /// <summary>
    /// Returns where its first stored byte is on the device, or null if that is not known or nothing is stored.
    /// </summary>
    /// <param name="map">The map of the file, or null if there is none.</param>
    internal long? PlaceIn(ExtentMap? map)
    {
        foreach (FileExtent extent in map?.Extents ?? [])
        {
            if (extent is { State: ExtentState.Written, PhysicalOffset: { } place } && extent.End > Offset)
            {
                long start = Math.Max(extent.Offset, Offset);
                return start < Offset + Length ? place + (start - extent.Offset) : null;
            }
        }

        return null;
    }
}
