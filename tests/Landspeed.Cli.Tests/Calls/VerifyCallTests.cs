using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class VerifyCallTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public VerifyCallTests()
    {
        Directory.CreateDirectory(_scratch.File("d/sub"));
        File.WriteAllText(_scratch.File("d/one"), "first");
        File.WriteAllText(_scratch.File("d/sub/two"), "second");
        _scratch.CreateFile("d/big", (3 << 20) + 17);
        File.WriteAllText(_scratch.File("d/empty"), string.Empty);
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("md5sum", "m.md5")]
    [InlineData("sha256sum", "m")]
    [InlineData("xxh128sum", "m.xxh128")]
    [InlineData("xxh128sum --tag", "m")]
    [InlineData("sha256sum -b", "m")]
    public void What_the_classic_programs_wrote_is_checked(string program, string manifest)
    {
        Assert.SkipUnless(Command.Exists(program.Split(' ')[0]), $"no {program}");
        Manifest(program, manifest);
        Assert.Equal(new Command(0, "4 ok, 0 different\n", string.Empty), Run(manifest));
    }

    [Fact]
    public void Where_missing_files_are_passed_over_something_must_be_there()
    {
        Manifest("sha256sum", "m");
        Command some = Deleting("d/one", "d/sub/two", "d/empty");
        Command none = Deleting("d/big");

        Assert.Equal(new Command(0, "1 ok, 0 different\n", string.Empty), some);
        Assert.Equal((1, "0 ok, 0 different\n"), (none.ExitCode, none.Output));
        Assert.StartsWith("landspeed: no file was verified: no file named in ", none.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Thirty_two_digits_need_a_name_for_what_made_them()
    {
        Manifest("md5sum", "m");

        Command unnamed = Run("m");
        Command named = Run("m", "--checksum", "md5");

        Assert.Equal((1, string.Empty), (unnamed.ExitCode, unnamed.Output));
        Assert.Contains("may be MD5 or XXH128", unnamed.Error, StringComparison.Ordinal);
        Assert.Equal(new Command(0, "4 ok, 0 different\n", string.Empty), named);
    }

    [Fact]
    public void Only_what_is_not_as_it_should_be_is_named_in_the_manifest_s_order()
    {
        Manifest("sha256sum", "m");
        File.WriteAllText(_scratch.File("d/one"), "First");
        File.Delete(_scratch.File("d/sub/two"));

        Command done = Run("m");

        Assert.Equal((4, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(["./one: FAILED", "./sub/two: missing", "2 ok, 1 different"], done.Output.TrimEnd('\n').Split('\n'));
    }

    [Fact]
    public void One_flipped_bit_in_the_middle_of_a_file_is_found()
    {
        Manifest("sha256sum", "m");
        using (FileStream stream = File.Open(_scratch.File("d/big"), FileMode.Open))
        {
            stream.Position = (2 << 20) + 5;
            int value = stream.ReadByte();
            stream.Position--;
            stream.WriteByte((byte)(value ^ 1));
        }

        Assert.Equal(new Command(4, "./big: FAILED\n3 ok, 1 different\n", string.Empty), Run("m"));
    }

    [Fact]
    public void Matching_names_every_file() =>
        Assert.Equal(
            ["./big: OK", "./empty: OK", "./one: OK", "./sub/two: OK", "4 ok, 0 different"],
            RunAfter("sha256sum", "--matching").Output.TrimEnd('\n').Split('\n'));

    [Theory]
    [InlineData(1, "./one: missing\n3 ok, 0 different\n")]
    [InlineData(0, "3 ok, 0 different\n", "--ignore-missing")]
    public void A_missing_file_counts_unless_it_may_be_missing(int code, string output, params string[] words)
    {
        Manifest("sha256sum", "m");
        File.Delete(_scratch.File("d/one"));
        Assert.Equal(new Command(code, output, string.Empty), Run("m", words));
    }

    [Fact]
    public void A_directory_in_the_place_of_a_file_cannot_be_read()
    {
        Manifest("sha256sum", "m");
        File.Delete(_scratch.File("d/one"));
        Directory.CreateDirectory(_scratch.File("d/one"));

        Command done = Run("m", "--ignore-missing");

        Assert.Equal(1, done.ExitCode);
        Assert.StartsWith("./one: FAILED to read: ", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_FIFO_in_the_place_of_a_file_is_not_waited_for()
    {
        Manifest("sha256sum", "m");
        File.Delete(_scratch.File("d/one"));
        Command.Shell($"mkfifo '{_scratch.File("d/one")}'");
        Assert.Equal(1, Run("m").ExitCode);
    }

    [Fact]
    public void A_line_that_cannot_be_read_is_no_success()
    {
        Manifest("sha256sum", "m");
        File.AppendAllText(_scratch.File("m"), "not a line\n");

        Command done = Run("m");

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("line 5 of the manifest: ", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_manifest_without_any_line_checks_nothing_and_says_so()
    {
        File.WriteAllText(_scratch.File("m"), "# a comment\n");
        Command done = Run("m");
        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("has no line with a checksum", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Extra_files_are_named_and_are_no_failure()
    {
        Manifest("sha256sum", "d/m");
        File.WriteAllText(_scratch.File("d/sub/three"), "third");

        Command done = Run("d/m", "--extra");

        Assert.Equal(new Command(0, "sub/three: not in the manifest\n4 ok, 0 different\n", string.Empty), done);
    }

    [Fact]
    public void The_document_tells_what_was_found()
    {
        Manifest("sha256sum", "m");
        File.WriteAllText(_scratch.File("d/one"), "First");

        Command done = Run("m", "--json", "-");

        Assert.Equal((4, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        JsonElement root = json.RootElement;
        Assert.Equal(("landspeed.result", "verify"), (root.GetProperty("schema").GetString(), root.GetProperty("kind").GetString()));
        JsonElement run = root.GetProperty("cells")[0].GetProperty("runs")[0];
        JsonElement found = run.GetProperty("verification");
        Assert.Equal(3, found.GetProperty("files_ok").GetInt64());
        Assert.Equal((3 << 20) + 17 + 5 + 6, run.GetProperty("metrics").GetProperty("bytes_read").GetInt64());
        JsonElement entry = Assert.Single(found.GetProperty("entries").EnumerateArray());
        Assert.Equal("different", entry.GetProperty("state").GetString());
        Assert.Equal("./one", entry.GetProperty("path").GetString());
        Assert.Equal(3, entry.GetProperty("line").GetInt64());
        Assert.NotEqual(entry.GetProperty("expected").GetString(), entry.GetProperty("found").GetString());
    }

    [Theory]
    [InlineData("direct")]
    [InlineData("buffered")]
    [InlineData("auto")]
    [InlineData("prefer-direct")]
    public void Every_mode_finds_the_same(string mode)
    {
        Assert.SkipWhen(
            mode == "direct" && Command.Shell($"stat -f -c %T '{_scratch.Path}'").Trim() == "tmpfs", "no direct I/O on tmpfs");
        Assert.Equal("4 ok, 0 different\n", RunAfter("sha256sum", "--mode", mode).Output);
    }

    [Theory]
    [InlineData("no manifest named", 2)]
    [InlineData("more than two files or directories named: 'a', 'b', 'c'", 2, "a", "b", "c")]
    [InlineData("unknown option '--strict=device'", 2, "--strict", "a")]
    [InlineData("--checksum 'crc' is unknown", 2, "--checksum", "crc", "a")]
    [InlineData("--threads '65' is out of range", 2, "--threads", "65", "a")]
    [InlineData("--mode 'fast' is unknown; allowed: direct, buffered, uncached, prefer-direct, prefer-uncached, auto", 2, "--mode", "fast", "a")]
    [InlineData("--json a is the manifest", 2, "--json", "a", "a")]
    [InlineData("/no/such/manifest", 1, "/no/such/manifest")]
    public void What_cannot_be_is_named(string message, int code, params string[] words)
    {
        Command done = new CommandUnderTest().Run(["verify", .. words]);
        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    private Command Deleting(params string[] names)
    {
        Array.ForEach(names, name => File.Delete(_scratch.File(name)));
        return Run("m", "--ignore-missing");
    }

    private void Manifest(string program, string name) => Command.Shell(
        $"cd '{_scratch.File("d")}' && LC_ALL=C find . -type f | LC_ALL=C sort | xargs {program} > '{_scratch.Path}/manifest.new'" +
        $" && mv '{_scratch.Path}/manifest.new' '{_scratch.File(name)}'");

    private Command RunAfter(string program, params string[] words)
    {
        Manifest(program, "m");
        return Run("m", words);
    }

    private Command Run(string manifest, params string[] words) =>
        new CommandUnderTest().Run(["verify", _scratch.File(manifest), "--directory", _scratch.File("d"), .. words]);
}
