using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Reporting.Tests.Fio;

public class FioCommandsTests
{
    [Fact]
    public void A_cell_becomes_a_command_of_the_same_case()
    {
        string command = Lines(Samples.Of("sweep-quick"))
            .Single(line => line.Contains("--name=write-direct-65536-q8 ", StringComparison.Ordinal));

        Assert.Equal(
            "fio --name=write-direct-65536-q8 --filename='/data/[red]größe[/].dat' --rw=write --bs=65536 "
            + "--ioengine=io_uring --iodepth=8 --direct=1 --size=1073741824 --io_size=268435456 --runtime=200ms --time_based=0 "
            + "--end_fsync=1 --overwrite=1",
            command);
    }

    [Theory]
    [InlineData("read", "time_s=5", "--rw=read --bs=65536 --ioengine=io_uring --iodepth=8 --direct=1 --size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "write", "limit_bytes=1048576 flush=each touch=true",
        "--rw=write --bs=65536 --ioengine=io_uring --iodepth=8 --direct=1 --size=1073741824 --io_size=1048576 " +
        "--runtime=5000ms --time_based=0 " +
        "--sync=dsync --refill_buffers=1 --overwrite=1")]
    [InlineData(
        "extend", "limit_bytes=1073741824 flush=end engine=synchronous queue_depth=1 mode=buffered preparation=reserve",
        "--rw=write --bs=65536 --ioengine=psync --direct=0 --size=1073741824 --io_size=1073741824 " +
        "--runtime=5000ms --time_based=0 " +
        "--end_fsync=1 --fallocate=native --unlink=1")]
    [InlineData(
        "read", "distance_pct=100 threads=4 cold=true mode=buffered engine=threads",
        "--rw=randread --norandommap=1 --bs=65536 --ioengine=psync --direct=0 --size=268435456 --numjobs=4 " +
        "--thread --offset_increment=268435456 " +
        "--group_reporting --runtime=5000ms --time_based=1 --invalidate=1 --fadvise_hint=0")]
    [InlineData(
        "read", "distance_pct=100 distribution=zipf:1.2",
        "--rw=randread --random_distribution=zipf:1.2 --norandommap=1 --bs=65536 --ioengine=io_uring --iodepth=8 " +
        "--direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "distance_pct=100 distribution=zipf:1",
        "--rw=randread --random_distribution=zipf:1.00001 --norandommap=1 --bs=65536 --ioengine=io_uring " +
        "--iodepth=8 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "distance_pct=100 distribution=hot:20:80",
        "--rw=randread --random_distribution=zoned:80/20:20/80 --norandommap=1 --bs=65536 --ioengine=io_uring " +
        "--iodepth=8 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "is_reverse=true",
        "--rw=read:-131072 --bs=65536 --ioengine=io_uring --iodepth=8 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "write", "stride_bytes=1048576",
        "--rw=write:983040 --bs=65536 --ioengine=io_uring --iodepth=8 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --overwrite=1")]
    [InlineData(
        "read", "distance_pct=100 size_shares=4KiB:60,64KiB:40",
        "--rw=randread --norandommap=1 --bssplit=4096/60:65536/40 --ioengine=io_uring --iodepth=8 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "distance_pct=100 think=0.01s",
        "--rw=randread --norandommap=1 --bs=65536 --ioengine=io_uring --iodepth=1 --thinktime=10000us --direct=1 " +
        "--size=134217728 --numjobs=8 --thread --offset_increment=134217728 --group_reporting " +
        "--runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "queue_depth=32768 think=0.01s", // a part would be shorter than a request
        "--rw=read --bs=65536 --ioengine=io_uring --iodepth=1 --thinktime=10000us --direct=1 --size=1073741824 " +
        "--numjobs=32768 --thread --group_reporting --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "queue_depth=1 think=0.000002s/4",
        "--rw=read --bs=65536 --ioengine=io_uring --iodepth=1 --thinktime=2us --thinktime_blocks=4 --direct=1 " +
        "--size=1073741824 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "read", "offset_bytes=536870912",
        "--rw=read --bs=65536 --ioengine=io_uring --iodepth=8 --direct=1 --offset=536870912 " +
        "--size=536870912 --runtime=5000ms --time_based=1 --invalidate=0")]
    [InlineData(
        "mix", "read_pct=70 distance_pct=100 mode=buffered",
        "--rw=randrw --rwmixread=70 --norandommap=1 --bs=65536 --ioengine=io_uring --iodepth=8 --direct=0 " +
        "--size=1073741824 " +
        "--runtime=5000ms --time_based=1 --invalidate=0 --fadvise_hint=0 --overwrite=1")]
    [InlineData(
        "mix", "read_pct=70 threads=2 requests_per_s=2000 arrivals=poisson",
        "--rw=rw --rwmixread=70 --bs=65536 --ioengine=io_uring --iodepth=8 --rate_iops=700,300 " +
        "--rate_process=poisson --direct=1 --size=536870912 --numjobs=2 --thread --offset_increment=536870912 " +
        "--group_reporting --runtime=5000ms --time_based=1 --invalidate=0 --overwrite=1")]
    [InlineData(
        "mix", "threads=2 requests_per_s=2500 write_requests_per_s=500 arrivals=even",
        "--rw=rw --bs=65536 --ioengine=io_uring --iodepth=8 --rate_iops=1000,250 --rate_process=linear --direct=1 " +
        "--size=536870912 --numjobs=2 --thread --offset_increment=536870912 --group_reporting --runtime=5000ms " +
        "--time_based=1 --invalidate=0 --overwrite=1")]
    public void A_measurement_becomes_a_command_of_its_case(string operation, string options, string words)
    {
        string[] lines = Lines(Measurement(operation, options));

        Assert.EndsWith($" {words}", lines[^1], StringComparison.Ordinal);
        Command.Shell($"fio() {{ command fio --parse-only \"$@\"; }}\n{lines[^1]}");
    }

