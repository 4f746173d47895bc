using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>A disk that does not answer for a time: that is said, in numbers too, and then the work goes on.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
public sealed class StallTests(FaultyMachine faulty) : IClassFixture<FaultyMachine>
{
    private const double SecondNs = 1e9;

    [Fact]
    public void A_measurement_says_for_how_long_the_disk_stood_still()
    {
        faulty.Disk.Format("ext4");
        string file = $"{faulty.Disk.Directory}/file";
        faulty.Machine.Shell($"landspeed measure {file} --size 64M --bytes 1M --quiet >/dev/null");
        faulty.Machine.Shell("rm -f /host/measure.json");

        Command measured = WhileHeldUp(
            $"landspeed measure {file} --time 25s --json /host/measure.json",
            seconds: 15,
            "grep -q 'measuring: 1[0-9] %' /run/said");

        Assert.Equal(0, measured.ExitCode);
        Assert.Matches(@"measuring: \d+ %, stalled for 1[0-4] s", measured.Error);
        Assert.Matches(@"note: +for 1[5-9]\.\d s no byte was completed", measured.Output);
        RunRecord run = Result("measure.json");
        Assert.InRange(run[Metrics.LongestStall]!.Value, 15 * SecondNs, 20 * SecondNs);
        Assert.Contains(run.Findings, finding => finding.Code == "stalled");
        Assert.True(run.Samples[^1].Bytes > 0, "nothing was read after the stall");
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void A_copy_says_for_how_long_its_target_stood_still_and_is_whole(string fileSystem)
    {
        faulty.Disk.Format(fileSystem);
        string target = $"{faulty.Disk.Directory}/file";
        faulty.Machine.Shell("rm -f /host/copy.json");

        Command copied = WhileHeldUp(
            $"landspeed copy {FaultyMachine.Good} {target} --limit 16M --verify --json /host/copy.json",
            seconds: 8,
            $"[ -s {FaultyMachine.PartOf(target)} ]");

        Assert.Equal(0, copied.ExitCode);
        Assert.Matches(@"copying: \d+ %, stalled for [3-8] s", copied.Error);
        Assert.Matches(@"note: +for ([7-9]|1[0-2])\.\d s no byte was completed", copied.Output);
        RunRecord run = Result("copy.json");
        Assert.InRange(run[Metrics.LongestStall]!.Value, 7 * SecondNs, 12 * SecondNs);
        Assert.Contains(run.Findings, finding => finding.Code == "stalled");
        faulty.Machine.Shell($"echo 3 >/proc/sys/vm/drop_caches; cmp {FaultyMachine.Good} {target}");
    }

    [Fact]
    public void A_copy_that_is_told_to_stop_meanwhile_ends_when_the_disk_answers_and_carries_on_later()
    {
        faulty.Disk.Format("ext4");
        string target = $"{faulty.Disk.Directory}/file";

        Command stopped = WhileHeldUp(
            $"landspeed copy {FaultyMachine.Good} {target} --limit 8M",
            seconds: 4,
            $"[ -s {FaultyMachine.PartOf(target)} ]",
            meanwhile: "kill -TERM $(cat /run/number)");

        Assert.Equal(143, stopped.ExitCode);
        faulty.Machine.Shell($"! test -e {target}");
        Assert.Equal(new Command(0, "", ""), faulty.Landspeed($"copy {FaultyMachine.Good} {target}"));
        Assert.Equal("file\n", faulty.Machine.Shell($"ls -A {faulty.Disk.Directory} | grep -v lost+found"));
        faulty.Machine.Shell($"echo 3 >/proc/sys/vm/drop_caches; cmp {FaultyMachine.Good} {target}");
    }

    [Fact]
    public void A_disk_that_takes_three_seconds_for_each_request_is_measured_and_copied()
    {
        faulty.Disk.Format("ext4");
        string file = $"{faulty.Disk.Directory}/file";
        faulty.Machine.Shell(
            $"""
            cp {FaultyMachine.Good} {file} && sync && echo 3 >/proc/sys/vm/drop_caches
            rm -f /host/late.json /run/late
            """);
        faulty.Disk.Delay(TimeSpan.FromSeconds(3));

        faulty.Machine.Shell($"landspeed measure {file} --time 5s --json /host/late.json --quiet >/dev/null");
        Assert.Equal(new Command(0, "", ""), faulty.Landspeed($"copy {file} /run/late --queue-depth 64"));
        faulty.Machine.Shell($"cmp {FaultyMachine.Good} /run/late && rm /run/late");

        RunRecord run = Result("late.json");
        Assert.InRange(run.Latency!.MinNs, 3 * SecondNs, 5 * SecondNs);
        Assert.InRange(run[Metrics.LongestStall]!.Value, 2 * SecondNs, 5 * SecondNs);
        Assert.Contains(run.Findings, finding => finding.Code == "stalled");
        faulty.Disk.Repair();
    }

    // Runs it, holds the disk up once it is under way, and gives what it said.
    private Command WhileHeldUp(string command, int seconds, string underWay, string meanwhile = "true")
    {
        faulty.Machine.Shell("rm -f /run/said /run/number");
        MachineCommand running = faulty.Machine.Begin(
            $"""
            (echo $(exec sh -c 'echo $PPID') >/run/number; exec {command} 2>/run/said)
            code=$?; cat /run/said >&2; exit $code
            """);
        faulty.Machine.Shell($"until {underWay}; do sleep 0.05; done");
        faulty.Machine.Shell($"({faulty.Disk.HeldUp(seconds)}) & {meanwhile}; wait");
        return running.End();
    }

    private RunRecord Result(string name) =>
        Assert.Single(Assert.Single(faulty.Machine.Result(name).Cells).Runs);
}
