using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// What the system shows of the machine, its volumes and this process, other than files and counters.
/// </summary>
/// <remarks>
/// Thread-safe. A few milliseconds per call, because most read several small system files. What is missing or hidden is
/// null, never an exception.
/// </remarks>
internal interface IHostCalls
{
    /// <summary>
    /// How long the system waits for the holder of a lease to return it before revoking it. Source:
    /// /proc/sys/fs/lease-break-time.
    /// </summary>
    TimeSpan LeaseBreakTime { get; }

    /// <summary>
    /// Gets the process that holds a lease or a delegation on a file (fcntl F_SETLEASE). Source: /proc/locks.
    /// </summary>
    /// <param name="status">The file.</param>
    /// <returns>Number of the process, 0 if it is hidden, or null if the system shows no holder.</returns>
    int? LeaseHolder(in FileStatus status);

    /// <summary>The system's name for the file of standard input.</summary>
    FilePath StandardInput { get; }

    /// <summary>The system's name for the file of standard output.</summary>
    FilePath StandardOutput { get; }

    /// <summary>
    /// Gets the descriptor of this process that a name stands for, for example 1 for <c>/dev/fd/1</c>.
    /// </summary>
    /// <param name="name">A name; if it is itself a symbolic link, it is not followed.</param>
    /// <returns>A descriptor, open or not, or null if the name stands for something else.</returns>
    int? DescriptorOf(FilePath name);

    /// <summary>Describes the current state of the machine.</summary>
    MachineFacts Machine();

    /// <summary>Describes the volume that holds a file, and its disk.</summary>
    /// <param name="status">The file's status as the system reported it.</param>
    /// <param name="fullName">
    /// Its full name without symbolic links, used if the status does not identify the mount.
    /// </param>
    VolumeFacts Volume(in FileStatus status, string fullName);

    /// <summary>Gets a directory's place on its volume, whatever the mount through which it is reached.</summary>
    /// <param name="directory">The directory, open.</param>
    /// <param name="status">Its status.</param>
    /// <returns>Null if the system does not show it.</returns>
    VolumePlace? PlaceOf(SafeFileHandle directory, in FileStatus status);

    /// <summary>Gets what makes the files of a file system durable.</summary>
    /// <param name="volume">Status of the file system.</param>
    /// <param name="status">The file's status as the system reported it.</param>
    /// <returns>The kind of flush; a file system not known to flush as a whole is flushed file by file.</returns>
    /// <remarks>No system call, except for an overlay, whose mount must be looked up.</remarks>
    VolumeFlush FlushOf(in VolumeStatus volume, in FileStatus status);

    /// <summary>Finds the block device below a file.</summary>
    /// <param name="status">The file's status as the system reported it.</param>
    /// <returns>The device, or why there is none.</returns>
    BlockDeviceLocation BlockDevice(in FileStatus status);

    /// <summary>
    /// Describes what the device below a file is an array of, or returns null if it is not an array or the system does
    /// not say.
    /// </summary>
    /// <param name="status">The file's status as the system reported it.</param>
    string? ArrayBelow(in FileStatus status);

    /// <summary>The write caches of the disks below a file, as the kernel takes them to be.</summary>
    /// <param name="status">What the system said of the file.</param>
    /// <returns>One for each disk, of an array or a Btrfs volume several; none without a block device.</returns>
    IReadOnlyList<DiskCache> WriteCaches(in FileStatus status);

    /// <summary>Finds the processes that watch files through fanotify(7).</summary>
    /// <remarks>Looks at every descriptor of every process: on large servers some seconds.</remarks>
    FileWatchers Watchers();

    /// <summary>Gets the file behind a loop device, or null for any other device.</summary>
    FilePath? BackingFile(DeviceNumber device);

    /// <summary>Finds the loop device that uses a file.</summary>
    /// <param name="file">The file's status as the system reported it.</param>
    /// <returns>Its name, for example <c>loop0</c>, or null if none uses the file or none can be seen.</returns>
    string? LoopDeviceOn(in FileStatus file);

    /// <summary>Limits of this process.</summary>
    ProcessLimits Limits();

    /// <summary>Whether memory may be backed by huge pages: the choices, with the current one in brackets.</summary>
    SystemSwitch HugePages();

    /// <summary>
    /// Whether io_uring is disabled: 0 for no process, 1 for all except privileged ones and one group, 2 for all.
    /// </summary>
    SystemSwitch UringDisabled();

    /// <summary>Gets the size of the machine's page cache in bytes, or null if the system does not say.</summary>
    long? PageCacheBytes();

    /// <summary>
    /// Gets the bytes of the machine's page cache that are not on a device yet, or on their way, or null if the system
    /// does not say.
    /// </summary>
    long? UnwrittenBytes();

    /// <summary>Drops the page cache and the cache of names; root only.</summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// Writes dirty data back first, however long that takes, because dirty pages would otherwise stay. Source:
    /// proc_sys_vm(5), drop_caches.
    /// </remarks>
    NativeResult DropCaches();