    [Fact]
    public void What_fio_does_otherwise_stands_before_its_command() => Assert.Equal(
        "# read-direct-1MiB-q8-t1; requests are within 12.5 % of the file, fio's anywhere; fio does not look at the bytes; one run of 3",
        Lines(Measurement("read", "distance_pct=12.5 touch=true"))[^2]);

    [Fact]
    public void A_run_until_steady_is_one_by_the_nearest_rule_of_fio()
    {
        string[] lines = Lines(Measurement("write", "until=steady=5%/60s"));

        Assert.Contains(" --steadystate=bw:5% --ss_dur=60s ", lines[^1], StringComparison.Ordinal);
        Assert.Contains("not five rounds with a line through them", lines[^2], StringComparison.Ordinal);
        Command.Shell($"fio() {{ command fio --parse-only \"$@\"; }}\n{lines[^1]}");
    }

    [Fact]
    public void No_direction_of_a_mix_is_without_a_limit_because_its_rate_is_low()
    {
        string[] lines = Lines(Measurement("mix", "read_pct=50 requests_per_s=1"));

        Assert.Contains(" --rate_iops=1,1 ", lines[^1], StringComparison.Ordinal);
        Assert.Contains("fio starts 2 requests per second", lines[^2], StringComparison.Ordinal);
        Assert.Contains("1 read and 1 write per second", lines[^2], StringComparison.Ordinal);
    }

    [Fact]
    public void Skipped_cells_have_no_command_and_all_others_have()
    {
        ResultDocument partial = Samples.Of("sweep-partial");

        Assert.Equal(
            partial.Cells.Where(cell => cell.State != CellState.Skipped).Select(cell => $"--name={cell.Name}"),
            Lines(partial).Where(line => line.StartsWith("fio ", StringComparison.Ordinal))
                .Select(line => line.Split(' ')[1]));
    }

