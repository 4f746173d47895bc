using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command, as people start it.</summary>
public class ProcessTests
{
    [Theory]
    [InlineData("help")]
    [InlineData("help-measure", "measure")]
    [InlineData("help-sweep", "sweep")]
    [InlineData("help-patterns", "patterns")]
    [InlineData("help-ioexamples", "ioexamples")]
    [InlineData("help-fileio", "fileio")]
    [InlineData("help-iospeed", "iospeed")]
    [InlineData("help-doctor", "doctor")]
    [InlineData("help-copy", "copy")]
    [InlineData("help-verify", "verify")]
    [InlineData("help-extents", "extents")]
    [InlineData("help-create", "create")]
    [InlineData("help-process", "process")]
    [InlineData("help-ubcopy", "ubcopy")]
    [InlineData("help-asynccopy", "asynccopy")]
    [InlineData("help-fragdisk", "fragdisk")]
    [InlineData("help-hints", "hints")]
    [InlineData("help-records", "records")]
    [InlineData("help-records-generate", "records", "generate")]
    [InlineData("help-records-validate", "records", "validate")]
    public void Help_reads_as_agreed(string golden, params string[] verb)
    {
        Command done = LandspeedProcess.Run([.. verb, "--help"]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Golden.Check(golden, done.Output);
    }

    [Theory]
    [InlineData("--version")]
    [InlineData("measure", "--version")]
    [InlineData("sweep", "--version")]
    [InlineData("doctor", "--version")]
    [InlineData("iospeed", "--version")]
    [InlineData("copy", "--version")]
    [InlineData("verify", "--version")]
    [InlineData("ubcopy", "--version")]
    [InlineData("asynccopy", "--version")]
    [InlineData("fragdisk", "--version")]
    [InlineData("hints", "--version")]
    public void Every_verb_tells_the_version(params string[] words)
    {
        Command done = LandspeedProcess.Run(words);
        Assert.Equal(0, done.ExitCode);
        Assert.Matches(@"^landspeed \d+\.\d+\.\d+\n$", done.Output);
    }

    [Theory]
    [InlineData("asynccopy", "directory")]
    [InlineData("ioexamples", "file")]
    [InlineData("fileio", "-k", "1mb")]
    public void A_question_for_help_is_answered_wherever_it_stands(string program, params string[] before)
    {
        Command done = new CommandUnderTest().Run([program, .. before, "--help"]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("Description:\n", done.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sweep . --dry-run")]
    [InlineData("patterns --modes --repeat 1 --quiet")]
    [InlineData("records generate 10 in.dat --quiet")]
    [InlineData("copy a b")]
    public void Neither_OpenSSL_nor_a_device_of_random_bytes_is_needed(string words)
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("a"), "a\n");
        const string Hide = "for file in $(ldconfig -p | sed -n 's/.*libssl.* => //p'); do mount --bind /dev/null \"$file\"; done; "
            + "mount -t tmpfs none /dev";

        Command done = LandspeedProcess.Shell($"cd '{scratch.Path}' && unshare -m sh -c '{Hide.Replace("'", "'\\''", StringComparison.Ordinal)}; exec \"$0\" {words}' \"$0\"");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
    }

    [Theory]
    [InlineData("unknown verb 'frobnicate'", "frobnicate")]
    [InlineData("no file named", "measure")]
    [InlineData("invalid --size '12Q'", "measure", "a", "--size", "12Q")]
    [InlineData("no file named", "iospeed")]
    [InlineData("no source and no target named", "copy")]
    [InlineData("no manifest named", "verify")]
    [InlineData("no file and no directory named", "extents")]
    [InlineData("no source and no destination named", "ubcopy")]
    [InlineData("unknown option '--frob'", "asynccopy", "--frob")]
    [InlineData("unknown option '--frob'", "doctor", "--frob")]
    [InlineData("unknown option '--frob'", "hints", "--frob")]
    [InlineData("/proc/version is not a directory", "hints", "/proc/version")]
    [InlineData("the directory /missing cannot be used", "hints", "/missing")]
    [InlineData("--files '0' is out of range", "hints", "--files", "0")]
    [InlineData("the reads 20 is out of range", "hints", "--used-bytes", "10", "--reads", "20")]
    [InlineData("/proc/version is not a directory", "doctor", "/proc/version")]
    public void A_mistake_is_one_line_on_standard_error_and_ends_with_2(string message, params string[] words)
    {
        Command done = LandspeedProcess.Run(words);
        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: ", done.Error, StringComparison.Ordinal);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
    }

    [Fact]
    public void A_link_named_iospeed_takes_the_2004_grammar()
    {
        using var scratch = new ScratchDirectory();
        File.CreateSymbolicLink(scratch.File("iospeed"), LandspeedProcess.Executable);

        Command done = Command.Run(scratch.File("iospeed"), ["-r1G", "-w1G", "a.dat"]);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains("-r is a read test and -w is a write test", done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ubcopy", "no destination named (-d)", "-s", "/etc/passwd")]
    [InlineData("asynccopy", "invalid --size '1K'", "--size", "1K")]
    public void A_link_with_a_classic_name_takes_its_grammar(string name, string message, params string[] words)
    {
        using var scratch = new ScratchDirectory();
        File.CreateSymbolicLink(scratch.File(name), LandspeedProcess.Executable);

        Command done = Command.Run(scratch.File(name), words);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Doctor_finds_every_part_of_the_machine()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("doctor", scratch.Path, "--json", "-");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        Assert.Equal("landspeed.examination", json.RootElement.GetProperty("schema").GetString());
        JsonElement[] facts = [.. json.RootElement.GetProperty("facts").EnumerateArray()];
        string[] names =
        [
            "io_uring", "direct_io", "process_io", "block_device", "block_tracing", "write_cache", "flush",
            "on_access_scanners", "clock", "huge_pages", "locked_memory", "open_files", "file_size", "space", "mpi",
        ];
        Assert.Empty(names.Except(facts.Select(fact => fact.GetProperty("name").GetString()!)));
        Assert.All(facts, fact => Assert.True(
            fact.GetProperty("state").GetString() == "ok" || fact.GetProperty("remedy").GetString()!.Length > 0));
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void Doctor_writes_its_file_beside_the_table()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("doctor", "--json", scratch.File("d.json"));

        Assert.StartsWith("landspeed ", done.Output, StringComparison.Ordinal);
        Assert.StartsWith("{", File.ReadAllText(scratch.File("d.json")), StringComparison.Ordinal);
        Assert.Single(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_name_that_is_not_UTF8_arrives_as_it_is()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            """d="$1/$(printf 'x\377')"; mkdir "$d" && "$0" doctor "$d" --json -; code=$?; rm -r "$d"; exit $code""", scratch.Path);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        byte[] name = json.RootElement.GetProperty("environment").GetProperty("path_base64").GetBytesFromBase64();
        Assert.Equal([(byte)'/', (byte)'x', 0xFF], name[^3..]);
    }

    [Theory]
    [InlineData("""{ "$0" doctor; echo "code $?" >&2; } | head -1""")]
    [InlineData("""{ "$0" measure --help; echo "code $?" >&2; } | head -1""")]
    [InlineData("""{ "$0" doctor --json -; echo "code $?" >&2; } | true""")]
    public void A_reader_that_goes_away_is_no_error(string script) =>
        Assert.Equal("code 0\n", LandspeedProcess.Shell(script).Error);

    [Theory]
    [InlineData("""exec "$0" doctor >/dev/full""")]
    [InlineData("""exec "$0" doctor >&-""")]
    public void A_result_that_nobody_got_is_a_failure(string script)
    {
        Command done = LandspeedProcess.Shell(script);
        Assert.Equal(1, done.ExitCode);
        Assert.StartsWith("landspeed: cannot write the result to standard output", done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
    }

    [Fact]
    public void A_file_that_is_written_never_gets_the_number_of_a_closed_standard_output()
    {
        using var scratch = new ScratchDirectory();
        string source = scratch.CreateFile("source", 100_000);

        // The exit code says nothing here: in the form that the runtime starts, a pipe of its own has got the numbers before.
        LandspeedProcess.Shell("""exec "$0" copy "$1/source" "$1/target" >&- 2>&- <&-""", scratch.Path);

        Assert.Equal(File.ReadAllBytes(source), File.ReadAllBytes(scratch.File("target")));
    }
}
