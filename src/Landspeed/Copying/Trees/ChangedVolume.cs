using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>A file system on which a run changes something.</summary>
/// <param name="Device">Its device.</param>
/// <param name="Directory">A directory on it; disposed of by whoever keeps this record.</param>
/// <param name="Flush">Makes its files durable.</param>
internal sealed record ChangedVolume(DeviceNumber Device, OpenDirectory Directory, VolumeFlush Flush);
