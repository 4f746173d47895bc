using System.Diagnostics;
using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command creating and processing real files.</summary>
public sealed class ProcessVerbTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    [Fact]
    public void A_way_through_a_link_and_back_leads_where_the_system_goes()
    {
        Landspeed.Testing.Command.Shell($"cd '{_scratch.Path}' && mkdir -p here real/in/deep && echo line > real/in/file && ln -s ../real/in/deep here/link");

        Command done = LandspeedProcess.Shell($"cd '{_scratch.Path}' && \"$0\" process --input here/link/.. --dry-run --json r.json");

        Assert.Equal(0, done.ExitCode);
        Assert.Contains($"results     below {_scratch.File("real")},", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_written_reached_and_read_through_a_link_and_back_is_the_systems()
    {
        Landspeed.Testing.Command.Shell($"cd '{_scratch.Path}' && mkdir -p real/deep real/h && echo line > a && ln -s real/deep link");

        Command copied = LandspeedProcess.Shell(
            $"cd '{_scratch.Path}' && \"$0\" copy a link/../b --events link/../e --json link/../r.json && \"$0\" report link/../r.json --csv link/../r.csv; "
            + "\"$0\" hints link/../h --files 20 --size 300K --repeat 1 --journal link/../j --keep --quiet; ls real");

        Assert.Contains("b\ndeep\ne\nh\nj\nr.csv\nr.json\n", copied.Output, StringComparison.Ordinal);
        Assert.Equal("a\nlink\nreal\n", Landspeed.Testing.Command.Shell($"LC_ALL=C ls '{_scratch.Path}'"));
    }

    [Fact]
    public void A_data_set_is_made_and_processed_and_nothing_else_stays()
    {
        string data = Create();

        Command done = LandspeedProcess.Run(
            "process", "--input", data, "--threads", "1,2", "--work", "0,6", "--repeat", "2", "--seed", "7", "--quiet",
            "--json", _scratch.File("a.json"), "--html", _scratch.File("a.html"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Seconds until durable: streaming / buffering / pipelined", done.Output, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(_scratch.File("a.json")));
        JsonElement[] cells = [.. json.RootElement.GetProperty("cells").EnumerateArray()];
        Assert.Equal(12, cells.Length);
        Assert.All(cells, cell => Assert.Equal("done", cell.GetProperty("state").GetString()));
        Assert.Contains("<svg", File.ReadAllText(_scratch.File("a.html")), StringComparison.Ordinal);
        Assert.Equal(["a.html", "a.json", "data"], Entries());
        Assert.Equal(5, Directory.GetFiles(data).Length);
    }

    [Fact]
    public void The_authors_own_way_is_repeated_beside_ours_and_its_results_stay()
    {
        string data = Create();

        Command done = LandspeedProcess.Run(
            "process", "--input", data, "--strategy", "streaming,streamreader", "--threads", "2", "--work", "100", "--passes", "from-zero",
            "--distribution", "fixed,shared", "--repeat", "2", "--keep", "--output", _scratch.File("results"), "--quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Streaming against the same through StreamReader and StreamWriter: by bytes", done.Output.ReplaceLineEndings(" ").Replace("       ", " ", StringComparison.Ordinal), StringComparison.Ordinal);
        string kept = Assert.Single(Directory.GetDirectories(_scratch.File("results")));
        Assert.Equal(4, Directory.GetDirectories(kept).Length);
        Assert.All(Directory.GetDirectories(kept), results => // the passes 0 to 99 cancel out
            Assert.Equal(0, Command.Run("diff", ["-r", data, results]).ExitCode));
    }

    [Fact]
    public void A_dry_run_names_the_cases_and_makes_nothing()
    {
        string data = Create();

        Command done = LandspeedProcess.Run(
            "process", "--input", data, "--dry-run", "--work", "0", "--threads", "3", "--seed", "1");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("buffering-3-threads-work-0", done.Output, StringComparison.Ordinal);
        Assert.Equal(["data"], Entries());
    }

    [Theory]
    [InlineData(3, "create", "data")]
    [InlineData(2, "create")]
    [InlineData(2, "create", "new", "--files", "0")]
    [InlineData(2, "create", "new", "--lines", "-1")]
    [InlineData(2, "create", "new", "--lines", "9223372036854775808")]
    [InlineData(2, "create", "new", "--lines", "9223372036854775807")]
    [InlineData(2, "create", "new", "--kind", "music")]
    [InlineData(2, "create", "new", "--scale", "0")]
    [InlineData(6, "create", "new", "--files", "100000", "--lines", "1000000", "--characters", "1000000")]
    [InlineData(2, "process", "nowhere")]
    [InlineData(2, "process", "--input", "nowhere")]
    [InlineData(2, "process", "data", "--input", "data")]
    [InlineData(2, "process", "--yes")]
    [InlineData(2, "process", "--input", "data", "--full")]
    [InlineData(3, "process", "--input", "data", "--output", "data")]
    [InlineData(3, "process", "--input", "data", "--output", "data/below")]
    [InlineData(2, "process", "data", "--threads", "0")]
    [InlineData(2, "process", "data", "--work", "-1")]
    [InlineData(2, "process", "data", "--work", "0..4")]
    [InlineData(2, "process", "data", "--passes", "zero")]
    [InlineData(2, "process", "data", "--distribution", "random")]
    [InlineData(2, "process", "data", "--strategy", "reader")]
    [InlineData(2, "process", "--input", "data", "--preset", "big")]
    [InlineData(2, "process", "data", "data")]
    public void What_cannot_be_is_told_and_touches_nothing(int code, params string[] words)
    {
        Create();

        Command done = LandspeedProcess.Shell($"cd '{_scratch.Path}' && \"$0\" \"$@\"", words);

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: ", done.Error, StringComparison.Ordinal);
        Assert.Equal(["data"], Entries());
    }

    [Fact]
    public void Hours_of_work_on_files_that_were_named_begin_only_when_asked_for()
    {
        string data = Create();
        using (FileStream large = File.Create(Path.Combine(data, "large")))
        {
            large.SetLength(300 << 20);
        }

        Command done = LandspeedProcess.Run("process", "--input", data);

        Assert.Equal((3, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("reads and writes 84.4 GiB in all: add --yes to start", done.Error, StringComparison.Ordinal);
        Assert.Equal(["data"], Entries());
        Assert.Equal(0, LandspeedProcess.Run("process", "--input", data, "--dry-run").ExitCode);
    }

    [Theory]
    [InlineData("--json", "one")]
    [InlineData("--csv", "new.csv")]
    [InlineData("--journal", "journal")]
    public void A_result_or_journal_among_the_files_to_process_is_refused(string option, string name)
    {
        string data = Directory.CreateDirectory(_scratch.File("among")).FullName;
        File.WriteAllText(Path.Combine(data, "one"), "a line\n");

        Command done = LandspeedProcess.Run(
            "process", "--input", data, "--work", "0", "--threads", "1", option, Path.Combine(data, name));

        Assert.Equal(2, done.ExitCode);
        Assert.Contains("is in the directory to process", done.Error, StringComparison.Ordinal);
        Assert.Equal("a line\n", File.ReadAllText(Path.Combine(data, "one")));
        Assert.Equal([Path.Combine(data, "one")], Directory.GetFiles(data));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public void Interrupted_it_removes_its_files_and_the_printed_command_carries_on(string signal, int code)
    {
        string data = Create();
        using LandspeedProcess process = LandspeedProcess.Start(
            "process", "--input", data, "--threads", "1", "--work", "0", "--repeat", "40", "--csv", _scratch.File("a.csv"));
        LandspeedProcess.WaitForLines(_scratch.File("a.csv.cells.jsonl"), 5);

        process.Signal(signal);
        Command ended = process.Wait();

        Assert.Equal(code, ended.ExitCode);
        Assert.Contains("partial:", ended.Output, StringComparison.Ordinal);
        Assert.Equal(["a.csv", "a.csv.cells.jsonl", "data"], Entries());
        string command = ended.Error.Split("continue with: landspeed ")[1].TrimEnd('\n');
        Command resumed = LandspeedProcess.Shell($"\"$0\" {command} --quiet");
        Assert.Equal((0, string.Empty), (resumed.ExitCode, resumed.Error));
        Assert.Contains("40 runs per cell", resumed.Output, StringComparison.Ordinal);
        Assert.Equal(["a.csv", "data"], Entries());
    }

    [Theory]
    [InlineData("--output", "results", "results")]
    [InlineData("--journal", "journal", ".")]
    public void Killed_it_is_carried_on_and_what_it_left_is_removed(string option, string value, string place)
    {
        string[] words =
        [
            "process", "--input", Create(), "--threads", "1", "--work", "0", "--repeat", "40", "--seed", "3", "--csv", _scratch.File("a.csv"),
            option, _scratch.File(value),
        ];
        using LandspeedProcess process = LandspeedProcess.Start(words);
        LandspeedProcess.WaitForLines(_scratch.File(option == "--journal" ? value : "a.csv.cells.jsonl"), 5);
        process.Signal("KILL");
        process.Wait();
        Assert.Single(Directory.GetDirectories(_scratch.File(place), "landspeed-process-*"));

        Command planned = LandspeedProcess.Run([.. words, "--resume", "--dry-run"]);
        Command resumed = LandspeedProcess.Run([.. words, "--resume", "--quiet"]);

        Assert.Equal((0, string.Empty), (planned.ExitCode, planned.Error));
        Assert.Contains("1 directory of killed runs", planned.Output, StringComparison.Ordinal);
        Assert.Equal((0, string.Empty), (resumed.ExitCode, resumed.Error));
        Assert.Contains("40 runs per cell", resumed.Output, StringComparison.Ordinal);
        Assert.Equal(option == "--journal" ? ["a.csv", "data", value] : ["a.csv", "data"], Entries()); // of the output nothing stays
        Assert.Empty(Directory.GetDirectories(_scratch.Path, "landspeed-*"));
    }

    [Fact]
    public void A_stop_is_heard_amid_much_work_on_one_long_line()
    {
        string data = Directory.CreateDirectory(_scratch.File("long")).FullName;
        File.WriteAllBytes(Path.Combine(data, "line"), new byte[40_000_000]);
        using LandspeedProcess process = LandspeedProcess.Start(
            "process", "--input", data, "--threads", "1", "--work", "100000", "--repeat", "1",
            "--journal", _scratch.File("journal"));
        LandspeedProcess.WaitForLines(_scratch.File("journal"), 1);
        Command.Shell("sleep 3"); // into the work, whichever strategy is first

        long start = Stopwatch.GetTimestamp();
        process.Signal("INT");

        Assert.Equal(130, process.Wait().ExitCode);
        Assert.InRange(Stopwatch.GetElapsedTime(start).TotalSeconds, 0, 30); // all of the work takes some minutes
    }

    [Fact]
    public void Ctrl_C_while_creating_leaves_nothing()
    {
        using LandspeedProcess process = LandspeedProcess.Start(
            "create", _scratch.File("new"), "--files", "200000", "--lines", "10", "--characters", "10");
        process.WaitForError("create");

        process.Signal("INT");

        Assert.Equal(130, process.Wait().ExitCode);
        Assert.Empty(Entries());
    }

    public void Dispose() => _scratch.Dispose();

    private string[] Entries() =>
        [.. Directory.GetFileSystemEntries(_scratch.Path).Select(name => Path.GetFileName(name)).Order(StringComparer.Ordinal)];

    private string Create()
    {
        string data = _scratch.File("data");
        Command done = LandspeedProcess.Run(
            "create", data, "--files", "5", "--lines", "20", "--characters", "30", "--quiet");
        Assert.Equal(0, done.ExitCode);
        return data;
    }
}
