
namespace Landspeed.Platform.Linux;

/// <summary>Block devices as /sys shows them.</summary>
internal static class BlockDevices
{
    /// <summary>
    /// Returns the name of a block device, for example <c>vda1</c>, or null if there is none with that number.
    /// </summary>
    internal static string? Name(SystemFiles files, DeviceNumber device)
    {
        string link = $"/sys/dev/block/{device}";
        return files.Exists(link) ? Path.GetFileName(files.Resolve(link)) : null;
    }

    /// <summary>Returns the number of the block device that a mount names, or null if it names none.</summary>
    internal static DeviceNumber? NumberOfSource(SystemFiles files, string source) =>
        source.StartsWith("/dev/", StringComparison.Ordinal)
            ? DeviceNumber.Parse(files.TryRead($"/sys/class/block/{Path.GetFileName(files.Resolve(source))}/dev"))
            : null;

    /// <summary>
    /// Returns the devices of the btrfs volume that includes a named device; none if there is no such volume.
    /// </summary>
    internal static string[] MembersOfBtrfs(SystemFiles files, string name) => files.Names("/sys/fs/btrfs")
        .Select(volume => files.Names($"/sys/fs/btrfs/{volume}/devices"))
        .FirstOrDefault(members => members.Contains(name)) ?? [];

    /// <summary>Returns the directory that describes the whole disk of a device or partition.</summary>
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

    /// <summary>Returns the file behind a loop device, or null for any other device.</summary>
    internal static string? BackingFile(SystemFiles files, DeviceNumber device) =>
        files.TryRead($"{DiskDirectory(files, device)}/loop/backing_file");

    /// <summary>True if a name is that of a RAM disk.</summary>
    internal static bool IsMemory(string name) =>
        name.StartsWith("ram", StringComparison.Ordinal) || name.StartsWith("zram", StringComparison.Ordinal);

    /// <summary>Finds the loop device that uses a file.</summary>
    /// <param name="files">Where /sys is.</param>
    /// <param name="file">The file's status as the system reported it.</param>
    /// <returns>Its name, for example <c>loop0</c>, or null if none uses the file or none can be seen.</returns>
    /// <remarks>
    /// Reads one small file per attached device. A medium in another mount namespace is not recognised.
    /// </remarks>
    internal static string? LoopOn(SystemFiles files, FileStatus file) => files.Names("/sys/block")
        .Where(name => name.StartsWith("loop", StringComparison.Ordinal))
        .FirstOrDefault(name => files.TryRead($"/sys/block/{name}/loop/backing_file") is { } medium
            && LinuxFileCalls.Instance.StatusOf(FilePath.FromText(medium), out FileStatus status).Succeeded
            && (status.Device, status.Inode) == (file.Device, file.Inode));
}
