using System.Globalization;
using System.Text;

namespace Landspeed.Platform.Linux;

/// <summary>The mount table as this process sees it.</summary>
internal sealed class MountTable
{
    private MountTable(IReadOnlyList<MountEntry> entries)
    {
        Entries = entries;
    }

    /// <summary>The mounts in the order in which they were created.</summary>
    internal IReadOnlyList<MountEntry> Entries { get; }

    /// <summary>Reads the table; empty if it cannot be read.</summary>
    internal static MountTable Read(SystemFiles files) =>
        new([.. files.Lines("/proc/self/mountinfo").Select(Parse).OfType<MountEntry>()]);

    /// <summary>Finds the mount that holds a file.</summary>
    /// <param name="mountId">Number of the mount from the file's status; 0 if the kernel did not report it.</param>
    /// <param name="absolutePath">Full name without symbolic links, used if the number does not help.</param>
    /// <returns>The mount, or null if the table does not show it.</returns>
    internal MountEntry? Find(ulong mountId, string absolutePath) =>
        Entries.FirstOrDefault(entry => mountId != 0 && entry.Id == mountId)
        ?? Entries.Where(entry => Holds(entry.MountPoint, absolutePath))
            .MaxBy(entry => (entry.MountPoint.Length, Entries.Index().First(pair => pair.Item == entry).Index));

    // 36 35 98:0 /root /mount/point rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue
    // Between the options and the dash lie any number of optional fields.
    private static MountEntry? Parse(string line)
    {
        string[] fields = line.Split(' ');
        int dash = Array.IndexOf(fields, "-");
        if (dash < 6 || fields.Length < dash + 3
            || !ulong.TryParse(fields[0], NumberStyles.None, CultureInfo.InvariantCulture, out ulong id)
            || DeviceNumber.Parse(fields[2]) is not { } device)
        {
            return null;
        }

        string volumeOptions = fields.Length > dash + 3 ? fields[dash + 3] : string.Empty;
        return new MountEntry(
            id, device, Unescape(fields[4]), fields[5], fields[dash + 1], Unescape(fields[dash + 2]), volumeOptions)
        {
            Root = Unescape(fields[3]),
        };
    }

    private static bool Holds(string mountPoint, string path) =>
        path.StartsWith(mountPoint, StringComparison.Ordinal)
        && (mountPoint == "/" || path.Length == mountPoint.Length || path[mountPoint.Length] == '/');

    // The kernel writes space, tab, newline and backslash as a backslash and three octal digits.
    private static string Unescape(string text)
    {
        var plain = new StringBuilder(text.Length);
        for (int index = 0; index < text.Length; index++)
        {
            if (text[index] == '\\' && index + 3 < text.Length)
            {
                plain.Append((char)Convert.ToInt32(text.Substring(index + 1, 3), 8));
                index += 3;
            }
            else
            {
                plain.Append(text[index]);
            }
        }

        return plain.ToString();
    }
}

/// <summary>One line of the mount table (proc_pid_mountinfo(5)).</summary>
/// <param name="Id">Number of the mount.</param>
/// <param name="Device">Device of the file system; anonymous (major 0) if no single block device holds it.</param>
/// <param name="MountPoint">Directory where it is mounted, unescaped.</param>
/// <param name="Options">Options of this mount, comma separated.</param>
/// <param name="FileSystem">Its type, for example <c>ext4</c> or <c>fuse.sshfs</c>.</param>
/// <param name="Source">
/// The mounted device, for example <c>/dev/vda</c>; any word for file systems without a device.
/// </param>
/// <param name="VolumeOptions">Options of the file system, comma separated.</param>
internal sealed record MountEntry(
    ulong Id,
    DeviceNumber Device,
    string MountPoint,
    string Options,
    string FileSystem,
    string Source,
    string VolumeOptions)
{
    /// <summary>The directory of the volume that is mounted, unescaped; other than <c>/</c> for a bind mount.</summary>
    internal string Root { get; init; } = "/";

    /// <summary>Both kinds of options without duplicates, in the kernel's order.</summary>
    internal string AllOptions => string.Join(',', Options.Split(',').Concat(VolumeOptions.Split(',')).Distinct());
}
