using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>Writes that a disk calls written and loses.</summary>
public sealed class LostWritesTests(FaultyMachine faulty) : IClassFixture<FaultyMachine>
{
    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void Blocks_that_a_disk_lost_are_called_stale()
    {
        faulty.Disk.Format("ext4");
        string file = $"{faulty.Disk.Directory}/a";
        string journal = "--block-journal /run/journal"; // on another disk, which loses nothing
        string write = $"measure {file} --write --verify-blocks {journal} --flush each --request-size 4K";
        Command first = faulty.Landspeed($"{write} --size 8M --bytes 8M");
        faulty.Disk.Damage(FaultyDisk.LosesWrites);
        Command lost = faulty.Landspeed($"{write} --bytes 400K --order random");
        faulty.Disk.Repair();

        Command found = faulty.Landspeed($"measure {file} --check {journal}");

        TestContext.Current.SendDiagnosticMessage(found.Output);
        Assert.Equal((0, 0), (first.ExitCode, lost.ExitCode));
        Assert.Equal(4, found.ExitCode);
        Assert.Matches("blocks of 4 KiB: 2,048 checked, [0-9,]+ wrong", found.Output);
        Assert.Matches("stale +[0-9,]+ +4,096 +2:[0-9]+ +1:[0-9,]+\n", found.Output);
        Assert.DoesNotContain("torn", found.Output, StringComparison.Ordinal);
    }
}