    [Fact]
    public void Small_requests_of_FileStream_become_its_system_calls_and_say_so()
    {
        string[] lines = Lines(Samples.Of("sweep-hostile"));

        Assert.Contains(
            "# read-filestream-1-q1; FileStream serves requests below 4096 bytes from its own buffer, fio cannot: "
            + "these are its system calls",
            lines);
        Assert.Contains(lines, line => line.Contains("--bs=4096 --ioengine=psync --direct=0", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("uring", 8, "direct", "--ioengine=io_uring --iodepth=8 --fixedbufs=1 --registerfiles=1 --direct=1")]
    [InlineData("threads", 8, "direct", "--ioengine=libaio --iodepth=8 --direct=1")]
    [InlineData("threads", 8, "buffered", "--ioengine=psync --direct=0")]
    [InlineData("threads", 1, "direct", "--ioengine=psync --direct=1")]
    [InlineData("synchronous", 1, "uncached", "--ioengine=psync --direct=0")]
    public void The_engine_that_was_used_decides(string engine, int depth, string mode, string options)
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        CellRecord cell = quick.Cells.First(one => one.Curve == "read-direct-q8" && one.Runs.Count > 0);
        RunRecord run = cell.Runs[0] with
        {
            Case = cell.Runs[0].Case! with
            {
                Effective = cell.Runs[0].Case!.Effective with { Engine = engine },
                EngineFeatures = ["registered buffers", "registered files"],
            },
        };

        string[] lines = Lines(quick with { Cells = [cell.With("queue_depth", FormattableString.Invariant($"{depth}")).With("mode", mode) with { Runs = [run] }] });

        Assert.Contains($" {options} ", lines[^1], StringComparison.Ordinal);
        Assert.Equal(mode == "uncached", lines[^2].Contains("RWF_DONTCACHE", StringComparison.Ordinal));
        Assert.Equal(
            engine == "threads" && depth > 1,
            lines[^2].Contains("threads instead of io_uring", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("/data/a;b")]
    [InlineData("/data/a#b")]
    [InlineData("/data/a ")]
    [InlineData("/data/a\\x0Ab")]
    [InlineData("")]
    public void A_name_that_fio_would_take_for_another_is_not_given_to_it(string path)
    {
        ResultDocument hostile = Samples.Of("sweep-hostile");
        string[] lines = Lines(hostile with { Places = [hostile.Places[0] with { Path = path }] });

        Assert.Contains("--filename='landspeed-sweep.dat' ", lines[^1], StringComparison.Ordinal);
        Assert.StartsWith("# fio cannot be given the file's name", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Fio_accepts_the_commands()
    {
        Capability.RequireProgram("fio");
        ResultDocument quick = Samples.Of("sweep-quick");
        CellRecord[] each = [.. quick.Cells.Where(cell => cell.Size() is 64 or 65536)];
        CellRecord deep = each.Last(cell => cell.Labels["queue_depth"] == "8");
        CaseSection its = deep.Runs[0].Case!;
        RunRecord threads = deep.Runs[0] with { Case = its with { Effective = its.Effective with { Engine = "threads" } } };
        string script = Samples.Commands(quick with
        {
            Cells =
            [
                .. each, deep.With("mode", "uncached"), deep.With("operation", "extend"), deep with { Runs = [threads] },
                deep with { Runs = [deep.Runs[0] with { Case = its with { EngineFeatures = ["registered buffers", "registered files"] } }] },
            ],
        });

        Command.Shell($"set -e; fio() {{ command fio --parse-only \"$@\"; }}\n{script}");
    }

    [Fact]
    public void Fio_runs_them_on_the_very_file_and_leaves_nothing_else()
    {
        Capability.RequireProgram("fio");
        using var scratch = new ScratchDirectory();
        ResultDocument hostile = Samples.Of("sweep-hostile");
        CellRecord stream = hostile.Cells[0];
        ResultDocument small = hostile with
        {
            Setup = hostile.Setup.With(("file_bytes", "65536"), ("limit_bytes", "16384"), ("time_s", "0.01")),
            Places = [hostile.Places[0] with { Path = scratch.File("a:b c$HOME'd\"e\\f`g`[x],.dat") }],
            Cells = [stream, stream.With("operation", "write"), stream.With("operation", "extend")],
        };

        Command.Shell($"set -e\n{Samples.Commands(small)}");

        string left = Assert.Single(Directory.GetFileSystemEntries(scratch.Path));
        Assert.Equal(small.Places[0].Path, left);
        Assert.Equal(65536, new FileInfo(left).Length);
    }

    private static ResultDocument Measurement(string operation, string options)
    {
        ResultDocument read = Samples.Of("read-device");
        var all = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["operation"] = operation, ["mode"] = "direct", ["api"] = "engine", ["engine"] = "automatic", ["request_size_bytes"] = "65536",
            ["queue_depth"] = "8", ["threads"] = "1", ["distance_pct"] = "0", ["time_s"] = "5", ["file_bytes"] = "1073741824", ["touch"] = "false",
            ["cold"] = "false", ["flush"] = "none",
        };
        foreach (string[] option in options.Split(' ').Select(option => option.Split('=', 2)))
        {
            all[option[0]] = option[1];
        }

        return read with
        {
            Setup = read.Setup with { Rounds = options.Contains("touch=true", StringComparison.Ordinal) && operation == "read" ? 3 : 1, Options = all },
            Cells = [read.Cells[0] with { Runs = [] }],
        };
    }

    private static string[] Lines(ResultDocument document) => Samples.Commands(document).TrimEnd('\n').Split('\n');
}
