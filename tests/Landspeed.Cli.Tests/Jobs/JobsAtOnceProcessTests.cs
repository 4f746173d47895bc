using System.Globalization;
using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Jobs;

/// <summary><c>measure --jobs</c>, and jobs of fio that run at the same time, on real files.</summary>
public sealed class JobsAtOnceProcessTests : IDisposable
{
    private const string Short = "--time 300ms --repeat 2";
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_job_has_its_own_numbers_and_all_start_together()
    {
        List(
            $"reads: landspeed measure {Name("a")} --order random --request-size 4K --size 4M {Short}",
            $"log: landspeed measure {Name("b")} --write --size 2M --request-size 64K --queue-depth 1 {Short}");

        Command done = Measure("--quiet", "--json", _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonElement[] cells = Cells();
        Assert.Equal(["all jobs", "reads", "log"], cells.Select(cell => cell.GetProperty("name").GetString()));
        for (int round = 0; round < 2; round++)
        {
            double[] starts = [.. cells.Skip(1).Select(cell => Metric(cell, round, "start_offset_ns")!.Value)];
            Assert.All(starts, start => Assert.InRange(start, 0, 250e6)); // a busy machine wakes a job late
            Assert.Equal(
                Metric(cells[1], round, "bytes_read") + Metric(cells[2], round, "bytes_written"),
                Metric(cells[0], round, "bytes_read") + Metric(cells[0], round, "bytes_written"));
            Assert.Null(Metric(cells[1], round, "bytes_written"));
        }

        Assert.Empty(Leftovers());
    }

    [Fact]
    public void Jobs_that_need_one_new_file_use_the_one_that_the_first_creates()
    {
        List(
            $"a: landspeed measure {Name("a")} --size 4M {Short}",
            $"b: landspeed measure {Name("a")} --size 4M --order random {Short}");

        Command done = Measure("--quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(4 << 20, new FileInfo(_scratch.File("a")).Length);
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public void A_signal_stops_all_jobs_and_keeps_what_they_measured(string signal, int code)
    {
        using LandspeedProcess process = StartWriting();
        process.Signal(signal);
        Command stopped = process.Wait();

        Assert.Equal(code, stopped.ExitCode);
        Assert.Empty(Leftovers());
        Assert.Equal(["all jobs", "a", "b"], Cells().Select(cell => cell.GetProperty("name").GetString()));
        Assert.True(Document().GetProperty("partial").GetBoolean());
    }

    [Fact]
    public void A_second_signal_leaves_neither_a_process_nor_the_directory_in_which_they_met()
    {
        List(
            $"a: landspeed measure {Name("a")} --size 4M --time 1h --repeat 1",
            $"b: landspeed measure {Name("b")} --size 4M --time 1h --repeat 1");
        string temporary = Directory.CreateDirectory(_scratch.File("t")).FullName;

        Command ended = LandspeedProcess.Shell(
            "TMPDIR=$1 \"$0\" measure --jobs \"$2\" --quiet & p=$!; until [ -s \"$3\" ]; do sleep 0.1; done; sleep 1; "
            + "kill -TERM $p; sleep 0.02; kill -TERM $p; wait $p; echo $?",
            temporary,
            _scratch.File("jobs.txt"),
            Name("b"));

        Assert.EndsWith("143\n", ended.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(temporary));
        Command.Shell($"until ! pgrep -f '[s]eat=.*{temporary}' >/dev/null; do sleep 0.1; done"); // killed, soon gone
    }

    [Fact]
    public void A_job_whose_process_is_killed_ends_the_others_and_is_named()
    {
        List(
            $"a: landspeed measure {Name("a")} --size 4M --time 1h --repeat 1",
            $"b: landspeed measure {Name("b")} --size 4M --time 1h --repeat 1");

        Command ended = LandspeedProcess.Shell(
            "\"$0\" measure --jobs \"$1\" --quiet & p=$!; until [ -s \"$2\" ]; do sleep 0.1; done; "
            + "pkill -KILL -f \"[s]eat=1:.* $2\"; wait $p; echo $?",
            _scratch.File("jobs.txt"),
            Name("b"));

        Assert.Equal(("137\n", "landspeed: b: signal 9 ended it\n"), (ended.Output, ended.Error));
        Assert.Empty(Leftovers());
    }

    [Fact]
    public void A_full_temporary_directory_is_told_and_nothing_is_left_there()
    {
        using var volume = new TestVolume("tmpfs", "64k");
        Command.Shell($"dd if=/dev/zero of='{volume.Path}/f' bs=4k 2>/dev/null || :");
        List($"a: landspeed measure {Name("a")}", $"b: landspeed measure {Name("b")}");

        Command full = LandspeedProcess.Shell(
            "TMPDIR=$1 exec \"$0\" measure --jobs \"$2\" --quiet", volume.Path, _scratch.File("jobs.txt"));

        Assert.Equal(6, full.ExitCode);
        Assert.Contains("/meeting", full.Error, StringComparison.Ordinal);
        Assert.Equal(["f"], Directory.GetFileSystemEntries(volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_job_that_does_not_answer_a_signal_is_named_and_the_others_are_kept()
    {
        using LandspeedProcess process = StartWriting();
        Command.Shell($"pkill -STOP -f '[s]eat=1:.* {Name("b")}'");
        process.Signal("TERM");
        Command stopped = process.Wait();

        Assert.Equal(143, stopped.ExitCode);
        Assert.Contains("landspeed: b: it has no result", stopped.Error, StringComparison.Ordinal);
        Assert.Equal(["all jobs", "a"], Cells().Select(cell => cell.GetProperty("name").GetString()));
        Assert.Empty(Leftovers());
    }

    [Fact]
    public void Without_a_temporary_directory_it_says_what_to_set()
    {
        List($"a: landspeed measure {Name("a")}", $"b: landspeed measure {Name("b")}");

        Command refused = LandspeedProcess.Shell(
            "TMPDIR=/no/such exec \"$0\" measure --jobs \"$1\" --quiet", _scratch.File("jobs.txt"));

        Assert.Equal(1, refused.ExitCode);
        Assert.StartsWith(
            "landspeed: cannot create a temporary directory in /no/such/: ", refused.Error, StringComparison.Ordinal);
        Assert.EndsWith("set TMPDIR to a directory that can be written\n", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_job_that_fails_ends_the_others_and_is_named()
    {
        List(
            $"a: landspeed measure {Name("a")} --size 4M --time 1h",
            $"b: landspeed measure {Name("no/b")} --size 4M --time 1h");

        Command failed = Measure("--quiet");

        Assert.Equal(2, failed.ExitCode);
        Assert.StartsWith("landspeed: b: cannot create ", failed.Error, StringComparison.Ordinal);
        Assert.Equal(string.Empty, failed.Output);
        Assert.Empty(Leftovers());
    }

    [Fact]
    public void A_verdict_that_a_job_does_not_accept_is_told_beside_the_result()
    {
        List(
            $"cached: landspeed measure {Name("a")} --size 4M --mode buffered --strict=device {Short}",
            $"other: landspeed measure {Name("b")} --size 4M {Short}");

        Command done = Measure("--quiet");

        Assert.Equal(7, done.ExitCode);
        Assert.Contains(
            "landspeed: cached: run 1: verdict cache instead of device", done.Error, StringComparison.Ordinal);
        Assert.Matches(@"\ncached .* cache\n", done.Output);
    }

    [Theory]
    [InlineData("a is the only job", "a: landspeed measure x")]
    [InlineData("line 2: only commands of landspeed measure", "a: landspeed measure x", "b: ls")]
    [InlineData("line 2: only landspeed measure can run", "a: landspeed measure x", "b: landspeed sweep")]
    [InlineData("a: --json is not for one of several", "a: landspeed measure x --json=y", "b: landspeed measure x")]
    [InlineData("a: --rates is not for one", "a: landspeed measure x --rates 1k,2k", "b: landspeed measure x")]
    [InlineData("a: --mpi is not for one of several", "a: landspeed measure x --mpi=none", "b: landspeed measure x")]
    [InlineData("--repeat differs: 2 and 1", "a: landspeed measure x --repeat 2", "b: landspeed measure x")]
    [InlineData("the name a is already used", "a: landspeed measure x", "a: landspeed measure y")]
    [InlineData("a: unknown option '--tme'", "a: landspeed measure x --tme 1s", "b: landspeed measure y")]
    [InlineData("it contains no command", "# nothing")]
    public void What_cannot_run_at_the_same_time_is_refused(string expected, params string[] lines)
    {
        List(lines);

        Command refused = LandspeedProcess.Shell(
            $"cd '{_scratch.Path}' && exec \"$0\" measure --jobs jobs.txt --quiet");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
        Assert.Equal(["jobs.txt"], Directory.GetFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("'x' belongs to one job", "x")]
    [InlineData("--time belongs to one job", "--time", "3s")]
    [InlineData("is a file of the job b", "--json", "y")]
    [InlineData("is a file of the job b", "--html", "y.blocks")]
    [InlineData("is the file that names the jobs", "--json", "jobs.txt")]
    [InlineData("cannot use /no/such: no such file", "seat=0:/no/such")]
    [InlineData("/dev/zero is not where jobs meet", "seat=0:/dev/zero")]
    public void Options_of_one_job_are_refused_beside_a_list(string expected, params string[] words)
    {
        List("a: landspeed measure x", "b: landspeed measure y");
        _scratch.CreateFile("y", 10);
        _scratch.CreateFile("y.blocks", 10);

        Command refused = words[0].StartsWith("seat=", StringComparison.Ordinal)
            ? LandspeedProcess.Run([words[0], "measure", Name("x")])
            : LandspeedProcess.Shell(
                $"cd '{_scratch.Path}' && exec \"$0\" measure --jobs jobs.txt \"$@\"", words);

        Assert.NotEqual(0, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
        Assert.Equal(10, new FileInfo(_scratch.File("y")).Length);
    }

    [Fact]
    public void Jobs_of_fio_move_at_the_same_time_what_fio_moves()
    {
        Capability.RequireProgram("fio");
        File.WriteAllLines(
            _scratch.File("jobs.fio"),
            [
                "[global]", $"directory={_scratch.Path}", "size=4m", "direct=1", "ioengine=libaio", "overwrite=1",
                "[reads]", "rw=randread", "bs=4k", "iodepth=8", "[log]", "rw=write", "bs=64k", "[more]", "rw=read",
                "bs=16k", "io_size=2m",
            ]);
        string theirs = Command.Shell($"cd '{_scratch.Path}' && fio --output-format=json jobs.fio");
        Command.Shell($"rm '{_scratch.Path}'/*.0.0");

        Command done = LandspeedProcess.Run(
            "measure", "--fio", _scratch.File("jobs.fio"), "--quiet", "--json", _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonElement[] jobs =
        [
            .. JsonDocument.Parse(theirs[theirs.IndexOf('{', StringComparison.Ordinal)..]).RootElement
                .GetProperty("jobs").EnumerateArray(),
        ];
        JsonElement[] cells = [.. Cells().Skip(1)];
        Assert.Equal(
            jobs.Select(job => job.GetProperty("jobname").GetString()),
            cells.Select(cell => cell.GetProperty("name").GetString()));
        Assert.Equal(
            jobs.Select(job => Sum(job, "io_bytes")),
            cells.Select(cell => (Metric(cell, 0, "bytes_read") ?? 0) + (Metric(cell, 0, "bytes_written") ?? 0)));
        Assert.Equal(
            jobs.Select(job => Sum(job, "total_ios")), cells.Select(cell => Metric(cell, 0, "requests")!.Value));

        static double Sum(JsonElement job, string name) => job.GetProperty("read").GetProperty(name).GetDouble()
            + job.GetProperty("write").GetProperty(name).GetDouble();
    }

    [Fact]
    public void What_is_shown_of_jobs_of_fio_at_the_same_time_is_a_list_of_jobs()
    {
        File.WriteAllText(
            _scratch.File("jobs.fio"),
            $"[global]\ndirectory={_scratch.Path}\nsize=1m\nio_size=1m\n[a]\nrw=read\n[b]\nrw=write\n");
        File.WriteAllText(
            _scratch.File("jobs.txt"),
            LandspeedProcess.Run("measure", "--fio", _scratch.File("jobs.fio"), "--show").Output);

        Command done = Measure("--quiet", "--json", _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(["all jobs", "a", "b"], Cells().Select(cell => cell.GetProperty("name").GetString()));
    }

    [Fact]
    public void A_delay_of_a_job_at_the_same_time_as_others_is_refused()
    {
        File.WriteAllText(_scratch.File("jobs.fio"), "[a]\nsize=1m\n[b]\nsize=1m\nstartdelay=2\n");

        Command refused = LandspeedProcess.Run("measure", "--fio", _scratch.File("jobs.fio"), "--show");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("startdelay=2: jobs at the same time start together", refused.Error, StringComparison.Ordinal);
    }

    private static double? Metric(JsonElement cell, int round, string name) =>
        cell.GetProperty("runs")[round].GetProperty("metrics").TryGetProperty(name, out JsonElement value)
            ? value.GetDouble() : null;

    private string Name(string name) => _scratch.File(name);

    private void List(params string[] lines) => File.WriteAllLines(_scratch.File("jobs.txt"), lines);

    private Command Measure(params string[] words) =>
        LandspeedProcess.Run(["measure", "--jobs", _scratch.File("jobs.txt"), .. words]);

    private JsonElement Document() => JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement;

    private JsonElement[] Cells() => [.. Document().GetProperty("cells").EnumerateArray()];

    // Two jobs, a and b, that write for an hour; each has written in its measured time.
    private LandspeedProcess StartWriting()
    {
        List(
            $"a: landspeed measure {Name("a")} --write --size 4M --time 1h --repeat 1",
            $"b: landspeed measure {Name("b")} --write --size 4M --time 1h --repeat 1");
        LandspeedProcess process =
            LandspeedProcess.Start("measure", "--jobs", _scratch.File("jobs.txt"), "--json", _scratch.File("r.json"));
        process.WaitForError("run 1: all jobs have started");
        Command.Shell(
            $"cd '{_scratch.Path}' && sleep 0.2 && touch now && sleep 0.1 && "
            + "until [ a -nt now ] && [ b -nt now ]; do sleep 0.1; done");
        return process;
    }

    // Processes that were given a name in the scratch directory, by number.
    private string[] Leftovers() =>
    [
        .. Directory.GetDirectories("/proc").Where(process =>
        {
            try
            {
                return int.TryParse(Path.GetFileName(process), CultureInfo.InvariantCulture, out int id)
                    && id != Environment.ProcessId
                    && File.ReadAllText($"{process}/cmdline").Contains(_scratch.Path, StringComparison.Ordinal);
            }
            catch (IOException)
            {
                return false; // it has ended
            }
        }),
    ];
}
