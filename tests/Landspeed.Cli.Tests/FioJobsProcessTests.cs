using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --fio</c> on real files.</summary>
public sealed class FioJobsProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Jobs_run_one_after_the_other_each_with_its_command()
    {
        Write("[fill]", "rw=write", "bs=256k", "end_fsync=1", "[reads]", "stonewall", "rw=randread", "thread");

        Command done = Measure("--quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        int fill = done.Output.IndexOf("fill: landspeed measure ", StringComparison.Ordinal);
        int reads = done.Output.IndexOf("reads: landspeed measure ", StringComparison.Ordinal);
        Assert.Equal(0, fill);
        Assert.Contains("\nwrite  buffered  256 KiB × 1 in flight\n", done.Output[..reads], StringComparison.Ordinal);
        Assert.Contains(
            "\nread  buffered  random  4 KiB × 1 in flight\n", done.Output[reads..], StringComparison.Ordinal);
    }

    [Fact]
    public void What_changes_nothing_is_named_unless_quiet()
    {
        Write("[reads]", "thread");

        Assert.Contains(", [reads]: changes nothing here: thread\n", Measure().Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("rw=read", "bs=64k")]
    [InlineData("rw=randread", "io_size=1m", "bs=4k")]
    [InlineData("rw=write", "bs=32k", "end_fsync=1", "direct=1")]
    [InlineData("rw=randwrite", "io_size=512k", "fsync=1")]
    [InlineData("rw=randread", "ioengine=libaio", "iodepth=16", "direct=1", "numjobs=4")]
    [InlineData("rw=randrw", "rwmixread=70", "ioengine=io_uring", "iodepth=8", "direct=1")]
    [InlineData("rw=read:12k", "direct=1", "io_size=1m")]
    [InlineData("rw=read:-8k", "direct=1")]
    [InlineData("rw=randread", "bssplit=4k/50:16k/50", "direct=1", "norandommap")]
    [InlineData("rw=read", "numjobs=2", "offset_increment=4m")]
    [InlineData("rw=read", "size=10000")]
    [InlineData("rw=write", "size=1m", "io_size=10000")]
    [InlineData("rw=randwrite", "bs=64k", "size=1000k", "loops=3", "overwrite=0")]
    [InlineData("rw=write", "bs=64k,", "size=1m")]
    [InlineData("rw=read", "bs=8k", "bs=,64k")]
    [InlineData("rw=randread", "io_size=256k", "direct=1", "ioengine=io_uring", "iodepth=8", "thinktime=2ms")]
    [InlineData("rw=read", "offset=1m")]
    [InlineData("rw=randread", "offset=1m", "io_size=1m")]
    [InlineData("rw=write", "offset=1m", "size=1m")]
    [InlineData("rw=write", "offset=1m", "filesize=3m")]
    public void Fio_moves_as_many_bytes_by_as_many_requests(params string[] options)
    {
        Capability.RequireProgram("fio");
        Write(["[job]", "overwrite=1", .. options]);

        string result = Command.Shell($"cd '{_scratch.Path}' && fio --output-format=json --group_reporting jobs.fio");
        File.Delete(_scratch.File("a.dat"));
        Compare(result, options);
    }

    // What is there says what percent are, and whether fio goes beyond the end of size.
    [Theory]
    [InlineData("rw=read", "offset=25%", "size=50%", "bs=64k")]
    [InlineData("rw=write", "offset=60%", "size=50%", "bs=64k", "overwrite=1")]
    [InlineData("rw=randread", "offset=33%", "size=50%", "bs=64k", "norandommap")]
    [InlineData("rw=read", "offset=1m", "filesize=3m", "bs=64k")]
    [InlineData("rw=read", "offset=1m", "size=100k", "bs=64k")]
    [InlineData("rw=write", "size=1000k", "bs=64k", "overwrite=1")]
    [InlineData("rw=randread", "size=1000k", "bs=64k")]
    [InlineData("rw=read", "size=33%", "bs=64k")]
    public void Fio_uses_the_same_part_of_a_file_that_is_there(params string[] options)
    {
        Capability.RequireProgram("fio");
        File.WriteAllLines(_scratch.File("jobs.fio"), ["[job]", $"filename={_scratch.File("a.dat")}", .. options]);
        File.WriteAllBytes(_scratch.File("a.dat"), new byte[8 << 20]);

        string result = Command.Shell($"cd '{_scratch.Path}' && fio --output-format=json --group_reporting jobs.fio");
        Compare(result, options, "--overwrite");
    }

    private void Compare(string result, string[] options, params string[] words)
    {
        Command done = Measure(["--quiet", "--json", _scratch.File("r.json"), .. words]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonElement theirs = JsonDocument.Parse(result[result.IndexOf('{', StringComparison.Ordinal)..]).RootElement
            .GetProperty("jobs")[0];
        JsonElement metrics = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("metrics");
        double bytes = Sum("io_bytes");
        double requests = Sum("total_ios");
        bool hasSizes = options.Any(option => option.StartsWith("bssplit", StringComparison.Ordinal));
        Assert.InRange(Moved("bytes_read") + Moved("bytes_written"), bytes * 0.99, bytes * 1.01);
        double within = hasSizes ? 0.1 : 0.01; // fio draws each size alone
        Assert.InRange(
            metrics.GetProperty("requests").GetDouble(), requests * (1 - within), requests * (1 + within));

        double Moved(string name) => metrics.TryGetProperty(name, out JsonElement moved) ? moved.GetDouble() : 0;

        double Sum(string name) => theirs.GetProperty("read").GetProperty(name).GetDouble()
            + theirs.GetProperty("write").GetProperty(name).GetDouble();
    }

    [Fact]
    public void A_command_line_of_DiskSpd_is_measured_and_shown()
    {
        string line = $"-b4K -o2 -w30 -r -d1 -c1M \"{_scratch.File("a.dat")}\"";

        Command shown = LandspeedProcess.Run("measure", "--diskspd", line, "--show");
        Command done = LandspeedProcess.Run(
            "measure", "--diskspd", line, "--repeat", "2", "--quiet", "--json", _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (shown.ExitCode, shown.Error));
        Assert.StartsWith("# What the command line of DiskSpd measures\n\n# ", shown.Output, StringComparison.Ordinal);
        Assert.EndsWith(
            "a.dat --mix 70:30 --request-size 4KiB --queue-depth 2 --mode buffered --order random --size 1MiB "
            + "--time 1s\n",
            shown.Output,
            StringComparison.Ordinal);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonElement cell = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0];
        Assert.Equal(2, cell.GetProperty("runs").GetArrayLength());
        Assert.Equal(1 << 20, new FileInfo(_scratch.File("a.dat")).Length);
    }

    // Our words, fio's, ours again, and fio's again: the same.
    [Theory]
    [InlineData("")]
    [InlineData("--order random --request-size 4K --queue-depth 32")]
    [InlineData("--write --flush end --bytes 32M")]
    [InlineData("--write --flush each --touch --mode buffered")]
    [InlineData("--mode buffered --cold --engine synchronous")]
    [InlineData("--mix 70:30 --order random")]
    [InlineData("--sizes 4K:60,64K:40 --order random")]
    [InlineData("--stride 2M")]
    [InlineData("--order reverse --request-size 8K")]
    [InlineData("--order reverse --stride 64K --request-size 8K")]
    [InlineData("--places zipf:1.2 --threads 4")]
    [InlineData("--places hot:20:80 --request-size 4K")]
    [InlineData("--rate 2000/s --arrivals poisson --in-flight 64 --request-size 4K --threads 2")]
    [InlineData("--mix 60:40 --rate 1000/s --in-flight 64 --request-size 4K --order random")]
    [InlineData("--until steady=5%/1m --time 10m")]
    [InlineData("--think 10ms --queue-depth 1 --request-size 4K --order random")]
    [InlineData("--think 500us/4 --queue-depth 1 --threads 4 --mode buffered")]
    [InlineData("--offset 16M --size 48M")]
    [InlineData("--offset 16M --threads 4 --order random")]
    public void Commands_come_back_as_they_were(string options)
    {
        Command.Shell($"truncate -s 64M '{_scratch.File("a.dat")}'");
        string[] words = options.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        string first = Fio(["measure", _scratch.File("a.dat"), "--overwrite", .. words]);

        File.WriteAllText(_scratch.File("jobs.fio"), "[job]\n" + Command.Shell(
            $"printf '%s\\n' {first["fio ".Length..]}").Replace("--", string.Empty, StringComparison.Ordinal));
        string again = Fio(["measure", "--fio", _scratch.File("jobs.fio"), "--overwrite"]);

        Assert.Equal(first, again);
    }

    [Fact]
    public void A_campaign_runs_what_is_shown_and_keeps_the_results()
    {
        Write("[a job]", "rw=write", "[a job]", "stonewall", "rw=read");
        string commands = _scratch.File("jobs.txt");
        File.WriteAllText(commands, Measure("--show").Output);

        Command done = LandspeedProcess.Run(
            "campaign", commands, "--settle", "0s", "--quiet", "--json", _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(["a-job", "a-job-2"], JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells").EnumerateArray().Select(cell => cell.GetProperty("name").GetString()));
    }

    [Theory]
    [InlineData("--job is about the jobs of a fio job file", "--job", "x", "a.dat")]
    [InlineData("--show is about what fio or DiskSpd measure", "--show", "a.dat")]
    [InlineData("--request-size is part of what a job says", "--fio", "jobs.fio", "--request-size", "4K")]
    [InlineData("change it in what --diskspd says", "--diskspd", "a.dat", "--request-size", "4K")]
    [InlineData("--fio and --diskspd both say", "--fio", "jobs.fio", "--diskspd", "a.dat")]
    [InlineData("--job is about the jobs of a fio job file", "--diskspd", "a.dat", "--job", "a")]
    [InlineData("--diskspd: the command line cannot be measured as it is: -p: it has", "--diskspd", "-c1M -p a.dat")]
    [InlineData("jobs.fio has no job 'c'; it has a, b", "--fio", "jobs.fio", "--job", "c")]
    [InlineData("--json is for one result, but there are 2: name", "--fio", "after.fio", "--json", "r.json")]
    [InlineData("cannot read none.fio", "--fio", "none.fio")]
    [InlineData("line 2: filename=: it names nothing", "--fio", "empty.fio")]
    public void What_cannot_be_meant_is_refused(string expected, params string[] words)
    {
        Write("[a]", "[b]");
        File.WriteAllText(_scratch.File("empty.fio"), "[a]\nfilename=\n");
        File.WriteAllText(_scratch.File("after.fio"), "[a]\nsize=1m\n[b]\nstonewall\nsize=1m\n");

        Command refused = LandspeedProcess.Shell(
            $"cd '{_scratch.Path}' && exec \"$0\" measure \"$@\"", words);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("a.dat")));
    }

    [Fact]
    public void What_measure_refuses_is_told_of_the_job()
    {
        Write("[reads]", "bs=4m", "size=1m", "io_size=4m");

        Command refused = Measure();

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(", [reads], which is landspeed measure ", refused.Error, StringComparison.Ordinal);
        Assert.Contains("--request-size 4 MiB is larger than the file", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void The_exit_code_is_that_of_the_first_job_that_fails()
    {
        Write("[writes]", "rw=write", "[reads]", "stonewall", "rw=read");
        File.WriteAllText(_scratch.File("a.dat"), "not made by landspeed");

        Command refused = Measure("--quiet");

        Assert.Equal(3, refused.ExitCode);
        Assert.DoesNotContain("reads: ", refused.Output, StringComparison.Ordinal);
    }

    private static string Fio(string[] words) => LandspeedProcess.Run([.. words, "--show-fio", "--quiet"]).Output
        .Split('\n').Last(line => line.StartsWith("fio ", StringComparison.Ordinal));

    private void Write(params string[] lines)
    {
        bool hasSize = lines.Any(line => line.StartsWith("filesize=", StringComparison.Ordinal));
        File.WriteAllLines(
            _scratch.File("jobs.fio"),
            ["[global]", $"filename={_scratch.File("a.dat")}", hasSize ? string.Empty : "size=4m", .. lines]);
    }

    private Command Measure(params string[] words) =>
        LandspeedProcess.Run(["measure", "--fio", _scratch.File("jobs.fio"), .. words]);
}
