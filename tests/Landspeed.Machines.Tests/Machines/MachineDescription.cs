using System.Globalization;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>A machine, before it boots.</summary>
public sealed record MachineDescription
{
    /// <summary>Its kernel.</summary>
    public Kernel Kernel { get; init; } = Kernel.Debian12;

    /// <summary>What is installed on its root disk.</summary>
    public RootImage Root { get; init; } = RootImage.Storage;

    /// <summary>Whether what it writes on its root disk is there when it boots again.</summary>
    public bool KeepsRoot { get; init; }

    /// <summary>
    /// Whether its own init is the first process, with its services; else nothing runs but what a test asks for.
    /// </summary>
    public bool StartsServices { get; init; }

    /// <summary>Main memory.</summary>
    public int MemoryMiB { get; init; } = 1024;

    /// <summary>Its processors.</summary>
    public int Processors { get; init; } = 2;

    /// <summary>Its disks beside the root disk.</summary>
    public IReadOnlyList<Disk> Disks { get; init; } = [];

    /// <summary>
    /// Modules that are loaded when it has booted, beside those of its disks; file systems and arrays load their own.
    /// </summary>
    public IReadOnlyList<string> Modules { get; init; } = [];

    /// <summary>Files of this host that lie in its /usr/local/bin; the command always does.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>The network that it is attached to.</summary>
    public Network? Network { get; init; }

    /// <summary>Its number there: 2 is <c>node2</c>, with the address 10.0.0.2.</summary>
    public int Node { get; init; } = 1;

    /// <summary>Further words for qemu.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>
    /// The directory below which its images, sockets and console lie meanwhile; that of all tests unless said.
    /// </summary>
    public string? Place { get; init; }

    /// <summary>How long it may live from one switching on to the next.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>How long it may boot, in <see cref="Machine.RunTime"/>.</summary>
    public TimeSpan BootLimit { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>The name of a disk in the machine.</summary>
    /// <param name="disk">Its number in <see cref="Disks"/>.</param>
    /// <returns>For example <c>/dev/vdb</c>; <c>/dev/vda</c> is the root disk.</returns>
    public string Device(int disk)
    {
        DiskBus bus = Disks[disk].Bus;
        int before = Disks.Take(disk).Count(one => one.Bus == bus);
        return bus switch
        {
            DiskBus.Virtio => $"/dev/vd{(char)('b' + before)}",
            DiskBus.Scsi => $"/dev/sd{(char)('a' + before)}",
            DiskBus.Nvme => string.Create(CultureInfo.InvariantCulture, $"/dev/nvme{before}n1"),
            _ => throw new ArgumentOutOfRangeException(nameof(disk), bus, "no such bus"),
        };
    }
}
