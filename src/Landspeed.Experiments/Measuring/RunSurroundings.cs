using Landspeed.Experiments.Host;
using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>What was found out around a run and is not part of its record.</summary>
/// <param name="Drop">What dropping the file from the page cache came to; null when it was not asked for.</param>
/// <param name="Device">Where the file lies.</param>
/// <param name="Plan">What was to be done.</param>
/// <param name="FileSystem">Its name, for example <c>ext4</c>.</param>
/// <param name="OppositeBytes">What others moved on the device against the run's direction; null when unknown.</param>
/// <param name="OwnOppositeBytes">What the run itself moved in that direction; null when unknown.</param>
internal sealed record RunSurroundings(
    CacheDrop? Drop,
    BlockDeviceLocation Device,
    MeasurementPlan Plan,
    string FileSystem,
    long? OppositeBytes,
    long? OwnOppositeBytes);
