using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Copying;

public class CopyLimitTests
{
    private const long MiB = 1 << 20;

    [Theory]
    [InlineData(49, CopyLimitKind.Unclear)]
    [InlineData(50, CopyLimitKind.RateLimit)]
    [InlineData(97, CopyLimitKind.RateLimit)]
    public void A_rate_limit_that_holds_back_for_half_of_the_time_limits(int pct, CopyLimitKind expected) => Is(
        expected,
        "the rate limit of 50.0 MB/s: it held the copy back for {0} of the time",
        pct,
        Copy() with { BytesPerSecond = 50_000_000, Traffic = Traffic() with { HeldBack = Side(pct) } });

    [Fact]
    public void A_rate_limit_comes_before_the_device_that_it_keeps_busy() => Is(
        CopyLimitKind.RateLimit, Copy(source: Vda(95)) with { Traffic = Traffic() with { HeldBack = Side(60) } });

    [Theory]
    [InlineData(79, CopyLimitKind.Unclear)]
    [InlineData(80, CopyLimitKind.Cpu)]
    public void All_CPUs_limit_if_the_copy_uses_nearly_all_of_their_time(int pct, CopyLimitKind expected) => Is(
        expected,
        "all 2 CPUs: this copy used {0} of their time",
        pct,
        Copy() with { Cpu = Seconds(pct * 2), CpuCount = 2 });

    [Fact]
    public void The_only_CPU_is_named_so() => Assert.Equal(
        "the CPU: this copy used 95 % of its time",
        CopyLimit.Of(Copy() with { Cpu = Seconds(95) })!.Reason);

    [Theory]
    [InlineData(49, 100, CopyLimitKind.Unclear)]
    [InlineData(50, 89, CopyLimitKind.Unclear)]
    [InlineData(50, 90, CopyLimitKind.Cpu)]
    public void CPUs_that_others_keep_busy_limit_a_copy_that_uses_half_of_them(
        int own, int any, CopyLimitKind expected) => Is(
        expected,
        "the CPUs of the machine: busy for {0} of the time, with this copy for 50 %",
        any,
        Copy() with { Cpu = Seconds(own * 2), CpuCount = 2, MachinePct = any });

    [Theory]
    [InlineData(79, CopyLimitKind.Unclear)]
    [InlineData(80, CopyLimitKind.OneCpu)]
    public void One_CPU_limits_if_the_thread_that_moves_the_data_uses_it_throughout(
        int pct, CopyLimitKind expected) => Is(
        expected,
        "one CPU: the thread that moves the data used it for {0} of the time",
        pct,
        Copy(source: Vda(70)) with
        {
            Cpu = Seconds(pct),
            CpuCount = 8,
            Traffic = Traffic(reading: 60, writing: 60) with { LoopCpu = Seconds(pct) },
        });

    [Theory]
    [InlineData(79, CopyLimitKind.Unclear)]
    [InlineData(80, CopyLimitKind.SourceDevice)]
    public void The_source_device_limits_if_it_is_busy_nearly_all_of_the_time(int pct, CopyLimitKind expected) => Is(
        expected,
        "the source device: vda was busy for {0} of the time",
        pct,
        Copy(Vda(pct), Vdb(40)) with { Traffic = Traffic(reading: 99, writing: 60) });

    [Theory]
    [InlineData(79, CopyLimitKind.Unclear)]
    [InlineData(80, CopyLimitKind.TargetDevice)]
    public void The_target_device_limits_if_it_is_busy_nearly_all_of_the_time(int pct, CopyLimitKind expected) => Is(
        expected,
        "the target device: vdb was busy for {0} of the time",
        pct,
        Copy(Vda(40), Vdb(pct)) with { Traffic = Traffic(reading: 60, writing: 99) });

    [Theory]
    [InlineData(4, 1, CopyLimitKind.SourceDevice)]
    [InlineData(1, 4, CopyLimitKind.TargetDevice)]
    [InlineData(1, 1, CopyLimitKind.BothDevices)]
    public void Of_two_busy_devices_that_one_limits_at_which_the_requests_take_longer(
        int reads, int writes, CopyLimitKind expected) => Is(
            expected,
            Copy(Vda(96), Vdb(93)) with { Traffic = Traffic(99, 99, Seconds(reads * 99), Seconds(writes * 99)) });

    [Fact]
    public void Two_devices_that_are_equally_busy_are_both_named()
    {
        CopyLimitRecord limit = CopyLimit.Of(Copy(Vda(96), Vdb(93)) with { Traffic = Traffic(99, 99) })!;
        Assert.Equal(
            (CopyLimitKind.BothDevices, 93.0), (limit.By, Math.Round(limit.SharePct!.Value, 6)));
        Assert.Equal(
            "the devices of source and target alike: "
                + "vda was busy for 96 % of the time, vdb was busy for 93 % of the time",
            limit.Reason);
    }

