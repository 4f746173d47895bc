using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>One line of the mount table (proc_pid_mountinfo(5)).</summary>
/// <param name="Id">Number of the mount.</param>
/// <param name="Device">Device of the file system; anonymous (major 0) where no single block device holds it.</param>
/// <param name="MountPoint">Directory where it is mounted, escapes undone.</param>
/// <param name="Options">Options of this mount, comma separated.</param>
/// <param name="FileSystem">Its type, for example <c>ext4</c> or <c>fuse.sshfs</c>.</param>
/// <param name="Source">What is mounted, for example <c>/dev/vda</c>; any word for file systems without device.</param>
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
    /// <summary>Both kinds of options, each once, in the kernel's order.</summary>
    internal string AllOptions => string.Join(',', Options.Split(',').Concat(VolumeOptions.Split(',')).Distinct());
}
