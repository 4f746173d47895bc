using Landspeed.Experiments.Results;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>Describes where a file lies: file system, mount, device, space.</summary>
public static class EnvironmentProbe
{
    /// <summary>Looks at the place of a file as it is now.</summary>
    /// <param name="path">A file, or a name that does not exist yet in a directory that does.</param>
    /// <returns>What could be found out; the rest is null.</returns>
    /// <remarks>A dozen small files below /proc and /sys, three system calls on the file's directory.</remarks>
    public static EnvironmentRecord Capture(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return Capture(path, new SystemFiles());
    }

    internal static EnvironmentRecord Capture(FilePath path, SystemFiles files)
    {
        FilePath place = path;
        if (NativePlatform.Files.StatusOf(path, out FileStatus status).Failed)
        {
            place = path.Parent;
            if (NativePlatform.Files.StatusOf(place, out status).Failed)
            {
                return Named(path);
            }
        }

        MountEntry? mount = MountTable.Read(files).Find(status.MountId, FullName(place));
        BlockDeviceLocation device = BlockDeviceLocator.Find(files, status.Device, mount);
        EnvironmentRecord record = Named(path) with
        {
            FileSystem = mount?.FileSystem,
            MountPoint = mount is null ? null : FilePath.FromText(mount.MountPoint).Display,
            MountOptions = mount?.AllOptions,
            Device = device.Name,
        };
        record = device.Device is { } number ? WithDisk(record, files, number) : record;
        return Volume(status, place) is { } volume
            ? record with { VolumeBytes = volume.TotalBytes, AvailableBytes = volume.AvailableBytes }
            : record;
    }

    private static EnvironmentRecord Named(FilePath path) => new()
    {
        Path = path.Display,
        PathBase64 = path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes),
    };

    private static EnvironmentRecord WithDisk(EnvironmentRecord record, SystemFiles files, DeviceNumber device)
    {
        string disk = BlockDevices.DiskDirectory(files, device);
        return record with
        {
            DeviceModel = files.TryRead($"{disk}/device/model"),
            DeviceRotational = files.Number($"{disk}/queue/rotational") is { } turns ? turns != 0 : null,
            Scheduler = Scheduler(files.TryRead($"{disk}/queue/scheduler")),
            LogicalSectorBytes = (int?)files.Number($"{disk}/queue/logical_block_size"),
            PhysicalSectorBytes = (int?)files.Number($"{disk}/queue/physical_block_size"),
            MaximumDeviceRequestBytes = files.Number($"{disk}/queue/max_sectors_kb") * 1024,
            ReadAheadBytes = files.Number($"{disk}/queue/read_ahead_kb") * 1024,
        };
    }

    // "mq-deadline kyber [none]": the one in brackets is in use.
    private static string? Scheduler(string? choices) => choices?.Split('[') is [_, string rest]
        ? rest.Split(']')[0]
        : choices;

    // Statistics of a volume need a descriptor; a FIFO or device must not be opened for them, its directory serves.
    private static VolumeStatus? Volume(FileStatus status, FilePath place)
    {
        bool harmless = status.Kind is FileKind.Regular or FileKind.Directory;
        FilePath target = harmless ? place : place.Parent;
        NativePlatform.Files.Open(
            target, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            return handle is not null && NativePlatform.Files.Volume(handle, out VolumeStatus volume).Succeeded
                ? volume
                : null;
        }
    }

    // Only for kernels that do not tell the number of the mount: links on the way are not followed.
    private static string FullName(FilePath path) => Path.GetFullPath(path.Text);
}
