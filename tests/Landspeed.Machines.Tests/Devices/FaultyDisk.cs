using System.Globalization;
using Landspeed.Machines.Tests.Machines;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>A disk of a machine below the device mapper, which can break it, hold it up, and repair it.</summary>
internal sealed class FaultyDisk
{
    /// <summary>All that is asked of the range fails.</summary>
    public const string Error = "error";

    /// <summary>What is written there is lost, and called written.</summary>
    public const string LosesWrites = "drop_writes";

    /// <summary>What is written there fails; reads succeed.</summary>
    public const string RefusesWrites = "error_writes";

    private const int SectorLength = 512; // the unit of the device mapper, whatever the disk's own is
    private const int PageSectors = 8;
    private readonly Machine _machine;
    private readonly string _disk;
    private readonly string _name;
    private readonly long _sectors;

    /// <summary>Puts the device mapper over a disk that nothing uses.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="disk">The number of the disk.</param>
    public FaultyDisk(Machine machine, int disk)
    {
        (_machine, _disk, _name) = (machine, machine.Device(disk), Invariant($"faulty{disk}"));
        machine.Shell("modprobe -a dm-mod dm-flakey dm-delay");
        _sectors = long.Parse(machine.Shell($"blockdev --getsz {_disk}"), CultureInfo.InvariantCulture);
        machine.Shell(
            $"""
            echo '{Whole}' | dmsetup --noudevsync --noudevrules create {_name} && dmsetup mknodes
            mkdir -p {Directory}
            """);
    }

    /// <summary>Its name in the machine.</summary>
    public string Device => $"/dev/mapper/{_name}";

    /// <summary>Where it is mounted.</summary>
    public string Directory => $"/mnt/{_name}";

    private string Whole => Segment(0, _sectors);

    /// <summary>Repairs it, and makes and mounts a file system there; an older one is gone.</summary>
    /// <param name="fileSystem">For example <c>xfs</c>.</param>
    /// <param name="options">Further options of its maker.</param>
    /// <param name="mount">Further options of its mounting.</param>
    public void Format(string fileSystem, string options = "", string mount = "")
    {
        string force = fileSystem == "xfs" ? "-f" : "-F";
        _machine.Shell($"! mountpoint -q {Directory} || umount {Directory}");
        Repair();
        _machine.Shell($"mkfs.{fileSystem} -q {force} {options} {Device} && mount {mount} {Device} {Directory}");
    }

    /// <summary>Where a byte of a file lies.</summary>
    /// <param name="path">A file on it.</param>
    /// <param name="offset">The byte.</param>
    /// <returns>A sector of 512 bytes.</returns>
    public long SectorOf(string path, long offset) => long.Parse(
        _machine.Shell(string.Create(CultureInfo.InvariantCulture, $$"""
            filefrag -b{{SectorLength}} -v {{path}} | awk -v sector={{offset / SectorLength}} '
              $1 ~ /^[0-9]+:$/ { gsub(/[.:]/, " "); if (sector >= $2 && sector <= $3) print $4 + sector - $2 }'
            """)),
        CultureInfo.InvariantCulture);

    /// <summary>Breaks 4,096 bytes of it.</summary>
    /// <param name="sector">Where they begin.</param>
    /// <param name="fault">One of the faults above.</param>
    public void Damage(long sector, string fault)
    {
        string broken = fault == Error
            ? Invariant($"{sector} {PageSectors} error")
            : Faulty(sector, PageSectors, fault);
        long rest = sector + PageSectors;
        Load($"{Segment(0, sector)}\n{broken}\n{Segment(rest, _sectors - rest)}");
    }

    /// <summary>Breaks all of it.</summary>
    /// <param name="fault">One of the faults above, other than <see cref="Error"/>.</param>
    public void Damage(string fault) => Load(Faulty(0, _sectors, fault));

    /// <summary>Makes every request late.</summary>
    /// <param name="time">By how much.</param>
    public void Delay(TimeSpan time) => Load(Invariant($"0 {_sectors} delay {_disk} 0 {time.TotalMilliseconds:F0}"));

    /// <summary>Makes it what it was. Whoever flushes it next does not hear of errors before.</summary>
    public void Repair()
    {
        Load(Whole);

        // The kernel keeps an error for whoever flushes next.
        _machine.Shell($"sync {Device} 2>/dev/null || true");
    }

    /// <summary>A line of sh that holds up every request for a time.</summary>
    /// <param name="seconds">How long.</param>
    public string HeldUp(int seconds) => Invariant(
        $"""
        dmsetup --noudevsync --noudevrules suspend --nolockfs {_name}
        sleep {seconds}
        dmsetup --noudevsync --noudevrules resume {_name}
        """);

    private string Segment(long from, long sectors) => Invariant($"{from} {sectors} linear {_disk} {from}");

    // Never up, down for as long as a test can last.
    private string Faulty(long from, long sectors, string fault) =>
        Invariant($"{from} {sectors} flakey {_disk} {from} 0 10000 1 {fault}");

    private void Load(string table) => _machine.Shell(
        $"""
        set -e
        dmsetup --noudevsync --noudevrules load {_name} <<'T'
        {table}
        T
        dmsetup --noudevsync --noudevrules suspend --nolockfs --noflush {_name}
        dmsetup --noudevsync --noudevrules resume {_name}
        """);

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
