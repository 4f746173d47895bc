using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>Describes where a file is stored: file system, mount, device, space.</summary>
public static class EnvironmentProbe
{
    /// <summary>Describes where a file is stored at this moment.</summary>
    /// <param name="role">Its role in the command, one of <see cref="PlaceRoles"/>.</param>
    /// <param name="path">A file, or a name that does not exist yet in a directory that does.</param>
    /// <returns>What is known; the rest is null.</returns>
    /// <remarks>Reads about a dozen small system files, and makes three system calls on the file's directory.</remarks>
    public static PlaceRecord Place(string role, FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        FilePath place = path;
        if (NativePlatform.Files.StatusOf(path, out FileStatus status).Failed)
        {
            place = path.Parent;
            if (NativePlatform.Files.StatusOf(place, out status).Failed)
            {
                return Named(role, path);
            }
        }

        VolumeFacts facts = NativePlatform.Host.Volume(status, FullName(place));
        PlaceRecord record = Named(role, path) with
        {
            FileSystem = facts.FileSystem,
            MountPoint = facts.MountPoint?.Display,
            MountOptions = facts.MountOptions,
            Device = facts.Device.Name,
            DeviceModel = facts.Disk?.Model,
            DeviceRotational = facts.Disk?.IsRotational,
            Scheduler = facts.Disk?.Scheduler,
            LogicalSectorBytes = facts.Disk?.LogicalSectorBytes,
            PhysicalSectorBytes = facts.Disk?.PhysicalSectorBytes,
            MaximumDeviceRequestBytes = facts.Disk?.MaximumRequestBytes,
            ReadAheadBytes = facts.Disk?.ReadAheadBytes,
        };
        return Volume(status, place) is { } volume
            ? record with { VolumeBytes = volume.TotalBytes, AvailableBytes = volume.AvailableBytes }
            : record;
    }

    private static PlaceRecord Named(string role, FilePath path) => new()
    {
        Role = role,
        Path = path.Display,
        PathBase64 = path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes),
    };

    // Statistics of a volume need a descriptor. A FIFO or device must not be opened for them, so its directory is used.
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

    // Only for kernels that do not report the mount ID: symbolic links in the path are not followed.
    private static string FullName(FilePath path) => PlainPath.FullOf(path).Text;
}
