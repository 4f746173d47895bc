using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>What the system shows of the machine, its volumes and this process, besides files and counters.</summary>
/// <remarks>
/// Thread-safe. Some milliseconds a call: most read several small files of the system. What is missing or hidden is null,
/// never an exception.
/// </remarks>
internal interface IHostCalls
{
    /// <summary>
    /// How long the system waits until the holder of a lease gives it back, before it takes it. Source:
    /// /proc/sys/fs/lease-break-time.
    /// </summary>
    TimeSpan LeaseBreakTime { get; }

    /// <summary>Who holds a lease or a delegation on a file (fcntl F_SETLEASE). Source: /proc/locks.</summary>
    /// <param name="status">The file.</param>
    /// <returns>The number of the process, 0 where it is hidden; null: nobody, as far as the system says.</returns>
    int? LeaseHolder(in FileStatus status);

    /// <summary>The system's name of what standard input reads.</summary>
    FilePath StandardInput { get; }

    /// <summary>The system's name of what standard output writes.</summary>
    FilePath StandardOutput { get; }

    /// <summary>The descriptor of this process that a name stands for, for example 1 for <c>/dev/fd/1</c>.</summary>
    /// <param name="name">A name; when it is a symbolic link itself, that is not followed.</param>
    /// <returns>A number, of an open file or not; null: the name stands for something else.</returns>
    int? DescriptorOf(FilePath name);

    /// <summary>Describes the machine as it is now.</summary>
    MachineFacts Machine();

    /// <summary>Describes the volume that holds a file, and the disk below it.</summary>
    /// <param name="status">What the system said of the file.</param>
    /// <param name="fullName">Its full name without symbolic links, used where the status does not name the mount.</param>
    VolumeFacts Volume(in FileStatus status, string fullName);

    /// <summary>Where a directory lies on its volume, whatever mount it is reached by.</summary>
    /// <param name="directory">The directory, open.</param>
    /// <param name="status">What the system said of it.</param>
    /// <returns>Null when the system does not show it.</returns>
    VolumePlace? PlaceOf(SafeFileHandle directory, in FileStatus status);

    /// <summary>What makes files durable on the file system of a file.</summary>
    /// <param name="volume">What the system said of the file system.</param>
    /// <param name="status">What the system said of the file.</param>
    /// <returns>The answer; what is not known to flush as a whole is to be flushed file by file.</returns>
    /// <remarks>No system call, but for an overlay, whose mount must be looked up.</remarks>
    VolumeFlush FlushOf(in VolumeStatus volume, in FileStatus status);

    /// <summary>Finds the block device below a file.</summary>
    /// <param name="status">What the system said of the file.</param>
    /// <returns>The device, or why there is none.</returns>
    BlockDeviceLocation BlockDevice(in FileStatus status);

    /// <summary>What the device below a file is an array of, in words; null: it is none, or the system does not say.</summary>
    /// <param name="status">What the system said of the file.</param>
    string? ArrayBelow(in FileStatus status);

    /// <summary>The write caches of the disks below a file, as the kernel takes them to be.</summary>
    /// <param name="status">What the system said of the file.</param>
    /// <returns>One for each disk, of an array or a Btrfs volume several; none without a block device.</returns>
    IReadOnlyList<DiskCache> WriteCaches(in FileStatus status);

    /// <summary>Finds the processes that watch files through fanotify(7).</summary>
    /// <remarks>Looks at every descriptor of every process: on large servers some seconds.</remarks>
    FileWatchers Watchers();

    /// <summary>The file behind a loop device; null for any other device.</summary>
    FilePath? BackingFile(DeviceNumber device);

    /// <summary>Finds the loop device that uses a file.</summary>
    /// <param name="file">What the system said of the file.</param>
    /// <returns>Its name, for example <c>loop0</c>; null when none uses the file, or none can be seen.</returns>
    string? LoopDeviceOn(in FileStatus file);

    /// <summary>Limits of this process.</summary>
    ProcessLimits Limits();

    /// <summary>Whether memory may be backed by huge pages: the choices, the present one in brackets.</summary>
    SystemSwitch HugePages();

    /// <summary>Whether io_uring is switched off: 0 for no process, 1 for all but privileged ones and one group, 2 for all.</summary>
    SystemSwitch UringDisabled();

    /// <summary>Bytes in the page cache of the machine; null: the system does not say.</summary>
    long? PageCacheBytes();

    /// <summary>Bytes of the page cache of the machine that are not on a device yet, or on their way; null: the system does not say.</summary>
    long? UnwrittenBytes();

    /// <summary>Gives the page cache, and what is remembered of names, back to the system; root only.</summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>Writes dirty data back first, which takes as long as it takes: dirty pages stay otherwise. Source: proc_sys_vm(5), drop_caches.</remarks>
    NativeResult DropCaches();

    /// <summary>What distinguishes this start of the machine from all others; null: the system does not say.</summary>
    string? BootIdentity();

    /// <summary>The words of this process's command line as they were given, each with a terminating zero.</summary>
    byte[]? CommandLine();

    /// <summary>A number that nobody can foresee, all 64 bits of it.</summary>
    /// <remarks>
    /// One system call; an exception where a sandbox forbids it. The runtime's own classes load OpenSSL for it (20 ms and 5 MiB, and the end of the process where there is
    /// none), and a GUID reads a device that a bare root has not.
    /// </remarks>
    ulong RandomNumber();

    /// <summary>Whether the library is there from which the runtime has MD5 and SHA-256. Where it is not, their first use ends the process.</summary>
    /// <remarks>Loads it, as the first use would.</remarks>
    bool HasCryptography();
}

