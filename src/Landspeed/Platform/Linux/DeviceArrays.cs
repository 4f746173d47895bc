using System.Globalization;

namespace Landspeed.Platform.Linux;

/// <summary>Devices that spread their bytes over several disks: md, device mapper, Btrfs.</summary>
internal static class DeviceArrays
{
    private const int MostNamed = 16;
    private const int MostLayers = 8; // more than are ever stacked
    private static readonly string[] s_stripedMd = ["raid0", "raid4", "raid5", "raid6", "raid10"];
    private static readonly string[] s_stripedBtrfs = ["raid0", "raid10", "raid5", "raid6"];

    /// <summary>
    /// Describes what a block device is an array of, for example <c>md raid0 of 2 devices (sda1, sdb1)</c>, or returns
    /// null if it is not an array.
    /// </summary>
    internal static string? Of(SystemFiles files, DeviceNumber device) =>
        files.Exists($"/sys/dev/block/{device}") ? Of(files, BlockDevices.DiskDirectory(files, device), 0) : null;

    /// <summary>Does the same for the Btrfs volume that includes a named device.</summary>
    internal static string? OfBtrfs(SystemFiles files, string name)
    {
        string? volume = files.Names("/sys/fs/btrfs").FirstOrDefault(one => files.Names($"/sys/fs/btrfs/{one}/devices").Contains(name));
        string? profile = volume is null ? null : s_stripedBtrfs.FirstOrDefault(one => files.Exists($"/sys/fs/btrfs/{volume}/allocation/data/{one}"));
        string[] members = volume is null ? [] : files.Names($"/sys/fs/btrfs/{volume}/devices");
        return profile is not null && members.Length > 1
            ? string.Create(
                CultureInfo.InvariantCulture, $"btrfs {profile} of {members.Length} devices{InParentheses(members)}")
            : null;
    }

    /// <summary>
    /// The directories of the disks that a block device is made of; of a disk and its partitions its own. None when
    /// there is no block device of that number.
    /// </summary>
    internal static IEnumerable<string> DisksBelow(SystemFiles files, DeviceNumber device) =>
        files.Exists($"/sys/dev/block/{device}")
            ? Disks(files, BlockDevices.DiskDirectory(files, device), 0).Distinct(StringComparer.Ordinal)
            : [];

    /// <summary>The same of the Btrfs volume that has a device of this name.</summary>
    internal static IEnumerable<string> DisksOfBtrfs(SystemFiles files, string name) => BlockDevices
        .MembersOfBtrfs(files, name)
        .DefaultIfEmpty(name)
        .SelectMany(member => Disks(files, DiskOf(files, member), 0))
        .Distinct(StringComparer.Ordinal);

    private static string? Of(SystemFiles files, string disk, int layer)
    {
        if (files.TryRead($"{disk}/md/level") is { } level)
        {
            string count = files.TryRead($"{disk}/md/raid_disks") ?? "several";
            return s_stripedMd.Contains(level)
                ? $"md {level} of {count} devices{InParentheses(files.Names($"{disk}/slaves"))}"
                : null;
        }

        // Several paths to one disk are not an array.
        string[] below = files.Names($"{disk}/slaves");
        if (below.Length == 0 || layer == MostLayers || files.TryRead($"{disk}/dm/uuid")?.StartsWith("mpath-", StringComparison.Ordinal) == true)
        {
            return null;
        }

        if (below.Length == 1)
        {
            return Of(files, DiskOf(files, below[0]), layer + 1);
        }

        IEnumerable<string> all = below.SelectMany(name => Disks(files, DiskOf(files, name), layer + 1));
        string[] disks = [.. all.Distinct(StringComparer.Ordinal)];
        string names = InParentheses(disks.Select(one => Path.GetFileName(one)));
        return disks.Length > 1
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"device mapper over {disks.Length} disks{names}; the system does not say whether striped or joined")
            : null;
    }

    private static string InParentheses(IEnumerable<string> members)
    {
        string[] names = [.. members.Order(StringComparer.Ordinal)];
        string more = names.Length > MostNamed
            ? string.Create(CultureInfo.InvariantCulture, $" and {names.Length - MostNamed} more") : "";
        return names.Length == 0 ? "" : $" ({string.Join(", ", names.Take(MostNamed))}{more})";
    }

    private static IEnumerable<string> Disks(SystemFiles files, string disk, int layer)
    {
        string[] below = files.Names($"{disk}/slaves");
        return below.Length == 0 || layer == MostLayers ? [disk] : below.SelectMany(name => Disks(files, DiskOf(files, name), layer + 1));
    }

    private static string DiskOf(SystemFiles files, string name)
    {
        string directory = files.Resolve($"/sys/class/block/{name}");
        return files.Exists($"{directory}/partition") ? Path.GetDirectoryName(directory)! : directory;
    }
}
