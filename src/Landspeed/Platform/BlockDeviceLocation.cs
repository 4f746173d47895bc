namespace Landspeed.Platform;

/// <summary>The block device below a file, whose counters show what the device moved.</summary>
/// <param name="Device">Its number, or null when there is none to read.</param>
/// <param name="Name">Its name, for example <c>nvme0n1p2</c>; null when there is none.</param>
/// <param name="Reason">Why there is none, without full stop; null when there is one.</param>
/// <param name="ServedElsewhere">
/// Whether a program or another machine serves the file: what leaves this one may stay in the server's cache.
/// </param>
/// <param name="IsInMemory">Whether the bytes stay in memory: on tmpfs, on a RAM disk, whose counters count all the same, or on a loop device over such a file.</param>
/// <param name="CountedMount">Directory of the mount whose client counts what its server sends and takes (NFS); null: none does.</param>
public readonly record struct BlockDeviceLocation(
    DeviceNumber? Device, string? Name, string? Reason, bool ServedElsewhere = false, bool IsInMemory = false, string? CountedMount = null);
