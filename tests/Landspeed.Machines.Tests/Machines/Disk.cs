using System.Globalization;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>A disk of a machine: a sparse image, fresh unless <see cref="Image"/> names one.</summary>
/// <param name="Size">As truncate takes it, for example <c>300M</c>.</param>
public sealed record Disk(string Size)
{
    /// <summary>What it is attached to.</summary>
    public DiskBus Bus { get; init; } = DiskBus.Virtio;

    /// <summary>Bytes of a logical sector.</summary>
    public int LogicalSector { get; init; } = 512;

    /// <summary>Bytes of a physical sector.</summary>
    public int PhysicalSector { get; init; } = 512;

    /// <summary>
    /// qemu's word: <c>writeback</c> (a disk with a volatile cache), <c>writethrough</c> (without one), <c>unsafe</c>
    /// (flushes are lies). Not <c>none</c>: qemu 7.2 fails large requests of many pieces that its alignment does not
    /// fit.
    /// </summary>
    public string Cache { get; init; } = "writeback";

    /// <summary>The most bytes that it moves in a second.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>What a disk of <see cref="DiskBus.Scsi"/> says of its rotations a minute; 1: it has none.</summary>
    public int? Rotation { get; init; }

    /// <summary>A file to use instead of a fresh one. It is written to, and stays.</summary>
    public string? Image { get; init; }

    /// <summary>Whether it can only be read.</summary>
    public bool ReadOnly { get; init; }

    internal IEnumerable<string> Arguments(int number, string image)
    {
        string rate = BytesPerSecond is { } rated ? FormattableString.Invariant($",throttling.bps-total={rated}") : "";
        string readOnly = ReadOnly ? ",readonly=on" : "";
        string sectors = FormattableString.Invariant(
            $",logical_block_size={LogicalSector},physical_block_size={Math.Max(LogicalSector, PhysicalSector)}");
        string name = string.Create(CultureInfo.InvariantCulture, $"disk{number}");
        string device = Bus switch
        {
            // qemu 7.2 merges requests, and fails those for which it then needs more than 1,024 pieces of memory.
            DiskBus.Virtio => "virtio-blk-pci,request-merging=off",
            DiskBus.Nvme => $"nvme,serial={name}",
            DiskBus.Scsi =>
                "scsi-hd" + (Rotation is { } rotation ? FormattableString.Invariant($",rotation_rate={rotation}") : ""),
            _ => throw new ArgumentOutOfRangeException(nameof(number), Bus, "no such bus"),
        };
        return
        [
            "-drive", $"file={image},if=none,id={name},format=raw,cache={Cache}{rate}{readOnly}",
            "-device", $"{device},drive={name},id=device-{name}{sectors}",
        ];
    }
}

/// <summary>What a disk is attached to.</summary>
public enum DiskBus
{
    /// <summary><c>/dev/vdb</c> and so on.</summary>
    Virtio,

    /// <summary><c>/dev/nvme0n1</c> and so on.</summary>
    Nvme,

    /// <summary><c>/dev/sda</c> and so on.</summary>
    Scsi,
}