    /// <summary>Gets an identifier of this boot of the machine, or null if the system does not say.</summary>
    string? BootIdentity();

    /// <summary>
    /// Gets the arguments of this process's command line as they were given, each with a terminating zero.
    /// </summary>
    byte[]? CommandLine();

    /// <summary>Gets an unpredictable number, all 64 bits of it.</summary>
    /// <remarks>
    /// One system call; throws if a sandbox forbids it. The runtime's own classes load OpenSSL for this (20 ms and 5
    /// MiB, and the process ends if it is missing), and a GUID reads a device that a bare root directory lacks.
    /// </remarks>
    ulong RandomNumber();

    /// <summary>
    /// Checks whether the library that provides the runtime's MD5 and SHA-256 exists. If it does not, their first use
    /// ends the process.
    /// </summary>
    /// <remarks>Loads the library, as the first use would.</remarks>
    bool HasCryptography();
}

/// <summary>What makes files durable on a file system.</summary>
internal enum VolumeFlush
{
    /// <summary>One flush of the whole file system makes all its files and directories durable.</summary>
    Whole,

    /// <summary>This is not known: each file and each directory must be flushed.</summary>
    Each,

    /// <summary>Flushes are accepted but do nothing.</summary>
    Nothing,
}

/// <summary>Describes a machine.</summary>
internal sealed record MachineFacts
{
    /// <summary>The distribution, for example <c>Debian GNU/Linux 12</c>.</summary>
    public string? OperatingSystem { get; init; }

    /// <summary>The kernel's release.</summary>
    public string? Kernel { get; init; }

    /// <summary>The CPU's architecture, lower case, for example <c>x64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>The CPU model.</summary>
    public string? ProcessorModel { get; init; }

    /// <summary>The clock by which CPU time is converted to cycles.</summary>
    public ProcessorClock? Clock { get; init; }

    /// <summary>What sets the frequency, for example <c>performance</c>, or null if the host or the CPU does.</summary>
    public string? FrequencyGovernor { get; init; }

    /// <summary>Memory available to this process, bytes.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>
    /// The layers between this process and the hardware, for example <c>kvm, docker</c>; null on bare metal.
    /// </summary>
    public string? Virtualization { get; init; }

    /// <summary>Tasks that ran or waited for the CPU or a device, averaged over the last minute.</summary>
    public double? LoadAverage { get; init; }
}

/// <summary>The frequency by which CPU time is converted to cycles, and its source.</summary>
/// <param name="Hz">Cycles per second.</param>
/// <param name="Method">Its source in words; begins with <c>momentary</c> if the frequency changes.</param>
internal sealed record ProcessorClock(double Hz, string Method)
{
    /// <summary>The text for an unknown frequency.</summary>
    internal const string Unknown = "unknown (neither the processor, its frequency driver nor its description names a frequency)";

    /// <summary>Returns text such as <c>2.800 GHz, TSC (cpuid)</c>.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Hz / 1e9:0.000} GHz, {Method}");
}

/// <summary>A mounted file system and its device.</summary>
/// <param name="FileSystem">Its type, for example <c>ext4</c>.</param>
/// <param name="MountPoint">Directory where it is mounted.</param>
/// <param name="MountOptions">Options of the mount and of the file system, comma separated.</param>
/// <param name="Device">The block device, or why there is none.</param>
/// <param name="Disk">The whole disk of that device, or null if there is none.</param>
internal sealed record VolumeFacts(
    string? FileSystem, FilePath? MountPoint, string? MountOptions, BlockDeviceLocation Device, DiskFacts? Disk);

/// <summary>A disk and its request queue.</summary>
internal sealed record DiskFacts
{
    /// <summary>The model that the disk reports.</summary>
    public string? Model { get; init; }

    /// <summary>True if it has rotating platters, as far as the system knows.</summary>
    public bool? IsRotational { get; init; }

    /// <summary>The scheduler in use, for example <c>none</c>.</summary>
    public string? Scheduler { get; init; }

    /// <summary>Smallest request, bytes.</summary>
    public int? LogicalSectorBytes { get; init; }

    /// <summary>Smallest request that the disk completes without reading first, bytes.</summary>
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

/// <summary>Limits of a process as the system writes them: a number, a word for no limit, or null if hidden.</summary>
/// <param name="LockedMemory">Bytes of memory that cannot be paged out.</param>
/// <param name="OpenFiles">Maximum number of open descriptors.</param>
/// <param name="FileSize">Maximum length of a file, bytes.</param>
internal sealed record ProcessLimits(string? LockedMemory, string? OpenFiles, string? FileSize);

/// <summary>A setting that an administrator can change.</summary>
/// <param name="Name">The file to write to, for messages.</param>
/// <param name="Value">Its current value, or null if the system has no such setting or hides it.</param>
internal sealed record SystemSwitch(string Name, string? Value);
