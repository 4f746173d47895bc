using System.Text.Json.Nodes;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Kernels;

/// <summary>
/// The command on kernels that lack what this one has. Expected is what the history of Linux says: deferred task work
/// since 6.1, cachestat since 6.5, rings without submission array and the switch for rings since 6.6, uncached buffered
/// I/O since 6.16 (XFS) and 6.17 (ext4).
/// </summary>
public sealed class KernelTests
{
    private const string Length = "20000001";

    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void On_Linux_6_1_residency_comes_from_mincore_and_rings_have_a_submission_array()
    {
        using Machine machine = Boot(Kernel.Debian12);

        Dictionary<string, (string Status, string Detail, string? Advice)> checks = Doctor(machine);
        Assert.Equal(
            ("ok", "available: single issuer, deferred task work, registered ring, registered files", null),
                checks["io_uring"]);
        Assert.Equal(
            ("ok", "the kernel has no switch (before Linux 6.6), or hides it", null), checks["io_uring_switch"]);
        Assert.Equal("missing", checks["cachestat"].Status);
        Assert.StartsWith(
            "needs Linux 6.5; residency is found with mincore", checks["cachestat"].Advice, StringComparison.Ordinal);
        CheckUncached(machine, checks);
        CheckWork(machine, "uring");
        Assert.Contains(
            "single issuer, deferred task work, no submission array: the kernel is too old (EINVAL)",
            Measured(machine, "direct").Runs[0].Case!.Fallbacks);
    }

    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void On_Linux_6_12_only_uncached_transfers_are_missing_and_rings_can_be_forbidden()
    {
        using Machine machine = Boot(Kernel.Debian13);

        Dictionary<string, (string Status, string Detail, string? Advice)> checks = Doctor(machine);
        Assert.Equal(
            (
                "ok",
                "available: single issuer, deferred task work, no submission array, registered ring, registered files",
                null),
            checks["io_uring"]);
        Assert.Equal("ok", checks["io_uring_switch"].Status);
        Assert.Equal("ok", checks["cachestat"].Status);
        CheckUncached(machine, checks);
        CheckWork(machine, "uring");

        // As many machines are set up, against attacks.
        machine.Shell("echo 2 >/proc/sys/kernel/io_uring_disabled");
        checks = Doctor(machine);
        Assert.Equal("missing", checks["io_uring"].Status);
        Assert.Equal(
            ("missing", "kernel.io_uring_disabled = 2: forbidden for everyone",
                "sysctl kernel.io_uring_disabled=0; until then threads do the work"),
            checks["io_uring_switch"]);
        CheckWork(machine, "threads");
    }

    [Theory]
    [Trait(Tier.Key, Tier.MachinesLong)]
    [InlineData(false)]
    [InlineData(true)]
    public void A_cold_read_is_cold_while_a_slow_disk_still_fetches_what_was_read_ahead_before(bool isDebian13)
    {
        using Machine machine = Machine.Boot(new MachineDescription
        {
            Kernel = isDebian13 ? Kernel.Debian13 : Kernel.Debian12,
            Disks = [new Disk("300M") { BytesPerSecond = 20_000_000 }],
        });
        machine.Shell($"mkfs.ext4 -q {machine.Device(0)} && mount {machine.Device(0)} /mnt");
        machine.Shell("echo 8192 >/sys/block/vdb/queue/read_ahead_kb");

        machine.Shell(
            "landspeed sweep /mnt --api filestream --operation read --request-size 64K --repeat 5 --time 1 --bytes 32M "
            + "--size 64M --quiet --json /host/sweep.json",
            TimeSpan.FromMinutes(5));

        Assert.All(Assert.Single(machine.Result("sweep.json").Cells).Runs, run =>
            Assert.True(run.Reads!.Verdict == Verdict.Device
                && run.Reads.DeviceBytes >= run.Reads.AppBytes, run.Reads.Reason));
    }

    private static Machine Boot(Kernel kernel)
    {
        Machine machine = Machine.Boot(new MachineDescription { Kernel = kernel, Disks = [new Disk("300M")] });
        try
        {
            Assert.StartsWith(kernel.Version, machine.Release, StringComparison.Ordinal);
            machine.Shell($"mkfs.ext4 -q {machine.Device(0)} && mount {machine.Device(0)} /mnt");
            machine.Shell($"head -c {Length} /dev/urandom >/mnt/a && sync");
            return machine;
        }
        catch
        {
            machine.Dispose();
            throw;
        }
    }

    private static Dictionary<string, (string Status, string Detail, string? Advice)> Doctor(Machine machine)
    {
        machine.Shell("landspeed doctor /mnt --json /host/doctor.json");
        JsonArray facts = JsonNode.Parse(File.ReadAllText(machine.SharedFile("doctor.json")))!["facts"]!.AsArray();
        return facts.ToDictionary(
            fact => (string)fact!["name"]!,
            fact => ((string)fact!["state"]!, (string)fact["found"]!, (string?)fact["remedy"]));
    }

    private static void CheckUncached(
        Machine machine, Dictionary<string, (string Status, string Detail, string? Advice)> checks)
    {
        Assert.Equal("missing", checks["uncached"].Status);
        Assert.StartsWith(
            "needs XFS with Linux 6.16, or ext4 with 6.17", checks["uncached"].Advice, StringComparison.Ordinal);
        Command refused = machine.Run("landspeed measure /mnt/a --mode uncached --time 0.1");
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("cannot open for uncached I/O /mnt/a: not supported here (EOPNOTSUPP)", refused.Error,
            StringComparison.Ordinal);
    }

    private static void CheckWork(Machine machine, string engine)
    {
        machine.Shell("rm -f /mnt/b && landspeed copy /mnt/a /mnt/b --quiet && cmp /mnt/a /mnt/b");
        foreach (string mode in new[] { "direct", "buffered", "prefer-uncached" })
        {
            RunRecord run = Measured(machine, mode).Runs[0];
            Assert.Equal(engine, run.Case!.Effective.Engine);
            Assert.Equal(mode == "direct" ? "direct" : "buffered", run.Case.Effective.Mode);
            Assert.Equal(Verdict.Device, run.Reads!.Verdict);
            Assert.Equal(0, run.Reads.ResidentBeforePct);
        }

        // What is in the cache is seen to be there, whoever counts it.
        RunRecord cached = Measured(machine, "buffered", "--cached").Runs[0];
        Assert.Equal(Verdict.Cache, cached.Reads!.Verdict);
        Assert.Equal(100, cached.Reads.ResidentBeforePct);
    }

    private static CellRecord Measured(Machine machine, string mode, string cold = "--cold")
    {
        string warm = cold == "--cold" ? cold : "";
        string words = $"measure /mnt/a --mode {mode} {warm} --time 0.2 --quiet --json /host/measure.json";
        machine.Shell($"cat /mnt/a >/dev/null; landspeed {words}");
        return Assert.Single(machine.Result("measure.json").Cells);
    }
}
