using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>Where the bytes of the measured range are at one moment.</summary>
/// <param name="Residency">In the page cache.</param>
/// <param name="Extents">On the device; null where the file system does not tell.</param>
internal sealed record FileState(Residency Residency, ExtentMap? Extents);