    [Fact]
    public void A_busy_device_is_not_the_limit_if_the_requests_of_the_other_side_take_longer() => Is(
        CopyLimitKind.Unclear,
        Copy(Vda(96), Vdb(60)) with { Traffic = Traffic(60, 75, Seconds(100), Seconds(500)) });

    [Theory]
    [InlineData(1, CopyLimitKind.Unclear)]
    [InlineData(3, CopyLimitKind.TargetDevice)]
    public void Beside_an_unknown_source_the_requests_of_a_busy_target_must_take_longer(
        int writes, CopyLimitKind expected) => Is(
            expected, Copy(Unknown, Vdb(96)) with { Traffic = Traffic(85, 85, Seconds(85), Seconds(writes * 85)) });

    [Theory]
    [InlineData(79, CopyLimitKind.Unclear)]
    [InlineData(80, CopyLimitKind.Device)]
    public void The_one_device_of_both_sides_is_named_once(int pct, CopyLimitKind expected) => Is(
        expected,
        "the device of source and target: vda was busy for {0} of the time",
        pct,
        Copy(Vda(pct), Vda(pct)) with { IsOnOneDevice = true, Traffic = Traffic(reading: 80, writing: 80) });

    [Fact]
    public void A_cached_source_leaves_the_one_device_to_the_target() => Is(
        CopyLimitKind.TargetDevice,
        Copy(Vda(95) with { IsWithoutDevice = true }, Vda(95)) with
        {
            IsOnOneDevice = true,
            Traffic = Traffic(reading: 20, writing: 95),
        });

    [Fact]
    public void A_device_that_others_keep_busy_is_not_the_limit_of_a_cached_source() => Is(
        CopyLimitKind.Unclear,
        Copy(Vda(99) with { IsWithoutDevice = true }, Vdb(50)) with { Traffic = Traffic(reading: 20, writing: 60) });

    [Fact]
    public void What_else_kept_the_device_busy_is_said()
    {
        CopyTrafficTotals traffic = Traffic(reading: 50, writing: 80) with { TargetRead = Side(30) };
        Assert.Equal(
            "the target device: vdb was busy for 97 % of the time, part of it to read what was written (30 %), "
                + "but other processes moved 60 % of its bytes",
            CopyLimit.Of(Copy(Vda(40), Vdb(97) with { OthersPct = 60 }) with { Traffic = traffic })!.Reason);
    }

    [Theory]
    [InlineData(79, 50, CopyLimitKind.Unclear)]
    [InlineData(80, 67, CopyLimitKind.Unclear)]
    [InlineData(80, 39, CopyLimitKind.Source)]
    public void Without_a_device_reading_limits_if_it_goes_on_throughout_and_takes_longer(
        int reading, int writing, CopyLimitKind expected) => Is(
            expected,
            "reading the source: reads were under way for {0} of the time",
            reading,
            Copy() with { Traffic = Traffic(reading, writing) });

    [Theory]
    [InlineData(39, 79, CopyLimitKind.Unclear)]
    [InlineData(67, 80, CopyLimitKind.Unclear)]
    [InlineData(39, 80, CopyLimitKind.Target)]
    public void Without_a_device_writing_limits_if_it_goes_on_throughout_and_takes_longer(
        int reading, int writing, CopyLimitKind expected) => Is(
            expected,
            "writing the target: writes were under way for {0} of the time",
            writing,
            Copy() with { Traffic = Traffic(reading, writing) });

    [Fact]
    public void Slow_reads_of_a_device_with_little_to_do_are_said_to_be_so() => Assert.Equal(
        "reading the source: reads were under way for 96 % of the time, but its device vda was busy for only 30 %",
        CopyLimit.Of(Copy(source: Vda(30)) with { Traffic = Traffic(reading: 96, writing: 10) })!.Reason);

    [Theory]
    [InlineData(49, 0, CopyLimitKind.Source)]
    [InlineData(50, 0, CopyLimitKind.Unclear)]
    [InlineData(0, 50, CopyLimitKind.Unclear)]
    public void Requests_that_a_busy_CPU_takes_late_prove_nothing(int cpu, int loop, CopyLimitKind expected) => Is(
        expected,
        Copy() with
        {
            Cpu = Seconds(cpu),
            Traffic = Traffic(reading: 96, writing: 10) with { LoopCpu = Seconds(loop) },
        });

