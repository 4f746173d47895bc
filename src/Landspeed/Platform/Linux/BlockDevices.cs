
namespace Landspeed.Platform.Linux;

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
            ? DeviceNumber.Parse(files.TryRead($"/sys/class/block/{Path.GetFileName(files.Resolve(source))}/dev"))
            : null;

    /// <summary>Devices of the btrfs volume that has one of this name; none when there is no such volume.</summary>
    internal static string[] MembersOfBtrfs(SystemFiles files, string name) => files.Names("/sys/fs/btrfs")
        .Select(volume => files.Names($"/sys/fs/btrfs/{volume}/devices"))
        .FirstOrDefault(members => members.Contains(name)) ?? [];

    /// <summary>The directory that describes the whole disk of a device: of a partition, the disk's.</summary>
    internal static string DiskDirectory(SystemFiles files, DeviceNumber device)
    {
        string directory = files.Resolve($"/sys/dev/block/{device}");
        return files.Exists($"{directory}/partition") ? Path.GetDirectoryName(directory)! : directory;
    }

    /// <summary>The write cache of a disk (Documentation/ABI/stable/sysfs-block).</summary>
    /// <param name="files">Where /sys is.</param>
    /// <param name="disk">The directory that describes the disk.</param>
    internal static DiskCache WriteCache(SystemFiles files, string disk) => new(
        Path.GetFileName(disk),
        DeviceNumber.Parse(files.TryRead($"{disk}/dev")),
        files.TryRead($"{disk}/queue/write_cache") switch
        {
            "write back" => true,
            "write through" => false,
            _ => null,
        },
        files.Number($"{disk}/queue/fua") is { } forced ? forced != 0 : null);

    /// <summary>The file behind a loop device; null for any other device.</summary>
    internal static string? BackingFile(SystemFiles files, DeviceNumber device) =>
        files.TryRead($"{DiskDirectory(files, device)}/loop/backing_file");

    /// <summary>Whether a name is that of a RAM disk.</summary>
    internal static bool IsMemory(string name) =>
        name.StartsWith("ram", StringComparison.Ordinal) || name.StartsWith("zram", StringComparison.Ordinal);

    /// <summary>Finds the loop device that uses a file.</summary>
    /// <param name="files">Where /sys is.</param>
    /// <param name="file">What the system said of the file.</param>
    /// <returns>Its name, for example <c>loop0</c>; null when none uses the file, or none can be seen.</returns>
    /// <remarks>One small file for each attached device. A medium in another mount namespace is not recognised.</remarks>
    internal static string? LoopOn(SystemFiles files, FileStatus file) => files.Names("/sys/block")
        .Where(name => name.StartsWith("loop", StringComparison.Ordinal))
        .FirstOrDefault(name => files.TryRead($"/sys/block/{name}/loop/backing_file") is { } medium
            && LinuxFileCalls.Instance.StatusOf(FilePath.FromText(medium), out FileStatus status).Succeeded
            && (status.Device, status.Inode) == (file.Device, file.Inode));
}
