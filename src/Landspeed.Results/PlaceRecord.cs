namespace Landspeed.Results;

/// <summary>
/// A file or directory that bytes come from or go to. Fields are null if the system does not report them.
/// </summary>
public sealed record PlaceRecord
{
    /// <summary>Its role in the command: <c>file</c>, <c>directory</c>, <c>source</c> or <c>target</c>.</summary>
    public required string Role { get; init; }

    /// <summary>The file's name for display, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The name's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>File system type, for example <c>ext4</c>.</summary>
    public string? FileSystem { get; init; }

    /// <summary>Directory on which it is mounted.</summary>
    public string? MountPoint { get; init; }

    /// <summary>Mount options, comma separated, as the kernel writes them.</summary>
    public string? MountOptions { get; init; }

    /// <summary>
    /// Name of the block device below it, for example <c>nvme0n1p2</c>, or null if there is none or it is unknown.
    /// </summary>
    public string? Device { get; init; }

    /// <summary>Model of the disk.</summary>
    public string? DeviceModel { get; init; }

    /// <summary>Whether the disk reports that it rotates.</summary>
    public bool? DeviceRotational { get; init; }

    /// <summary>Request scheduler of the disk.</summary>
    public string? Scheduler { get; init; }

    /// <summary>Logical sector size.</summary>
    public int? LogicalSectorBytes { get; init; }

    /// <summary>Physical sector size.</summary>
    public int? PhysicalSectorBytes { get; init; }

    /// <summary>Largest request that the kernel passes to the disk in one piece.</summary>
    public long? MaximumDeviceRequestBytes { get; init; }

    /// <summary>Read-ahead window of the disk.</summary>
    public long? ReadAheadBytes { get; init; }

    /// <summary>Size of the volume.</summary>
    public long? VolumeBytes { get; init; }

    /// <summary>Bytes available to this user before the run.</summary>
    public long? AvailableBytes { get; init; }
}

/// <summary>The role of a place in a command.</summary>
public static class PlaceRoles
{
    /// <summary>The file that is measured.</summary>
    public const string File = "file";

    /// <summary>The directory that contains the measured files.</summary>
    public const string Directory = "directory";

    /// <summary>What is read.</summary>
    public const string Source = "source";

    /// <summary>What is written.</summary>
    public const string Target = "target";

    /// <summary>The first of two files or directories that are compared.</summary>
    public const string A = "A";

    /// <summary>The second of them.</summary>
    public const string B = "B";
}

/// <summary>What is known about the rotation of a place's disk.</summary>
public enum DeviceRotation
{
    /// <summary>The disk does not report it.</summary>
    Unknown,

    /// <summary>It reports that it rotates, as virtual disks do by default.</summary>
    Virtual,

    /// <summary>It rotates: reading elsewhere costs a seek.</summary>
    Rotating,

    /// <summary>It does not rotate.</summary>
    NotRotating,
}

/// <summary>Judges a disk's report about its rotation.</summary>
public static class DeviceRotations
{
    // Drivers of disks that are provided by the host or a file; these report that they rotate unless told otherwise.
    private static readonly string[] s_virtual = ["vd", "xvd", "loop"];

    /// <summary>Returns what is known.</summary>
    /// <param name="place">The place with the disk's report.</param>
    /// <param name="virtualization">Hypervisor or container of the machine; null on bare metal or if unknown.</param>
    public static DeviceRotation Of(PlaceRecord place, string? virtualization)
    {
        ArgumentNullException.ThrowIfNull(place);
        bool isVirtual = virtualization is not null
            || s_virtual.Any(driver => place.Device?.StartsWith(driver, StringComparison.Ordinal) == true);
        return place.DeviceRotational switch
        {
            null => DeviceRotation.Unknown,
            false => DeviceRotation.NotRotating,
            true => isVirtual ? DeviceRotation.Virtual : DeviceRotation.Rotating,
        };
    }
}
