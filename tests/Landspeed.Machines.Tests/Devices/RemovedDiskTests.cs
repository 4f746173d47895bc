using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>A disk that is pulled out while it is read and written: each command ends soon, and says why.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
public sealed class RemovedDiskTests
{
    private static readonly TimeSpan s_soon = TimeSpan.FromSeconds(60);

    private static readonly (DiskBus Bus, string FileSystem)[] s_disks =
        [(DiskBus.Virtio, "ext4"), (DiskBus.Scsi, "xfs"), (DiskBus.Nvme, "ext4")];

    [Fact]
    public void Copies_and_measurements_end_when_their_disk_is_pulled_out()
    {
        using Machine machine = Machine.Boot(new MachineDescription
        {
            Disks = [.. s_disks.Select(disk => new Disk("300M") { Bus = disk.Bus })],
            MemoryMiB = 1536,
        });
        machine.Shell("head -c 67108987 /dev/urandom >/run/good");

        for (int disk = 0; disk < s_disks.Length; disk++)
        {
            PullOut(machine, disk, s_disks[disk].FileSystem);
        }

        // Nothing of it waits for a disk that is gone.
        Assert.Equal("", machine.Shell("grep -l ^landspeed /proc/[0-9]*/comm 2>/dev/null; true"));
    }

    private static void PullOut(Machine machine, int disk, string fileSystem)
    {
        string directory = string.Create(CultureInfo.InvariantCulture, $"/mnt/pulled{disk}");
        string device = machine.Device(disk);
        machine.Shell(
            $"""
            set -e
            mkfs.{fileSystem} -q {device}; mkdir -p {directory} /run/to; mount {device} {directory}
            mkdir {directory}/tree; head -c 16000400 /dev/urandom | split -b 40001 - {directory}/tree/
            cp /run/good {directory}/file; cp -a {directory}/tree /run/tree
            landspeed measure {directory}/written --size 16M --bytes 1M --quiet >/dev/null
            landspeed measure {directory}/flushed --size 16M --bytes 1M --quiet >/dev/null
            sync; echo 3 >/proc/sys/vm/drop_caches
            """);
        (string Command, string Started, string[] Errors)[] cases =
        [
            (
                $"copy {directory}/file /run/to/ --limit 2M",
                "[ -s /run/to/.file.landspeed-part ]",
                [$"cannot read {directory}/file at offset "]),
            (
                $"copy /run/good {directory}/target --limit 2M",
                $"[ -s {directory}/.target.landspeed-part ]",
                [$"cannot write {directory}/.target.landspeed-part at offset "]),
            ($"copy {directory}/tree /run/to/ --limit 1M", "[ -d /run/to/tree ]", [$" {directory}/tree"]),
            ($"measure {directory}/file --time 60s", "true", [$"cannot read {directory}/file at offset "]),
            (
                $"measure {directory}/written --write --time 60s",
                "true",
                [$"cannot write {directory}/written at offset "]),
            (
                $"measure {directory}/flushed --write --mode buffered --flush each --request-size 4K --time 60s",
                "true",
                [$"cannot write {directory}/flushed at offset "]),
        ];
        MachineCommand[] running = [.. cases.Select(one => machine.Begin($"exec landspeed {one.Command} --quiet"))];
        machine.Shell($"until {string.Join(" && ", cases.Select(one => one.Started))}; do sleep 0.05; done; sleep 3");
        Assert.Equal([], running.Where(one => one.HasEnded).Select(one => one.End()));

        machine.Monitor.Order("device_del", ("id", string.Create(CultureInfo.InvariantCulture, $"device-disk{disk}")));

        Command[] ended = [.. running.Select(one => one.End(s_soon))];
        Assert.All(cases.Zip(ended), pair =>
        {
            ((string command, _, string[] errors), Command end) = pair;
            Assert.Equal((device, command, 1), (device, command, end.ExitCode));
            Assert.All(errors, error => Assert.Contains(error, end.Error, StringComparison.Ordinal));
            Assert.Matches(@"\((EIO|ENODEV|ENXIO|EROFS|ESHUTDOWN)\)", end.Error);
        });

        // Of the tree whole files only, of the file nothing.
        machine.Shell(
            $"""
            set -e
            ! test -e /run/to/file
            cd /run/to/tree; for file in *; do [ "$file" = '*' ] || cmp "$file" /run/tree/$file; done
            cd /; rm -r /run/to /run/tree; umount {directory}
            """);
    }
}
