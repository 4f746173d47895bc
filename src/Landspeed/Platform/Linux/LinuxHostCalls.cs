using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform.Linux;

/// <summary>What /proc, /sys and /etc show of the machine.</summary>
/// <param name="files">The small text files, or a copy of those of another machine.</param>
/// <param name="identify">Queries the CPU.</param>
internal sealed class LinuxHostCalls(SystemFiles files, Func<ProcessorIdentity> identify) : IHostCalls
{
    internal static readonly LinuxHostCalls Instance = new(new SystemFiles(), ProcessorIdentity.Read);

    // Without the setting: the kernel's default.
    public TimeSpan LeaseBreakTime
    {
        get
        {
            string? said = files.TryRead("/proc/sys/fs/lease-break-time");
            bool isNumber = int.TryParse(said, CultureInfo.InvariantCulture, out int seconds);
            return TimeSpan.FromSeconds(isNumber ? seconds : 45);
        }
    }

    // "7: LEASE  BREAKING  READ  4711 fe:00:123456 0 EOF"; for a file on btrfs or overlay the device differs there.
    public int? LeaseHolder(in FileStatus status)
    {
        string inode = string.Create(CultureInfo.InvariantCulture, $":{status.Inode}");
        foreach (string line in files.TryRead("/proc/locks")?.Split('\n') ?? [])
        {
            string[] parts = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (parts is [_, "LEASE" or "DELEG", _, _, { } process, { } file, ..]
                && file.EndsWith(inode, StringComparison.Ordinal))
            {
                return int.TryParse(process, CultureInfo.InvariantCulture, out int number) ? Math.Max(number, 0) : 0;
            }
        }

        return null;
    }

    public FilePath StandardInput { get; } = FilePath.FromText("/dev/stdin");

    public FilePath StandardOutput { get; } = FilePath.FromText("/dev/stdout");

    // proc_pid_fd(5): the directory has several names, and each thread has its own directory of the same files.
    public int? DescriptorOf(FilePath name)
    {
        if (!int.TryParse(name.Name.Text, NumberStyles.None, CultureInfo.InvariantCulture, out int descriptor))
        {
            return null;
        }

        string? directory = FullName(name.Parent);
        if (directory?.EndsWith("/fd", StringComparison.Ordinal) != true
            || FullName(FilePath.FromText("/proc/self")) is not { } own)
        {
            return null;
        }

        bool isOwn = directory == $"{own}/fd" || directory.StartsWith($"{own}/task/", StringComparison.Ordinal);
        return isOwn ? descriptor : null;
    }

