namespace Landspeed.Platform;

/// <summary>The block device below a file, whose counters show what the device transferred.</summary>
/// <param name="Device">Its number, or null if there is none to read.</param>
/// <param name="Name">Its name, for example <c>nvme0n1p2</c>, or null if there is none.</param>
/// <param name="Reason">Why there is none, without a full stop, or null if there is one.</param>
/// <param name="ServedElsewhere">
/// True if a program or another machine serves the file, so that written data may stay in the server's cache.
/// </param>
/// <param name="IsInMemory">
/// True if the bytes stay in memory: on tmpfs, on a RAM disk (whose counters still count), or on a loop device over
/// such a file.
/// </param>
/// <param name="CountedMount">
/// Directory of the mount whose client counts what its server sends and receives (NFS), or null if none does.
/// </param>
internal readonly record struct BlockDeviceLocation(
    DeviceNumber? Device, string? Name, string? Reason, bool ServedElsewhere = false, bool IsInMemory = false, string? CountedMount = null);