    [Theory]
    [InlineData(24, CopyLimitKind.Source)]
    [InlineData(25, CopyLimitKind.Unclear)]
    public void Nor_do_those_of_a_copy_that_competes_for_the_CPUs(int cpu, CopyLimitKind expected)
    {
        CopyLimitRecord limit = CopyLimit.Of(
            Copy() with { Cpu = Seconds(cpu), MachinePct = 90, Traffic = Traffic(reading: 96, writing: 10) })!;
        Assert.Equal(expected, limit.By);
        Assert.Equal(
            expected == CopyLimitKind.Unclear,
            limit.Reason == "not clear: other processes competed for the CPUs "
                + "(reading 96 %, writing 10 %, CPUs 25 %, CPUs of the machine 90 %)");
    }

    [Theory]
    [InlineData(49, 40, CopyLimitKind.Unclear)]
    [InlineData(50, 40, CopyLimitKind.Source)]
    [InlineData(50, 95, CopyLimitKind.Unclear)]
    [InlineData(49, 95, CopyLimitKind.TargetDevice)]
    public void Another_program_limits_if_waiting_for_it_takes_half_of_the_time(
        int reading, int busy, CopyLimitKind expected) => Is(
            expected, Copy(Stream("input"), Vdb(busy)) with { Traffic = Traffic(reading, 99) });

    [Fact]
    public void It_is_named_as_standard_input() => Assert.Equal(
        "standard input: waiting for its data took 80 % of the time",
        CopyLimit.Of(Copy(Stream("input"), Vdb(40)) with { Traffic = Traffic(80, 99) })!.Reason);

    [Fact]
    public void So_does_the_program_that_reads_the_copy() => Assert.Equal(
        "standard output: writing to it took 80 % of the time",
        CopyLimit.Of(Copy(Vda(40), Stream("output")) with { Traffic = Traffic(99, 80) })!.Reason);

    [Theory]
    [InlineData(79, 0, CopyLimitKind.Unclear)]
    [InlineData(80, 0, CopyLimitKind.Flushes)]
    [InlineData(60, 49, CopyLimitKind.Unclear)]
    [InlineData(60, 50, CopyLimitKind.Flushes)]
    public void Flushes_limit_if_they_never_end_or_if_half_of_the_time_nothing_else_happens(
        int any, int only, CopyLimitKind expected) => Is(
            expected, Copy() with { Traffic = Flushing(any, only, count: 12) });

    [Fact]
    public void Their_number_is_named()
    {
        Assert.Equal(
            "1,200 flushes of the target: one was under way for 95 % of the time",
            CopyLimit.Of(Copy() with { Traffic = Flushing(95, 0, 1200) })!.Reason);
        Assert.Equal(
            "1 flush of the target: for 60 % of the time the copy only waited for one",
            CopyLimit.Of(Copy() with { Traffic = Flushing(60, 60, 1) })!.Reason);
    }

    [Theory]
    [InlineData(MiB, CopyLimitKind.TargetDevice)]
    [InlineData(MiB - 1, CopyLimitKind.Flushes)]
    public void A_flush_that_writes_much_to_a_busy_device_waits_for_the_device(long each, CopyLimitKind expected) => Is(
        expected, Copy(Vda(10), Vdb(95)) with { Bytes = 10 * each, Traffic = Flushing(95, 60, count: 10) });

    [Theory]
    [InlineData(100, 128 << 10, 80, 74, 74, CopyLimitKind.SmallFiles)]
    [InlineData(99, 128 << 10, 80, 74, 74, CopyLimitKind.Unclear)]
    [InlineData(100, (128 << 10) + 1, 80, 74, 74, CopyLimitKind.Unclear)]
    [InlineData(100, 128 << 10, 79, 74, 74, CopyLimitKind.Unclear)]
    [InlineData(100, 128 << 10, 80, 75, 74, CopyLimitKind.Unclear)]
    [InlineData(100, 128 << 10, 80, 74, 75, CopyLimitKind.Unclear)]
    public void Small_files_limit_if_neither_CPUs_nor_devices_do(
        long files, long each, int handling, int cpu, int busy, CopyLimitKind expected) => Is(
            expected,
            Copy(Vda(busy), Unknown) with
            {
                Files = files,
                Bytes = files * each,
                Cpu = Seconds(cpu),
                Traffic = Traffic(reading: 40, writing: 20) with { Entries = Side(handling) },
            });

    [Fact]
    public void Small_files_are_counted_and_what_was_idle_is_named() => Assert.Equal(
        "20,000 small files (10.0 kB on average): each takes several steps in turn; "
            + "the copy used 40 % of the CPUs and vda was busy for 55 % of the time",
        CopyLimit.Of(SmallFiles(reads: 40))!.Reason);