    public MachineFacts Machine()
    {
        ProcessorIdentity identity = identify();
        return new MachineFacts
        {
            OperatingSystem = Distribution(),
            Kernel = files.TryRead("/proc/sys/kernel/osrelease"),
            Architecture = RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant(),
            ProcessorModel = Model(),
            Clock = ClockSearch.Find(files, identity),
            FrequencyGovernor = files.TryRead("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            MemoryBytes = MemorySize.Find(files),
            Virtualization = Virtualization.Find(files, identity),
            LoadAverage = Numbers.ParseDecimal(files.TryRead("/proc/loadavg")?.Split(' ')[0]),
        };
    }

    public VolumeFacts Volume(in FileStatus status, string fullName)
    {
        MountEntry? mount = MountTable.Read(files).Find(status.MountId, fullName);
        BlockDeviceLocation device = BlockDeviceSearch.Find(files, status.Device, mount);
        return new VolumeFacts(
            mount?.FileSystem,
            mount is null ? null : FilePath.FromText(mount.MountPoint),
            mount?.AllOptions,
            device,
            device.Device is { } number ? Disk(number) : null);
    }

    public VolumeFlush FlushOf(in VolumeStatus volume, in FileStatus status)
    {
        ulong mount = status.MountId;
        return FlushRules.Of(volume, () => MountTable.Read(files).Find(mount, string.Empty)?.AllOptions);
    }

    public BlockDeviceLocation BlockDevice(in FileStatus status) => BlockDeviceSearch.Find(files, status.Device, MountOf(status));

    // Btrfs gives its volumes numbers that no device has.
    public string? ArrayBelow(in FileStatus status) => MountOf(status) is { FileSystem: "btrfs", Source: { } source }
        ? DeviceArrays.OfBtrfs(files, Path.GetFileName(files.Resolve(source)))
        : DeviceArrays.Of(files, status.Device);

    public IReadOnlyList<DiskCache> WriteCaches(in FileStatus status)
    {
        IEnumerable<string> disks = MountOf(status) is { FileSystem: "btrfs", Source: { } source }
            ? DeviceArrays.DisksOfBtrfs(files, Path.GetFileName(files.Resolve(source)))
            : DeviceArrays.DisksBelow(files, status.Device);
        return [.. disks.Select(disk => BlockDevices.WriteCache(files, disk))];
    }

    public FileWatchers Watchers() => Fanotify.Find(files);

    public FilePath? BackingFile(DeviceNumber device) =>
        BlockDevices.BackingFile(files, device) is { } name ? FilePath.FromText(name) : null;

    public string? LoopDeviceOn(in FileStatus file) => BlockDevices.LoopOn(files, file);

    public ProcessLimits Limits()
    {
        string[] lines = files.Lines("/proc/self/limits");
        return new ProcessLimits(
            Soft(lines, "Max locked memory"), Soft(lines, "Max open files"), Soft(lines, "Max file size"));
    }

    public SystemSwitch HugePages() => Switch("/sys/kernel/mm/transparent_hugepage/enabled");

    public SystemSwitch UringDisabled() => Switch("/proc/sys/kernel/io_uring_disabled");

    // proc_meminfo(5): kilobytes of 1,024 bytes.
    public long? PageCacheBytes() => Numbers.Parse(files.Value("/proc/meminfo", "Cached")?.Split(' ')[0]) * 1024;

    public long? UnwrittenBytes() =>
        (Numbers.Parse(files.Value("/proc/meminfo", "Dirty")?.Split(' ')[0]) + Numbers.Parse(files.Value("/proc/meminfo", "Writeback")?.Split(' ')[0])) * 1024;

    public NativeResult DropCaches()
    {
        LinuxFunctions.Sync();
        return files.TryWrite("/proc/sys/vm/drop_caches", "3");
    }

    public string? BootIdentity() => files.TryRead("/proc/sys/kernel/random/boot_id");

    // proc_pid_cmdline(5).
    public byte[]? CommandLine() => files.TryReadBytes("/proc/self/cmdline");

    // getrandom(2): such a small number of bytes is returned completely. It waits, and can be interrupted, only until
    // the kernel has gathered enough entropy after boot.
    public unsafe ulong RandomNumber()
    {
        ulong number;
        NativeResult drawn;
        do
        {
            drawn = LinuxFunctions.Result(LinuxFunctions.GetRandom(&number, sizeof(ulong), 0));
        }
        while (drawn.Failed && drawn.Error.Kind == NativeErrorKind.Interrupted);
        return drawn.Succeeded ? number : throw new NativeIOException("draw a random number", null, drawn.Error);
    }

    // The versions of OpenSSL that the runtime accepts, and the variable that names another one.
    public bool HasCryptography()
    {
        string? named = Environment.GetEnvironmentVariable("CLR_OPENSSL_VERSION_OVERRIDE");
        string[] versions = ["3", "1.1", "1.0.2", "1.0.0", "10"];
        return versions.Prepend(named).Any(
            version => version is not null && NativeLibrary.TryLoad($"libssl.so.{version}", out _));
    }

    public VolumePlace? PlaceOf(SafeFileHandle directory, in FileStatus status)
    {
        string? name = LinuxTreeCalls.Instance.NameOf(directory)?.Text;
        if (name is null || MountTable.Read(files).Find(status.MountId, name) is not { } mount)
        {
            return null;
        }

        string point = mount.MountPoint.TrimEnd('/');
        return name == point || name.StartsWith($"{point}/", StringComparison.Ordinal)
            ? new VolumePlace(mount.Device, $"{mount.Root.TrimEnd('/')}{name[point.Length..]}".TrimEnd('/'))
            : null;
    }

    private static string? FullName(FilePath directory)
    {
        NativeResult opened = LinuxFileCalls.Instance.Open(
            directory, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            return opened.Succeeded ? LinuxTreeCalls.Instance.NameOf(handle!)?.Text : null;
        }
    }

    // For kernels that do not report the mount's number: any mount of the same device gives the same information.
    private MountEntry? MountOf(in FileStatus status)
    {
        var mounts = MountTable.Read(files);
        DeviceNumber device = status.Device;
        return mounts.Find(status.MountId, string.Empty) ?? mounts.Entries.FirstOrDefault(mount => mount.Device == device);
    }

    private SystemSwitch Switch(string path) => new(path, files.TryRead(path));

    // os-release(5): KEY=value, quoted as in a shell. The copy in /usr/lib is used if /etc has none.
    private string? Distribution()
    {
        const string Key = "PRETTY_NAME=";
        return files.Lines("/etc/os-release").Concat(files.Lines("/usr/lib/os-release"))
            .FirstOrDefault(line => line.StartsWith(Key, StringComparison.Ordinal))
            ?[Key.Length..].Trim('"', '\'', '\r');
    }

    // x86 has "model name"; arm64 has it only on some kernels, and its boards are named in the device tree.
    private string? Model() =>
        files.Value("/proc/cpuinfo", "model name")
        ?? files.TryRead("/sys/firmware/devicetree/base/model")?.TrimEnd('\0')
        ?? files.Value("/proc/cpuinfo", "CPU implementer") switch
        {
            null => null,
            string implementer => $"implementer {implementer}, part {files.Value("/proc/cpuinfo", "CPU part")}",
        };

    private DiskFacts Disk(DeviceNumber device)
    {
        string disk = BlockDevices.DiskDirectory(files, device);
        return new DiskFacts
        {
            Model = files.TryRead($"{disk}/device/model"),
            IsRotational = files.Number($"{disk}/queue/rotational") is { } turns ? turns != 0 : null,
            Scheduler = Scheduler(files.TryRead($"{disk}/queue/scheduler")),
            LogicalSectorBytes = (int?)files.Number($"{disk}/queue/logical_block_size"),
            PhysicalSectorBytes = (int?)files.Number($"{disk}/queue/physical_block_size"),
            MaximumRequestBytes = files.Number($"{disk}/queue/max_sectors_kb") * 1024,
            ReadAheadBytes = files.Number($"{disk}/queue/read_ahead_kb") * 1024,
        };
    }

    // "mq-deadline kyber [none]": the one in brackets is in use.
    private static string? Scheduler(string? choices) => choices?.Split('[') is [_, string rest]
        ? rest.Split(']')[0]
        : choices;

    // "Max locked memory         8388608              8388608              bytes"
    private static string? Soft(string[] lines, string name) => lines
        .FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal))?[name.Length..]
        .Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
}

