using Landspeed.Experiments.Host;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Host;

public class FlushFactsTests
{
    private static readonly DiskCache s_volatile = new("vda", new DeviceNumber(254, 0), true, false);
    private static readonly DiskCache s_safe = new("sda", new DeviceNumber(8, 0), false, true);
    private static readonly DiskCache s_unknown = new("sdb", null, null, null);

    [Theory]
    [InlineData(19.9, FactState.Limited, "flushes return in 19.9 µs: the device or the virtual disk probably")]
    [InlineData(20, FactState.Ok, "inconclusive: a cache that survives power cuts is as fast")]
    [InlineData(99.9, FactState.Ok, "inconclusive: a cache that survives power cuts is as fast")]
    [InlineData(100, FactState.Ok, "plausible: there was time to reach the medium, which is not proof")]
    public void The_time_of_a_flush_is_suspicious_inconclusive_or_plausible(
        double us, FactState state, string conclusion)
    {
        FactRecord fact = Judge(us, [s_volatile]);
        Assert.Equal(("flush", state), (fact.Name, fact.State));
        Assert.Contains(conclusion, fact.Found, StringComparison.Ordinal);
        Assert.Equal(state != FactState.Ok, fact.Remedy is not null);
    }

    [Fact]
    public void What_was_measured_is_said()
    {
        var times = new FlushTimes([3_000_000, 1_000_000, 2_000_000], 3);
        Assert.StartsWith(
            "3 writes of 4 KiB with fdatasync: median 2.00 ms, 1.00 ms to 3.00 ms; plausible",
            FlushFacts.Judge(Place("ext4"), [s_volatile], times).Found);
    }

    [Theory]
    [InlineData("ext4", true)]
    [InlineData("xfs", true)]
    [InlineData("btrfs", true)]
    [InlineData("exfat", false)]
    [InlineData(null, false)]
    public void A_file_system_whose_flushes_are_not_known_is_not_judged(string? type, bool isJudged)
    {
        FactRecord fact = Judge(1, [s_volatile], type);
        Assert.Equal(isJudged ? FactState.Limited : FactState.Ok, fact.State);
        Assert.Equal(!isJudged, fact.Found.Contains("inconclusive: not judged on", StringComparison.Ordinal));
    }

    [Fact]
    public void A_fast_flush_is_no_suspicion_where_none_is_needed()
    {
        FactRecord fact = Judge(1, [s_safe]);
        Assert.Equal(FactState.Ok, fact.State);
        Assert.EndsWith("no flush is needed: no volatile write cache is reported", fact.Found);
    }

    [Fact]
    public void One_volatile_cache_of_several_is_judged_and_an_unknown_one_is_not()
    {
        Assert.Equal(FactState.Limited, Judge(1, [s_safe, s_volatile]).State);
        Assert.EndsWith("inconclusive: the write cache is not reported", Judge(1, [s_safe, s_unknown]).Found);
    }

    [Fact]
    public void Persistent_memory_is_fast_without_being_suspicious() => Assert.EndsWith(
        "inconclusive: persistent memory needs no flush command",
        Judge(1, [s_volatile with { Name = "pmem0" }]).Found);

    [Theory]
    [InlineData(0L, FactState.Ok)] // none of ours got there: their time says nothing of the device
    [InlineData(1L, FactState.Limited)]
    [InlineData(null, FactState.Limited)]
    public void A_disk_that_counted_no_flush_is_not_accused(long? counted, FactState state) =>
        Assert.Equal(state, FlushFacts.Judge(Place("ext4"), [s_volatile], new FlushTimes([1000], counted)).State);

    [Theory]
    [InlineData("rw,relatime,nobarrier", "nobarrier")]
    [InlineData("rw,barrier=0,data=ordered", "barrier=0")]
    public void A_mount_that_keeps_flushes_back_is_named(string options, string option)
    {
        FactRecord fact = FlushFacts.Judge(
            Place("ext4") with { MountOptions = options }, [s_volatile], new FlushTimes([5_000_000], 0));
        Assert.Equal(FactState.Limited, fact.State);
        Assert.EndsWith($"mounted with {option}: no flush reaches the device", fact.Found);
    }

    [Fact]
    public void Every_disk_is_named_with_its_cache()
    {
        FactRecord fact = FlushFacts.Cache([s_volatile, s_safe, s_unknown]);
        Assert.Equal(
            "vda: write back, volatile until flushed, no forced unit access (FUA); "
            + "sda: write through, no flush needed, forced unit access (FUA); sdb: not reported",
            fact.Found);
        Assert.EndsWith("; 2 more", FlushFacts.Cache([.. Enumerable.Repeat(s_unknown, 10)]).Found);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Flushes_of_a_real_volume_reach_its_disk_and_leave_nothing(string type)
    {
        using var volume = new TestVolume(type);
        FactRecord[] facts = Find(volume.Path);

        Assert.Matches("^loop[0-9]+: write back, volatile until flushed", facts[0].Found);
        Assert.StartsWith("16 writes of 4 KiB with fdatasync: median ", facts[1].Found);
        Assert.DoesNotContain("counted no flush", facts[1].Found);
        Assert.Empty(Directory.GetFiles(volume.Path));
    }

    [Fact]
    public void Files_in_memory_have_no_write_cache()
    {
        using var volume = new TestVolume("tmpfs");
        Assert.Equal(
            Enumerable.Repeat((FactState.Ok, "not applicable: tmpfs keeps files in memory"), 2),
            Find(volume.Path).Select(fact => (fact.State, fact.Found)));
    }

    [Fact]
    public void A_volume_that_takes_no_file_is_not_measured()
    {
        using var volume = new TestVolume("ext4", mountOptions: "ro");
        FactRecord flush = Find(volume.Path)[1];
        Assert.Equal(FactState.Limited, flush.State);
        Assert.Contains("EROFS", flush.Found, StringComparison.Ordinal);
    }

    private static FactRecord[] Find(string path)
    {
        var directory = FilePath.FromText(path);
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, directory);
        return [.. FlushFacts.Find(directory, place, TimeProvider.System)];
    }

    private static FactRecord Judge(double us, DiskCache[] disks, string? fileSystem = "ext4") =>
        FlushFacts.Judge(Place(fileSystem), disks, new FlushTimes([us * 1000], 16));

    private static PlaceRecord Place(string? fileSystem) =>
        new() { Role = PlaceRoles.Directory, Path = "/mnt", FileSystem = fileSystem, MountOptions = "rw,relatime" };
}
