using System.Globalization;
using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command on real files.</summary>
public class MeasureProcessTests
{
    [Theory]
    [InlineData("-t1", "-b64K", "-r16M", "-s0", "a.dat")]
    [InlineData("-t1", "-p16M", "a.dat")]
    [InlineData("-t1", "-w16M", "-p", "a.dat")]
    [InlineData("-t1", "-a2", "-b256K", "-r16M", "a.dat")]
    [InlineData("–t1", "–r", "16M", "–s100", "–c", "a.dat")]
    public void The_lines_of_2004_run_and_print_one_line(params string[] words)
    {
        using var scratch = new ScratchDirectory();
        string[] line = [.. words[..^1], scratch.File(words[^1])];

        Command done = LandspeedProcess.Run(["iospeed", "-q", .. line]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Single(done.Output.TrimEnd('\n').Split('\n'));
        Assert.Equal(16L << 20, new FileInfo(scratch.File("a.dat")).Length);
    }

    [Fact]
    public void A_preallocated_file_is_made_anew_filled_and_read()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("a.dat");
        LandspeedProcess.Run("iospeed", "-q", "-x1M", file);

        Command done = LandspeedProcess.Run("iospeed", "-t0.2", "-p8M", "--json", "-", file);

        Assert.Equal((0, 8L << 20), (done.ExitCode, new FileInfo(file).Length));
        JsonElement run = Assert.Single(JsonDocument.Parse(done.Output).RootElement.GetProperty("cells")[0].GetProperty("runs").EnumerateArray());
        Assert.Equal("read", run.GetProperty("case").GetProperty("effective").GetProperty("operation").GetString());
        Assert.Equal("data", run.GetProperty("case").GetProperty("effective").GetProperty("preparation").GetString());
        Assert.NotEqual("hole", run.GetProperty("reads").GetProperty("verdict").GetString());
        Assert.Equal("0", Command.Shell($"tr -d '\\0' < '{file}' | wc -c | awk '{{print ($1 < 8000000)}}'").Trim());
    }

    [Fact]
    public void A_write_test_on_reserved_blocks_begins_with_a_new_file()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("a.dat");
        LandspeedProcess.Run("iospeed", "-q", "-x16M", file);

        Command done = LandspeedProcess.Run("iospeed", "-t0.2", "-w8M", "-p", "--json", "-", file);

