using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Block devices as /sys shows them.</summary>
internal static class BlockDevices
{
    /// <summary>The name of a block device, for example <c>vda1</c>; null when there is none of that number.</summary>
    internal static string? Name(SystemFiles files, DeviceNumber device)
    {
        string link = $"/sys/dev/block/{device}";
        return files.Exists(link) ? Path.GetFileName(files.Resolve(link)) : null;
    }

    /// <summary>The number of the block device that a mount names; null when it names none.</summary>
    internal static DeviceNumber? NumberOfSource(SystemFiles files, string source) =>
        source.StartsWith("/dev/", StringComparison.Ordinal)
            ? DeviceNumbers.Parse(files.TryRead($"/sys/class/block/{Path.GetFileName(files.Resolve(source))}/dev"))
            : null;

    /// <summary>Devices of the btrfs volume that has one of this name; 0 when there is no such volume.</summary>
    internal static int MembersOfBtrfs(SystemFiles files, string name) => files.Names("/sys/fs/btrfs")
        .Select(volume => files.Names($"/sys/fs/btrfs/{volume}/devices"))
        .FirstOrDefault(members => members.Contains(name))?.Length ?? 0;

    /// <summary>The directory that describes the whole disk of a device: of a partition, the disk's.</summary>
    internal static string DiskDirectory(SystemFiles files, DeviceNumber device)
    {
        string directory = files.Resolve($"/sys/dev/block/{device}");
        return files.Exists($"{directory}/partition") ? Path.GetDirectoryName(directory)! : directory;
    }

    /// <summary>The file behind a loop device; null for any other device.</summary>
    internal static string? BackingFile(SystemFiles files, DeviceNumber device) =>
        files.TryRead($"{DiskDirectory(files, device)}/loop/backing_file");
}
