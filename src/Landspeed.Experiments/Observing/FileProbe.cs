using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Observing;

/// <summary>Finds where the bytes of the measured range are.</summary>
/// <param name="file">The open file.</param>
/// <param name="offset">First byte of the range.</param>
/// <param name="length">Bytes of the range.</param>
internal sealed class FileProbe(StorageFile file, long offset, long length)
{
    /// <summary>Examines the file now; takes some milliseconds.</summary>
    /// <param name="query">Whether dirty data is written first: otherwise it has no address yet.</param>
    internal FileState Look(ExtentQuery query)
    {
        Residency residency = PageResidency.Measure(file, offset, length);
        bool known = ExtentMap.TryRead(file, query, out ExtentMap? map, out _);
        return new FileState(residency, known ? map : null);
    }
}

/// <summary>Where the bytes of the measured range are at one moment.</summary>
/// <param name="Residency">In the page cache.</param>
/// <param name="Extents">On the device, or null if the file system does not report it.</param>
internal sealed record FileState(Residency Residency, ExtentMap? Extents);