        Assert.Equal((0, 8L << 20), (done.ExitCode, new FileInfo(file).Length));
        JsonElement run = JsonDocument.Parse(done.Output).RootElement.GetProperty("cells")[0].GetProperty("runs")[0];
        Assert.Equal("reserve", run.GetProperty("case").GetProperty("effective").GetProperty("preparation").GetString());
        Assert.True(run.GetProperty("metrics").TryGetProperty("elapsed_to_durable_ns", out _));
        Assert.True(run.GetProperty("metrics").TryGetProperty("throughput_to_return_bytes_per_s", out _));
    }

    [Theory]
    [InlineData(3 << 20, "-b64K")]
    [InlineData(1000, "-b64K")]
    public void A_file_of_somebody_else_is_read_at_its_own_length(int length, string requestSize)
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("mine", length);
        byte[] before = File.ReadAllBytes(file);

        Command done = LandspeedProcess.Run("iospeed", "-t0.1", requestSize, file);

        Assert.Equal(0, done.ExitCode);
        Assert.Equal(before, File.ReadAllBytes(file));
        Assert.Contains("(shorter_file)", done.Output, StringComparison.Ordinal);
        Assert.Contains("1 GiB was requested", done.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "is empty: there is nothing to measure; name another file", 0, "-r1M")]
    [InlineData(2, "is larger than the file", 1000, "-s100")]
    [InlineData(3, "was not made by landspeed", 1000, "-p1M")]
    [InlineData(3, "was not made by landspeed", 1000, "-w1M")]
    [InlineData(3, "was not made by landspeed", 1000, "-x1M")]
    public void What_iospeed_may_not_do_to_a_file_of_somebody_else_is_refused(int code, string message, int length, string option)
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("mine", length);
        byte[] before = File.ReadAllBytes(file);

        Command done = LandspeedProcess.Run("iospeed", "-t0.1", option, file);

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(file));
    }

    [Theory]
    [InlineData("measure", "--time 3 --request-size 4K", "--rw=read --bs=4096 ")]
    [InlineData("iospeed", "-t3 -w1M", "--rw=write --bs=65536 --ioengine=psync --direct=0 --size=1048576 --runtime=3000ms --time_based=1 --end_fsync=1")]
    public void Show_fio_prints_the_nearest_command_and_measures_nothing(string verb, string options, string words)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run([verb, .. options.Split(' '), "--show-fio", scratch.File("a")]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains($" {words}", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData("created {0}, 1 GiB; it stays for the next measurement")]
    [InlineData("", "--size", "1M")]
    public void A_file_that_was_missing_is_named_unless_its_size_was_given(string remark, params string[] size)
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("new");
        string[] words = ["measure", file, "--time", "10ms", "--preallocate", "length", "--quiet", .. size];
        string created = string.Format(CultureInfo.InvariantCulture, remark, file);

        Command first = LandspeedProcess.Run(words);
        Command second = LandspeedProcess.Run(words);

        Assert.Equal((0, remark.Length == 0 ? "" : $"landspeed: {created}\n"), (first.ExitCode, first.Error));
        Assert.Equal((0, ""), (second.ExitCode, second.Error));
    }

    [Theory]
    [InlineData("--layers")]
    [InlineData("--zones", "2")]
    public void A_series_names_a_file_that_was_missing(params string[] series)
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("new");
        string[] words = ["measure", file, .. series, "--time", "10ms", "--repeat", "2", "--quiet"];

        Command first = LandspeedProcess.Run(words);
        Command second = LandspeedProcess.Run(words);

        string created = $"landspeed: created {file}, 1 GiB; it stays for the next measurement\n";
        Assert.Equal((0, created), (first.ExitCode, first.Error));
        Assert.Equal((0, ""), (second.ExitCode, second.Error));
    }

    [Fact]
    public void Strict_judges_iospeed_too()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("mine", 4 << 20);

        Assert.Equal(7, LandspeedProcess.Run("iospeed", "-t0.1", "-q", "--strict=hole", file).ExitCode);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_is_measured()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            """f="$1/$(printf 'x\377')"; "$0" measure "$f" --size 4M --time 100ms --json -; code=$?; rm "$f" && exit $code""",
            scratch.Path);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonDocument.Parse(done.Output).Dispose();
    }

    // The runtime's own files of memory would run into the limit, too: it is told to do without.
    [Theory]
    [InlineData("engine")]
    [InlineData("filestream")]
    public void A_file_that_may_not_become_so_large_is_the_system_s_refusal(string api)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            "ulimit -f 8192; DOTNET_EnableWriteXorExecute=0 \"$0\" measure \"$1\" --extend --size 16M --request-size 64K "
            + "--mode buffered --queue-depth 1 --quiet --api \"$2\"",
            scratch.File("a"),
            api);

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: cannot write ", done.Error, StringComparison.Ordinal);
        Assert.Contains("EFBIG", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("HUP", 129)]
    public void A_signal_prints_what_was_measured_and_removes_the_created_file(string signal, int code)
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(
            "measure", scratch.File("a"), "--size", "4M", "--time", "60s", "--json", "-");
        process.WaitForError("measuring");

        process.Signal(signal);
        Command done = process.Wait();

        Assert.Equal(code, done.ExitCode);
        using JsonDocument json = JsonDocument.Parse(done.Output);
        Assert.True(json.RootElement.GetProperty("partial").GetBoolean());
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_file_that_is_not_ours_is_refused_untouched_unless_named_with_overwrite()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("a", 4 << 20);
        byte[] before = File.ReadAllBytes(file);

        Command refused = LandspeedProcess.Run("measure", file, "--write", "--time", "100ms");
        byte[] after = File.ReadAllBytes(file);
        Command allowed = LandspeedProcess.Run("iospeed", "-w4M", "-t1", "--overwrite", "-q", file);

        Assert.Equal((3, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Equal(before, after);
        Assert.Equal((0, string.Empty), (allowed.ExitCode, allowed.Error));
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/dev/null")]
    [InlineData("/no/such/directory/a")]
    public void What_is_no_file_ends_with_one_line(string name)
    {
        Command done = LandspeedProcess.Run("measure", name, "--time", "100ms");
        Assert.InRange(done.ExitCode, 1, 3);
        Assert.Equal(string.Empty, done.Output);
        Assert.Contains(name, done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
    }

    [Fact]
    public void A_FIFO_is_refused_and_not_waited_for()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"mkfifo '{scratch.File("f")}'");
        Command done = LandspeedProcess.Run("measure", scratch.File("f"));
        Assert.InRange(done.ExitCode, 1, 3);
    }

    [Fact]
    public void A_reader_that_goes_away_is_no_error()
    {
        using var scratch = new ScratchDirectory();
        Command done = LandspeedProcess.Shell(
            """{ "$0" measure "$1/a" --size 4M --time 100ms; echo "code $?" >&2; } | head -1""", scratch.Path);
        Assert.Equal("code 0\n", done.Error);
    }

    [Theory]
    [InlineData("")]
    [InlineData("--preallocate zero")]
    [InlineData("--extend --mode buffered --engine synchronous")]
    public void A_limit_on_the_file_size_is_an_error_and_leaves_no_file(string options)
    {
        using var scratch = new ScratchDirectory();

        // A file of 8,192 × 512 bytes; the runtime's own mapping of code is a file above the limit.
        Command done = LandspeedProcess.Shell(
            "export DOTNET_EnableWriteXorExecute=0; ulimit -f 8192; exec \"$0\" measure \"$1/a\" --size 16M " + options,
            scratch.Path);

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("ulimit -f", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData("INT", "INT")]
    [InlineData("TERM", "INT")]
    public void An_impatient_second_signal_leaves_nothing_behind_either(string first, string second)
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(
            "measure", scratch.File("a"), "--size", "64M", "--time", "60s", "--json", scratch.File("a.json"));
        process.WaitForError("measuring");

        process.Signal(first, second);
        process.Wait();

        Assert.False(File.Exists(scratch.File("a")));
        Assert.DoesNotContain(
            Directory.GetFileSystemEntries(scratch.Path), name => name.EndsWith(".tmp", StringComparison.Ordinal));
    }

    [Fact]
    public void A_stored_result_shows_its_evidence_on_request_as_the_run_did()
    {
        using var scratch = new ScratchDirectory();
        string[] words = [scratch.File("a"), "--size", "4M", "--time", "20ms", "--json", scratch.File("r.json")];

        Command brief = LandspeedProcess.Run(["measure", .. words]);
        Command stored = LandspeedProcess.Run("report", scratch.File("r.json"), "--details");

        Assert.Contains("more        --details", brief.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("\nCPU cost\n", brief.Output, StringComparison.Ordinal);
        Assert.Contains("\nCPU cost\n", stored.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("--details", stored.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_is_not_put_in_the_place_of_a_new_measured_file_named_another_way()
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("d"));
        Directory.CreateSymbolicLink(scratch.File("e"), scratch.File("d"));

        Command done = LandspeedProcess.Run(
            "measure", scratch.File("d/a"), "--size", "4M", "--time", "50ms", "--json", scratch.File("e/a"));

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("is the file to be measured", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.File("d")));
    }

    [Fact]
    public void A_result_that_cannot_be_written_names_its_directory_and_no_name_of_ours()
    {
        Command done = LandspeedProcess.Run("measure", "a", "--json", "/no/such/j.json");
        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("the directory /no/such does not exist", done.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(".tmp", done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("measure a --size 4M")]
    [InlineData("doctor")]
    public void A_current_directory_that_was_removed_is_named(string words)
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("gone"));

        Command done = LandspeedProcess.Shell($"cd \"$1/gone\" && rmdir \"$1/gone\" && exec \"$0\" {words}", scratch.Path);

        Assert.NotEqual(0, done.ExitCode);
        Assert.Contains("current directory", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void On_a_terminal_a_message_stands_below_the_result_that_it_is_about()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            "exec \"$0\" measure \"$1/a\" --size 4M --time 50ms --strict=hole 2>&1", scratch.Path);

        Assert.Equal(7, done.ExitCode);
        Assert.StartsWith("read ", done.Output, StringComparison.Ordinal);
        Assert.StartsWith("landspeed: run 1: verdict ", done.Output.TrimEnd('\n').Split('\n')[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_descriptors_end_with_a_message()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 4 << 20);

        // How few are too few depends on how many the runtime has open itself.
        int[] limits = [60, 40, 20, 15, 13, 12, 11, 10, 9];
        Command done = limits
            .Select(limit => LandspeedProcess.Shell(
                $"ulimit -n {limit}; exec \"$0\" measure \"$1/a\" --time 50ms --threads 32 --request-size 64K", scratch.Path))
            .First(done => done.ExitCode != 0);

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("landspeed: ", done.Error, StringComparison.Ordinal);
    }
}
