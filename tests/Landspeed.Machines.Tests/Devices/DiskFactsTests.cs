using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>Disks by sectors, rotation and write cache: what is said of them, and files of any length there.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
public sealed class DiskFactsTests(VariedDisks disks) : IClassFixture<VariedDisks>
{
    private const int Native = 4096;

    [Fact]
    public void A_result_has_the_sectors_and_the_rotation_that_the_disk_says()
    {
        foreach (VariedDisk disk in disks.All)
        {
            Measure($"{disk.Directory}/facts --size 1M --bytes 1M --mode direct", "facts.json");

            PlaceRecord place = Assert.Single(disks.Machine.Result("facts.json").Places);

            Disk said = disk.Description;
            Assert.Equal(
                (Path.GetFileName(disk.Device), said.LogicalSector, said.PhysicalSector, disk.Rotates),
                (place.Device, place.LogicalSectorBytes, place.PhysicalSectorBytes, place.DeviceRotational));
        }
    }

    [Fact]
    public void Doctor_names_the_alignment_of_the_disk()
    {
        foreach (VariedDisk disk in disks.All)
        {
            string said = disks.Machine.Shell($"landspeed doctor {disk.Directory}");

            int sector = disk.Description.LogicalSector;
            Assert.Matches($@"direct_io +alignment of memory \d+ bytes, of offset and length {sector} bytes", said);
        }
    }

    [Fact]
    public void Direct_requests_of_parts_of_sectors_are_refused_and_go_through_the_cache_where_allowed()
    {
        foreach (VariedDisk disk in disks.All)
        {
            int sector = disk.Description.LogicalSector;
            string file = $"{disk.Directory}/below";
            disks.Machine.Shell($"landspeed measure {file} --size 1M --bytes 1M --quiet >/dev/null");
            foreach (int size in (int[])[sector - 1, sector + 1])
            {
                Command refused = disks.Machine.Run(
                    $"landspeed measure {file} --request-size {size} --mode direct --bytes 64K --quiet");
                int next = size < sector ? sector : 2 * sector;
                Assert.Equal(
                    new Command(
                        2,
                        "",
                        $"landspeed: the request size {size} is not a multiple of {sector} bytes, "
                        + $"the file's alignment for direct I/O: use --request-size {next}, or --mode buffered\n"),
                    refused);

                Measure($"{file} --request-size {size} --bytes 64K", "below.json");
                CaseSection taken = Assert.Single(Assert.Single(disks.Machine.Result("below.json").Cells).Runs).Case!;
                Assert.Equal("buffered", taken.Effective.Mode);
                Assert.Contains(
                    taken.Fallbacks,
                    why => why.Contains($"is not a multiple of {sector} bytes", StringComparison.Ordinal));
            }

            Measure($"{file} --request-size {sector} --mode direct --bytes 64K", "whole.json");
            CaseSection whole = Assert.Single(Assert.Single(disks.Machine.Result("whole.json").Cells).Runs).Case!;
            Assert.Equal("direct", whole.Effective.Mode);
        }
    }

    [Theory]
    [InlineData("auto")]
    [InlineData("direct")]
    [InlineData("buffered")]
    public void Files_of_all_lengths_are_copied_from_each_disk_to_the_next(string strategy)
    {
        long[] lengths =
        [
            0, 1, 511, 512, 513, 4095, Native, 4097, 65537, (1 << 20) - 1, 1 << 20, (1 << 20) + 1,
            (3 << 20) + 511, (3 << 20) + 513, (9 << 20) + 4095,
        ];
        string first = disks.All[0].Directory;
        disks.Machine.Shell(
            $"""
            set -e
            rm -rf /mnt/*/files /mnt/*/one /run/files; mkdir {first}/files
            for length in {string.Join(' ', lengths)}; do head -c $length /dev/urandom >{first}/files/$length; done
            cp -r {first}/files /run/files
            """);

        IEnumerable<string> directories = disks.All.Select(disk => disk.Directory);
        foreach ((string from, string to) in directories.Zip(directories.Skip(1)))
        {
            disks.Machine.Shell(
                $"""
                set -e
                echo 3 >/proc/sys/vm/drop_caches
                landspeed copy {from}/files {to}/files --strategy {strategy} --verify --small-file 0 --quiet
                mkdir {to}/one
                for file in {from}/files/*[13]; do landspeed copy $file {to}/one/ --strategy {strategy} --quiet; done
                echo 3 >/proc/sys/vm/drop_caches
                diff -r /run/files {to}/files
                test "$(ls -A {to}/files | wc -l)" = {lengths.Length}
                cd /run/files; for file in *[13]; do cmp $file {to}/one/$file; done
                test "$(ls -A {to}/one)" = "$(ls -d *[13])"
                """);
        }

        disks.Machine.Shell("rm -r /run/files");
    }

    /// <summary>A disk without a write cache takes none, so the kernel passes none on.</summary>
    [Fact]
    public void A_copy_flushes_the_write_cache_of_each_disk_that_has_one()
    {
        foreach (VariedDisk disk in disks.All)
        {
            string device = Path.GetFileName(disk.Device);
            string cached = disk.Description.Cache == "directsync" ? "write through" : "write back";
            Assert.Equal($"{cached}\n", disks.Machine.Shell($"cat /sys/block/{device}/queue/write_cache"));

            // Field 16 of Documentation/block/stat.rst.
            long[] flushes = [.. disks.Machine.Shell(
                $"""
                set -e
                rm -f {disk.Directory}/flushed; head -c 2000001 /dev/urandom >/run/flushed; sync
                (set -- $(cat /sys/block/{device}/stat); shift 15; echo $1)
                landspeed copy /run/flushed {disk.Directory}/flushed --quiet
                (set -- $(cat /sys/block/{device}/stat); shift 15; echo $1)
                """).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Number)];

            long made = flushes[1] - flushes[0];
            Assert.True(made > 0 == (cached == "write back"), $"{made} flushes of {device}, which is {cached}");
        }
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private void Measure(string arguments, string json) =>
        disks.Machine.Shell($"landspeed measure {arguments} --quiet --json /host/{json} >/dev/null");
}