/// <summary>Processes that watch files, by what /proc shows of their descriptors (proc_pid_fdinfo(5)).</summary>
internal static class Fanotify
{
    private const uint Permission = LinuxConstants.FAN_OPEN_PERM | LinuxConstants.FAN_ACCESS_PERM
        | LinuxConstants.FAN_OPEN_EXEC_PERM | LinuxConstants.FAN_PRE_ACCESS;

    // The number of the machine's own process namespace, PROC_PID_INIT_INO of include/linux/proc_ns.h: 0xEFFFFFFC.
    private const string MachineNamespace = "pid:[4026531836]";

    internal static FileWatchers Find(SystemFiles files)
    {
        string[] processes =
            [.. files.Names("/proc").Where(name => name.All(char.IsAsciiDigit)).OrderBy(name => Numbers.Parse(name))];
        FileWatcher?[] found = [.. processes.Select(process => Find(files, process))];
        int hidden = processes.Count(
            process => files.Exists($"/proc/{process}") && Descriptors(files, process) is null);
        bool areAllListed = processes.Contains("1") && files.Link("/proc/self/ns/pid") is null or MachineNamespace;
        return new FileWatchers([.. found.OfType<FileWatcher>()], hidden, areAllListed);
    }

    private static FileWatcher? Find(SystemFiles files, string process)
    {
        uint[] masks = [.. (Descriptors(files, process) ?? [])
            .Where(number => files.Link($"/proc/{process}/fd/{number}") == "anon_inode:[fanotify]")
            .SelectMany(number => files.Lines($"/proc/{process}/fdinfo/{number}").Select(Mask).OfType<uint>())];
        return masks.Length == 0 ? null : new FileWatcher(
            (int)Numbers.Parse(process)!.Value,
            files.TryRead($"/proc/{process}/comm") ?? "unnamed",
            masks.Any(mask => (mask & Permission) != 0));
    }

    // Null where this user may not see them, or the process has ended.
    private static string[]? Descriptors(SystemFiles files, string process) => files.TryNames($"/proc/{process}/fd");

    // "fanotify mnt_id:12 mflags:40 mask:38 ignored_mask:40000003": a mark; the line with "flags:" is none.
    private static uint? Mask(string line) => line.StartsWith("fanotify ", StringComparison.Ordinal)
        && line.Split(' ').FirstOrDefault(field => field.StartsWith("mask:", StringComparison.Ordinal)) is { } field
        && uint.TryParse(field["mask:".Length..], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out uint mask)
            ? mask
            : null;
}