    [Fact]
    public void Small_files_whose_threads_mostly_read_are_limited_by_the_source()
    {
        CopyLimitRecord limit = CopyLimit.Of(SmallFiles(reads: 300))!;
        Assert.Equal(CopyLimitKind.Source, limit.By);
        Assert.Equal(
            "reading 20,000 small files (10.0 kB on average) from the source: "
                + "reads were under way for 95 % of the time, but its device vda was busy for only 55 %",
            limit.Reason);
    }

    [Fact]
    public void Without_evidence_the_shares_are_named() => Assert.Equal(
        "not clear: no part was busy nearly all of the time (reading 60 %, writing 70 %, flushes 5.0 %, "
            + "held back by the rate limit 10 %, the thread that moves the data 20 %, CPUs 40 %, "
            + "CPUs of the machine 50 %, vda busy 75 %, vdb busy 79 %)",
        CopyLimit.Of(Copy(Vda(75), Vdb(79)) with
        {
            Cpu = Seconds(40),
            MachinePct = 50,
            Traffic = Traffic(60, 70) with
            {
                TargetFlushed = Side(5),
                HeldBack = Side(10),
                LoopCpu = Seconds(20),
            },
        })!.Reason);

    [Theory]
    [InlineData(0.199, 95, null)]
    [InlineData(0.2, 95, CopyLimitKind.SourceDevice)]
    [InlineData(0.999, 50, null)]
    [InlineData(1, 50, CopyLimitKind.Unclear)]
    public void A_short_copy_says_nothing_and_a_longer_one_only_what_is_clear(
        double seconds, int pct, CopyLimitKind? expected)
    {
        var busy = new CopyEnd(null, "vda", TimeSpan.FromSeconds(seconds * pct / 100));
        CopyWork copy = Copy(busy, Vdb(0)) with { Time = TimeSpan.FromSeconds(seconds), Traffic = default };
        Assert.Equal(expected, CopyLimit.Of(copy)?.By);
    }

    [Fact]
    public void Where_nothing_was_copied_nothing_limited_it() =>
        Assert.Null(CopyLimit.Of(Copy(Vda(99), Vdb(99)) with { Bytes = 0 }));

    [Fact]
    public void More_than_all_of_the_time_is_all_of_it() =>
        Assert.Equal(100, CopyLimit.Of(Copy(Vda(103), Vdb(0)) with { Traffic = Traffic(50, 50) })!.SharePct);

    private static CopyEnd Unknown => default;

    private static CopyEnd Stream(string name) => new($"standard {name}", null, null);

    private static void Is(CopyLimitKind expected, CopyWork copy) => Assert.Equal(expected, CopyLimit.Of(copy)!.By);

    // The sentence, and the share in it, only if the conclusion is the one that the sentence is about.
    private static void Is(CopyLimitKind expected, string sentence, int pct, CopyWork copy)
    {
        CopyLimitRecord limit = CopyLimit.Of(copy)!;
        Assert.Equal(expected, limit.By);
        bool isThat = limit.Reason == sentence.Replace("{0}", $"{Text(pct)} %", StringComparison.Ordinal);
        bool isDecided = expected != CopyLimitKind.Unclear;
        Assert.Equal(isDecided, isThat);
        if (isDecided)
        {
            Assert.Equal(pct, limit.SharePct!.Value, 6);
        }
    }

    private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);

    // 100 s, so that a second is a per cent.
    private static CopyWork Copy(CopyEnd source = default, CopyEnd target = default) => new()
    {
        Time = Seconds(100),
        Traffic = Traffic(),
        Bytes = 1000 * MiB,
        Files = 1,
        Source = source,
        Target = target,
    };

    private static CopyWork SmallFiles(int reads) => Copy(Vda(55), Unknown) with
    {
        Files = 20_000,
        Bytes = 200_000_000,
        Cpu = Seconds(40),
        Traffic = Traffic(95, 20, Seconds(reads), Seconds(20)) with
        {
            Entries = new CopySideTotals(0, Seconds(97), Seconds(390), 300),
        },
    };

    private static CopyTrafficTotals Flushing(int any, int only, long count) => Traffic(reading: 20, writing: 20) with
    {
        TargetFlushed = new CopySideTotals(0, Seconds(any), Seconds(any), count),
        OnlyFlushing = Seconds(only),
    };

    private static CopyTrafficTotals Traffic(
        int reading = 50, int writing = 50, TimeSpan? reads = null, TimeSpan? writes = null) => new(
            new CopySideTotals(0, Seconds(reading), reads ?? Seconds(reading), 1),
            new CopySideTotals(0, Seconds(writing), writes ?? Seconds(writing), 1),
            default,
            default);

    private static CopyEnd Vda(int pct) => new(null, "vda", Seconds(pct));

    private static CopyEnd Vdb(int pct) => new(null, "vdb", Seconds(pct));

    private static CopySideTotals Side(int pct) => new(0, Seconds(pct), Seconds(pct), 1);

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