/// <summary>What makes files durable on a file system.</summary>
internal enum VolumeFlush
{
    /// <summary>One flush of the whole file system makes all its files and directories durable.</summary>
    Whole,

    /// <summary>That is not known: each file and each directory must be flushed.</summary>
    Each,

    /// <summary>Flushes are accepted, and do nothing.</summary>
    Nothing,
}

/// <summary>A machine.</summary>
internal sealed record MachineFacts
{
    /// <summary>The distribution, for example <c>Debian GNU/Linux 12</c>.</summary>
    public string? OperatingSystem { get; init; }

    /// <summary>The kernel's release.</summary>
    public string? Kernel { get; init; }

    /// <summary>The processor's architecture, lower case, for example <c>x64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>The processor's model.</summary>
    public string? ProcessorModel { get; init; }

    /// <summary>The clock by which processor time becomes cycles.</summary>
    public ProcessorClock? Clock { get; init; }

    /// <summary>What sets the frequency, for example <c>performance</c>; null when the host or the processor does.</summary>
    public string? FrequencyGovernor { get; init; }

    /// <summary>Memory that this process can have, bytes.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>What stands between this process and the hardware, for example <c>kvm, docker</c>; null on bare metal.</summary>
    public string? Virtualization { get; init; }

    /// <summary>Tasks that ran or waited for the processor or a device, averaged over the last minute.</summary>
    public double? LoadAverage { get; init; }
}

/// <summary>The frequency by which processor time becomes cycles, and where it comes from.</summary>
/// <param name="Hz">Cycles per second.</param>
/// <param name="Method">Its source, in words; begins with <c>momentary</c> where the frequency changes.</param>
internal sealed record ProcessorClock(double Hz, string Method)
{
    /// <summary>Why there is none.</summary>
    internal const string Unknown = "unknown (neither the processor, its frequency driver nor its description names a frequency)";

    /// <summary>For example <c>2.800 GHz, TSC (cpuid)</c>.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Hz / 1e9:0.000} GHz, {Method}");
}

/// <summary>A mounted file system and what lies below it.</summary>
/// <param name="FileSystem">Its type, for example <c>ext4</c>.</param>
/// <param name="MountPoint">Directory where it is mounted.</param>
/// <param name="MountOptions">Options of the mount and of the file system, comma separated.</param>
/// <param name="Device">The block device, or why there is none.</param>
/// <param name="Disk">The whole disk of that device; null when there is none.</param>
internal sealed record VolumeFacts(
    string? FileSystem, FilePath? MountPoint, string? MountOptions, BlockDeviceLocation Device, DiskFacts? Disk);

/// <summary>A disk and its request queue.</summary>
internal sealed record DiskFacts
{
    /// <summary>The model that the disk gives.</summary>
    public string? Model { get; init; }

    /// <summary>Whether it has turning platters, as far as the system knows.</summary>
    public bool? IsRotational { get; init; }

    /// <summary>The scheduler in use, for example <c>none</c>.</summary>
    public string? Scheduler { get; init; }

    /// <summary>Smallest request, bytes.</summary>
    public int? LogicalSectorBytes { get; init; }

    /// <summary>Smallest request that the disk need not complete by reading, bytes.</summary>
    public int? PhysicalSectorBytes { get; init; }

    /// <summary>Largest request that the kernel sends, bytes.</summary>
    public long? MaximumRequestBytes { get; init; }

    /// <summary>How far the page cache reads ahead, bytes.</summary>
    public long? ReadAheadBytes { get; init; }
}

/// <summary>A disk and its write cache.</summary>
/// <param name="Name">Name of the disk, for example <c>nvme0n1</c>.</param>
/// <param name="Device">Its number; null when the system does not report it.</param>
/// <param name="IsVolatile">
/// Whether the cache loses its content in a power cut, so that the kernel flushes it; null when the system does not
/// report it.
/// </param>
/// <param name="HasForcedAccess">
/// Whether single writes can bypass the cache (forced unit access); null when the system does not report it.
/// </param>
internal sealed record DiskCache(string Name, DeviceNumber? Device, bool? IsVolatile, bool? HasForcedAccess)
{
    /// <summary>Whether it is memory that keeps its content without power, which no command must flush.</summary>
    public bool IsPersistentMemory => Name.StartsWith("pmem", StringComparison.Ordinal);
}

/// <summary>The processes that watch files.</summary>
/// <param name="Found">Those that could be seen, in the order of their numbers.</param>
/// <param name="HiddenProcesses">How many processes do not show their descriptors to this user.</param>
/// <param name="AreAllListed">
/// Whether all processes of the machine are listed; a container lists its own only, a system may hide those of others.
/// </param>
internal sealed record FileWatchers(IReadOnlyList<FileWatcher> Found, int HiddenProcesses, bool AreAllListed);

/// <summary>A process that watches files.</summary>
/// <param name="Process">Its number.</param>
/// <param name="Name">Its name, at most 15 bytes.</param>
/// <param name="IsAsked">
/// Whether it must permit opening or reading a file, which waits for it; otherwise it is only notified.
/// </param>
internal sealed record FileWatcher(int Process, string Name, bool IsAsked);

/// <summary>Limits of a process as the system writes them: a number, or a word for none; null when hidden.</summary>
/// <param name="LockedMemory">Bytes of memory that cannot be paged out.</param>
/// <param name="OpenFiles">Descriptors at a time.</param>
/// <param name="FileSize">Longest file, bytes.</param>
internal sealed record ProcessLimits(string? LockedMemory, string? OpenFiles, string? FileSize);

/// <summary>Something that an administrator can switch.</summary>
/// <param name="Name">What to write to, for a message.</param>
/// <param name="Value">What it is set to; null when the system has no such switch, or hides it.</param>
internal sealed record SystemSwitch(string Name, string? Value);
