using System.Globalization;
using Landspeed.Machines.Tests.Machines;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>A machine with disks of many kinds, each with a file system.</summary>
public sealed class VariedDisks : IDisposable
{
    private const int Native = 4096;
    private const int FastTurns = 7200;
    private static readonly string[] s_fileSystems = ["ext4", "xfs"];

    // Each of its own size, by which it is found: kernels name disks of one kind in any order.
    private static readonly Disk[] s_disks =
    [
        new("321M") { Bus = DiskBus.Nvme, LogicalSector = Native, PhysicalSector = Native },
        new("322M") { LogicalSector = Native, PhysicalSector = Native },
        new("323M") { Bus = DiskBus.Scsi, Rotation = 1, LogicalSector = Native, PhysicalSector = Native },
        new("324M") { Bus = DiskBus.Scsi, Rotation = FastTurns, PhysicalSector = Native, Cache = "directsync" },
        new("325M") { PhysicalSector = Native, Cache = "unsafe" },
        new("326M") { Bus = DiskBus.Nvme },
        new("320M") { Cache = "directsync" },
    ];

    /// <summary>Boots it.</summary>
    public VariedDisks()
    {
        Machine = Machine.Boot(new MachineDescription { Disks = s_disks, MemoryMiB = 1536 });
        All = [.. s_disks.Select((disk, number) => Mounted(disk, number))];
    }

    /// <summary>The machine.</summary>
    internal Machine Machine { get; }

    /// <summary>Its disks.</summary>
    internal IReadOnlyList<VariedDisk> All { get; }

    /// <inheritdoc/>
    public void Dispose() => Machine.Dispose();

    private VariedDisk Mounted(Disk disk, int number)
    {
        int sectors = int.Parse(disk.Size[..^1], CultureInfo.InvariantCulture) << 11;
        string device = Machine.Shell(
            $"""
            until grep -lx {sectors} /sys/block/*/size >/run/found; do sleep 0.05; done
            sed 's#/sys/block/\(.*\)/size#/dev/\1#' /run/found
            """).Trim();
        string directory = $"/mnt/{Path.GetFileName(device)}";
        string fileSystem = s_fileSystems[number % s_fileSystems.Length];
        Machine.Shell($"mkfs.{fileSystem} -q {device} && mkdir {directory} && mount {device} {directory}");
        return new VariedDisk(disk, device, directory);
    }
}

/// <summary>A mounted disk.</summary>
/// <param name="Description">What it is.</param>
/// <param name="Device">Its name.</param>
/// <param name="Directory">Where it is mounted.</param>
internal sealed record VariedDisk(Disk Description, string Device, string Directory)
{
    /// <summary>Whether it says that it turns: virtual disks do unless told otherwise, NVMe never.</summary>
    public bool Rotates => Description.Bus != DiskBus.Nvme && Description.Rotation != 1;
}
