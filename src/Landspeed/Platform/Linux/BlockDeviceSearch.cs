using System.Globalization;

namespace Landspeed.Platform.Linux;

/// <summary>Finds the block device below a file.</summary>
internal static class BlockDeviceSearch
{
    internal static BlockDeviceLocation Find(SystemFiles files, DeviceNumber device, MountEntry? mount)
    {
        if (BlockDevices.Name(files, device) is { } name)
        {
            return Known(files, device, name);
        }

        if (mount is null)
        {
            return Nothing($"device {device} has no counters and the mount table does not name it");
        }

        return BlockDevices.NumberOfSource(files, mount.Source) is { } source
            ? OneOfMany(files, mount, source)
            : Nothing(WhyNone(mount.FileSystem)) with
            {
                ServedElsewhere = IsServed(mount.FileSystem),
                IsInMemory = IsMemory(mount.FileSystem),
                CountedMount = mount.FileSystem is "nfs" or "nfs4" ? mount.MountPoint : null,
            };
    }

    private static BlockDeviceLocation OneOfMany(SystemFiles files, MountEntry mount, DeviceNumber device)
    {
        string name = BlockDevices.Name(files, device) ?? mount.Source;
        int members = BlockDevices.MembersOfBtrfs(files, name).Length;
        return members > 1
            ? Nothing(string.Create(
                CultureInfo.InvariantCulture,
                $"{mount.FileSystem} spreads over {members} devices, no single one counts all of it"))
            : Known(files, device, name);
    }

    private static bool IsMemory(string fileSystem) => fileSystem is "tmpfs" or "ramfs" or "devtmpfs" or "hugetlbfs";

    private static BlockDeviceLocation Known(SystemFiles files, DeviceNumber device, string name) =>
        new(device, name, null, IsInMemory: BlockDevices.IsMemory(name)
            || (BlockDevices.BackingFile(files, device) is { } medium
                && LinuxFileCalls.Instance.StatusOf(FilePath.FromText(medium), out FileStatus status).Succeeded
                && MountTable.Read(files).Find(status.MountId, medium) is { } mount && IsMemory(mount.FileSystem)));

    private static bool IsServed(string fileSystem) => IsNetwork(fileSystem) || IsProgram(fileSystem)
        || fileSystem == "virtiofs";

    private static bool IsNetwork(string fileSystem) =>
        fileSystem is "nfs" or "nfs4" or "cifs" or "smb3" or "ceph" or "9p" or "afs" or "lustre" or "glusterfs";

    private static bool IsProgram(string fileSystem) => fileSystem.StartsWith("fuse", StringComparison.Ordinal);

    private static string WhyNone(string fileSystem) => fileSystem switch
    {
        _ when IsMemory(fileSystem) => $"{fileSystem} keeps files in memory",
        _ when IsNetwork(fileSystem) => $"{fileSystem} keeps files on another machine",
        "virtiofs" => "virtiofs keeps files on the host of this virtual machine",
        "overlay" => "overlay keeps files on another file system, which it does not name",
        "zfs" => "zfs spreads files over a pool, no single device counts all of it",
        "proc" or "sysfs" or "cgroup" or "cgroup2" or "debugfs" or "tracefs" =>
            $"{fileSystem} shows kernel data, it keeps no files",
        _ when IsProgram(fileSystem) => $"{fileSystem} is served by a program, which may keep files anywhere",
        _ => $"{fileSystem} names no block device",
    };

    private static BlockDeviceLocation Nothing(string reason) => new(null, null, reason);
}
