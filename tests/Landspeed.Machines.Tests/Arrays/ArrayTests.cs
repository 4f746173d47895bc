using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Results.Paper;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Arrays;

/// <summary>
/// Arrays of disks that qemu limits to the same rate each: so it is known how fast the array can be, and what
/// <c>paper</c> has to find.
/// </summary>
public sealed class ArrayTests
{
    private const long Rate = 5_000_000;
    private const string Md =
        """
        mdadm --create /dev/md0 --run --level=0 --raid-devices={0} {1} 2>&1
        mkfs.ext4 -q /dev/md0 && mount /dev/md0 /mnt
        """;

    private const string Lvm =
        """
        export DM_DISABLE_UDEV=1
        pvcreate -q {1} && vgcreate -q striped {1} && lvcreate -q -y -Wn -Zn -i {0} -l 100%FREE -n volume striped
        vgmknodes
        mkfs.ext4 -q /dev/striped/volume && mount /dev/striped/volume /mnt
        """;

    private const string Btrfs =
        "modprobe btrfs && mkfs.btrfs -q -d raid0 -m raid1 {1} && btrfs device scan && mount {2} /mnt";

    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void Two_disks_of_md_are_named_and_counted_and_twice_as_fast_as_one() =>
        Measure(2, Md, "md raid0 of 2 devices ({0})", "md0", isJudged: true, "--request-size 1M --repeat 3");

    [Theory]
    [Trait(Tier.Key, Tier.MachinesLong)]
    [InlineData(4)]
    [InlineData(8)]
    public void More_disks_of_md_are_as_many_times_as_fast(int disks) => Measure(
        disks, Md, string.Create(CultureInfo.InvariantCulture, $"md raid0 of {disks} devices ({{0}})"), "md0",
            isJudged: true);

    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_striped_volume_of_LVM_is_named_and_counted() =>
        Measure(4, Lvm, "device mapper over 4 disks ({0}); the system does not say whether striped or joined", "dm-0",
            isJudged: true);

    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void Btrfs_over_four_disks_is_named_and_not_judged() =>
        Measure(4, Btrfs, "btrfs raid0 of 4 devices ({0})", device: null, isJudged: false);

    private static void Measure(
        int disks,
        string make,
        string array,
        string? device,
        bool isJudged,
        string grid = "--request-size 64K,1M --repeat 5")
    {
        var description = new MachineDescription
        {
            Disks = [.. Enumerable.Repeat(new Disk("200M") { BytesPerSecond = Rate }, disks)],
        };
        using Machine machine = Machine.Boot(description);
        string[] members = [.. Enumerable.Range(0, disks).Select(machine.Device)];
        machine.Shell(string.Format(CultureInfo.InvariantCulture, make, disks, string.Join(' ', members), members[0]));

        // qemu lets a tenth of a second's bytes and a request pass unasked: little of what is moved in 1.7 s.
        string bytes = string.Create(CultureInfo.InvariantCulture, $"{8 * disks}M");
        machine.Shell(
            $"""
            cd /host
            landspeed sweep /mnt {grid} --time 3 --size 64M --bytes {bytes} --quiet --json sweep.json
            landspeed patterns /mnt --creation --request-size 64K --size 2M --repeat 3 --quiet --json creation.json
            landspeed paper /mnt --from sweep.json --from creation.json --json paper.json --html paper.html
            """,
            TimeSpan.FromMinutes(6));
        ResultDocument paper = machine.Result("paper.json");
        array = string.Format(
            CultureInfo.InvariantCulture, array, string.Join(", ", members.Select(member => Path.GetFileName(member))));
        Assert.Equal(array, paper.Setup.Effective[PaperLabels.ArrayOption]);
        string page = File.ReadAllText(machine.SharedFile("paper.html"));
        Assert.All(["figure-6", "figure-7", array], part => Assert.Contains(part, page, StringComparison.Ordinal));

        string finding = Outcome(paper, 3);
        Assert.Equal(isJudged, finding != PaperLabels.NotTestable); // runs may not decide between 89 and 91 %
        CheckRates(machine.Result("sweep.json"), disks, device);
    }

    // The disks limit it: what is faster was not read from them, what is much slower did not come from all at once.
    private static void CheckRates(ResultDocument sweep, int disks, string? device)
    {
        if (device is not null)
        {
            Assert.Equal(device, Assert.Single(sweep.Places).Device);
        }

        foreach (CellRecord cell in sweep.Cells.Where(cell => cell.Name.Contains("direct", StringComparison.Ordinal)))
        {
            Assert.All(cell.Runs, run =>
            {
                TruthRecord truth = (run.Reads ?? run.Writes)!;
                Assert.Equal(Verdict.Device, truth.Verdict);
                Assert.True(run.Writes is not null || truth.DeviceBytes == truth.AppBytes, truth.Reason);
            });
            double rate = cell.Metrics[Metrics.Throughput.Name].Median / (disks * (double)Rate);
            Assert.True(
                rate is < 1.3 && (rate > 0.6 || !cell.Name.Contains("q8", StringComparison.Ordinal)),
                FormattableString.Invariant($"{cell.Name}: {rate:F2} of what {disks} disks can"));
        }
    }

    private static string Outcome(ResultDocument paper, int finding) => paper.Cells.Single(
        cell => cell.Name == string.Create(
            CultureInfo.InvariantCulture, $"finding-{finding}")).Labels[PaperLabels.Outcome];
}
