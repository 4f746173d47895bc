using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command copies real files.</summary>
public sealed class CopyProcessTests : IDisposable
{
    private static readonly string[] s_programs = ["md5sum", "sha256sum", "xxh128sum"];
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("merged", "upper")]
    [InlineData("upper", "merged")]
    public void Of_two_copies_that_reach_one_target_by_two_mounts_one_is_whole_and_the_other_refused(string first, string second)
    {
        using var volume = new TestVolume("tmpfs", "64M");
        Landspeed.Testing.Command.Shell(
            $"cd '{volume.Path}' && mkdir lower upper work merged && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged "
            + "&& head -c 12M /dev/urandom > a && head -c 12M /dev/urandom > b");
        try
        {
            using LandspeedProcess slow = LandspeedProcess.Start(
                "copy", volume.File("a"), volume.File($"{first}/t"), "--limit", "3M", "--quiet");
            LandspeedProcess.WaitForLines(volume.File($"{first}/.t.landspeed-part"), 1);
            slow.Signal("STOP"); // on a busy machine it would be done before the other one begins

            Command fast = LandspeedProcess.Run("copy", volume.File("b"), volume.File($"{second}/t"), "--quiet");
            slow.Signal("CONT");
            Command lost = slow.Wait();

            Assert.Equal(0, fast.ExitCode);
            Assert.Equal(1, lost.ExitCode);
            Assert.Contains(volume.File($"{first}/t"), lost.Error, StringComparison.Ordinal); // in the words of what was met first: replaced, or gone
            Assert.True(File.ReadAllBytes(volume.File("b")).AsSpan().SequenceEqual(File.ReadAllBytes(volume.File("upper/t"))));
        }
        finally
        {
            Landspeed.Testing.Command.Shell($"umount -l '{volume.File("merged")}'");
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4095)]
    [InlineData((5 << 20) + 17)]
    public void A_file_is_copied_byte_for_byte_and_nothing_else_is_left(int length)
    {
        string source = _scratch.CreateFile("a", length);
        Command.Shell($"chmod 640 '{source}'");

        Command done = LandspeedProcess.Run("copy", source, _scratch.File("b"), "--verify");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("copied 1 file, ", done.Output, StringComparison.Ordinal);
        Assert.Equal(File.ReadAllBytes(source), File.ReadAllBytes(_scratch.File("b")));
        Assert.Equal("640\n", Command.Shell($"stat -c %a '{_scratch.File("b")}'"));
        Assert.Equal(2, Directory.GetFileSystemEntries(_scratch.Path).Length);
    }

    [Fact]
    public void What_is_there_stays_unless_it_may_be_overwritten()
    {
        string source = _scratch.CreateFile("a", 100_000);
        File.WriteAllText(_scratch.File("b"), "old");

        Command refused = LandspeedProcess.Run("copy", source, _scratch.File("b"));
        string kept = File.ReadAllText(_scratch.File("b"));
        Command allowed = LandspeedProcess.Run("copy", source, _scratch.File("b"), "--replace", "always", "--quiet");

        Assert.Equal((3, string.Empty, "old"), (refused.ExitCode, refused.Output, kept));
        Assert.Equal(1, refused.Error.Count(character => character == '\n'));
        Assert.Equal(new Command(0, string.Empty, string.Empty), allowed);
        Assert.Equal(File.ReadAllBytes(source), File.ReadAllBytes(_scratch.File("b")));
    }

    [Fact]
    public void The_checksums_are_those_of_the_classic_programs()
    {
        string source = _scratch.CreateFile("a", (3 << 20) + 1);

        Command done = LandspeedProcess.Run("copy", source, _scratch.File("b"), "--checksum", "md5,sha256,xxh128", "--quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        string[] digests = [.. s_programs.Select(program => Command.Shell($"{program} < '{source}'").Split(' ')[0])];
        Assert.Equal(digests.Select(digest => $"{digest}  b"), done.Output.TrimEnd('\n').Split('\n'));
    }

    [Fact]
    public void Links_that_are_there_already_have_no_checksum_as_when_they_are_made()
    {
        Command.Shell($"cd '{_scratch.Path}' && mkdir -p s/d && echo a > s/a && echo b > outside && ln -s nowhere s/dangling && ln -s d s/directory && ln -s ../outside s/file && mkfifo s/fifo");

        Command first = LandspeedProcess.Run("copy", _scratch.File("s"), _scratch.File("t"), "--checksum", "sha256", "--special");
        Command again = LandspeedProcess.Run("copy", _scratch.File("s"), _scratch.File("t"), "--checksum", "sha256", "--special");

        Assert.Equal((0, 0), (first.ExitCode, again.ExitCode));
        Assert.EndsWith("  a\n", first.Output, StringComparison.Ordinal);
        Assert.Equal(first.Output, again.Output);
    }

    [Fact]
    public void A_manifest_of_a_copy_is_verified_by_us_and_by_others()
    {
        string source = _scratch.CreateFile("a", 2 << 20);
        LandspeedProcess.Run("copy", source, _scratch.File("b"), "--manifest", _scratch.File("b.sha256"));

        Command ours = LandspeedProcess.Run("verify", _scratch.File("b.sha256"), "--directory", _scratch.Path);
        string theirs = Command.Shell($"cd '{_scratch.Path}' && sha256sum -c b.sha256");
        File.AppendAllText(_scratch.File("b"), "x");
        Command damaged = LandspeedProcess.Run("verify", _scratch.File("b.sha256"), "--directory", _scratch.Path, "--quiet");

        Assert.Equal((0, "b: OK\n"), (ours.ExitCode, theirs));
        Assert.StartsWith("1 file OK", ours.Output, StringComparison.Ordinal);
        Assert.Equal(new Command(4, "b: FAILED\n", string.Empty), damaged);
    }

    [Fact]
    public void Pipes_are_copied_from_and_to()
    {
        string source = _scratch.CreateFile("a", (2 << 20) + 5);

        Command done = LandspeedProcess.Shell(
            "\"$0\" copy \"$1\" - --quiet | \"$0\" copy - \"$2\" && cmp \"$1\" \"$2\"", source, _scratch.File("b"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("copied 1 file, 2.10 MB", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_document_has_figures_and_verdicts()
    {
        string source = _scratch.CreateFile("a", 8 << 20);

        Command done = LandspeedProcess.Run("copy", source, _scratch.File("b"), "--json", "-", "--reflink", "never", "--verify");

        using JsonDocument json = JsonDocument.Parse(done.Output);
        JsonElement run = json.RootElement.GetProperty("cells")[0].GetProperty("runs")[0];
        JsonElement copy = run.GetProperty("copy");
        JsonElement metrics = run.GetProperty("metrics");
        Assert.Equal(8 << 20, copy.GetProperty("bytes").GetProperty("copied_bytes").GetInt64());
        Assert.Equal(8 << 20, copy.GetProperty("bytes").GetProperty("verified_bytes").GetInt64());
        Assert.Equal(1, copy.GetProperty("counts").GetProperty("files_copied").GetInt64());
        long durable = metrics.GetProperty("elapsed_to_durable_ns").GetInt64();
        Assert.True(durable >= metrics.GetProperty("elapsed_ns").GetInt64());
        Assert.True(metrics.GetProperty("elapsed_to_verified_ns").GetInt64() >= durable);
        Assert.Equal(8 << 20, run.GetProperty("reads").GetProperty("app_bytes").GetInt64());
        Assert.Equal(8 << 20, copy.GetProperty("target_reads").GetProperty("app_bytes").GetInt64());
        Assert.Equal(8 << 20, run.GetProperty("writes").GetProperty("app_bytes").GetInt64());
        Assert.NotEmpty(run.GetProperty("writes").GetProperty("reason").GetString()!);
    }

    [Fact]
    public void Names_that_are_not_UTF8_are_copied_and_told_in_base64()
    {
        Command done = LandspeedProcess.Shell(
            """cd "$1" && s="$(printf 'x\377')" && t="$(printf 'y\376')" && echo content > "$s" && "$0" copy "$s" "$t" --events - --quiet && cmp "$s" "$t" """,
            _scratch.Path);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        Assert.Equal([(byte)'x', 0xFF], json.RootElement.GetProperty("path_base64").GetBytesFromBase64());
        Command.Shell($"rm '{_scratch.Path}'/*");
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("HUP", 129)]
    public void A_signal_keeps_what_is_done_and_the_same_command_carries_on(string signal, int code)
    {
        string source = _scratch.CreateFile("a", 96 << 20);
        string[] line = ["copy", source, _scratch.File("b"), "--strategy", "buffered", "--reflink", "never"];

        // It would take 48 s: on a busy machine the signal may be seconds late.
        using LandspeedProcess process = LandspeedProcess.Start([.. line, "--limit", "2M"]);
        process.WaitForError("copying");

        process.Signal(signal);
        Command stopped = process.Wait();
        bool half = File.Exists(_scratch.File("b"));
        Command done = LandspeedProcess.Run(line);

        Assert.Equal((code, string.Empty, false), (stopped.ExitCode, stopped.Output, half));
        Assert.Contains("continue with: landspeed copy ", stopped.Error, StringComparison.Ordinal);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(string.Empty, Command.Shell($"cmp '{source}' '{_scratch.File("b")}'"));
        Assert.Equal(2, Directory.GetFileSystemEntries(_scratch.Path).Length);
    }

    [Fact]
    public void Ubcopy_moves_a_file_and_tells_its_MD5()
    {
        string source = _scratch.CreateFile("a", 3 << 20);
        string digest = Command.Shell($"md5sum < '{source}'").Split(' ')[0];

        Command done = LandspeedProcess.Run("ubcopy", "-s", source, "-d", _scratch.File("b"), "-m", "True", "-c", "True", "-b", "2");

        Assert.Equal(0, done.ExitCode);
        Assert.Equal($"{digest}  {_scratch.File("b")}\n", done.Output);
        Assert.False(File.Exists(source));
        Assert.Equal(digest, Command.Shell($"md5sum < '{_scratch.File("b")}'").Split(' ')[0]);
    }

    [Fact]
    public void Ubcopy_prints_the_path_as_it_was_given_so_that_md5sum_finds_it()
    {
        _scratch.CreateFile("a", 1000);
        Directory.CreateDirectory(_scratch.File("tree"));
        File.Copy(_scratch.File("a"), _scratch.File("tree/inner"));

        Command done = LandspeedProcess.Shell(
            """cd "$1" && "$0" ubcopy -s a -d ./b -c True && "$0" ubcopy -s tree -d new/ -c True""",
            _scratch.Path);
        string[] names = [.. done.Output.TrimEnd('\n').Split('\n').Where(line => line.Length > 33 && line[32] == ' ').Select(line => line[34..])];

        Assert.Equal(["./b", "new/tree/inner"], names);
    }

    [Fact]
    public void Ubcopy_makes_the_directories_of_its_target_and_nothing_for_a_missing_source()
    {
        _scratch.CreateFile("a", 1000);
        Directory.CreateDirectory(_scratch.File("tree"));

        Command file = LandspeedProcess.Run("ubcopy", "-s", _scratch.File("a"), "-d", _scratch.File("x/y/b"));
        Command tree = LandspeedProcess.Run("ubcopy", "-s", _scratch.File("tree"), "-d", _scratch.File("z/tree"));
        Command missing = LandspeedProcess.Run("ubcopy", "-s", _scratch.File("no"), "-d", _scratch.File("u/no"));

        Assert.Equal((0, 0, 1), (file.ExitCode, tree.ExitCode, missing.ExitCode));
        Assert.Equal(1000, new FileInfo(_scratch.File("x/y/b")).Length);
        Assert.True(Directory.Exists(_scratch.File("z/tree")));
        Assert.False(Directory.Exists(_scratch.File("u")));
    }

    [Fact]
    public void A_tree_that_is_refused_as_a_whole_is_told_in_one_line()
    {
        Directory.CreateDirectory(_scratch.File("tree"));

        Command refused = LandspeedProcess.Run("copy", _scratch.File("tree"), _scratch.File("tree/inside"));

        Assert.Equal((3, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Equal(1, refused.Error.Count(character => character == '\n'));
    }

    [Fact]
    public void What_ubcopy_refuses_to_replace_names_its_own_option()
    {
        string source = _scratch.CreateFile("a", 1000);
        File.WriteAllText(_scratch.File("b"), "old");

        Assert.Contains(
            "b exists; allow to replace it (-o True), or name another target",
            LandspeedProcess.Run("ubcopy", "-s", source, "-d", _scratch.File("b")).Error,
            StringComparison.Ordinal);
        Assert.Contains(
            "b exists; allow to replace it (--replace always), or name another target",
            LandspeedProcess.Run("copy", source, _scratch.File("b")).Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Ubcopy_does_not_overwrite_when_it_was_told_not_to()
    {
        string source = _scratch.CreateFile("a", 1000);
        File.WriteAllText(_scratch.File("b"), "old");

        Command done = LandspeedProcess.Run("ubcopy", "-s", source, "-d", _scratch.File("b"), "-o", "False", "-m", "True");

        Assert.Equal(3, done.ExitCode);
        Assert.Equal("old", File.ReadAllText(_scratch.File("b")));
        Assert.True(File.Exists(source));
    }

    [Fact]
    public void Asynccopy_leaves_nothing_behind()
    {
        Command done = LandspeedProcess.Run("asynccopy", _scratch.Path, "--size", "9M");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("compared  18 MiB in ", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public void A_signal_ends_asynccopy_and_leaves_nothing_behind(string signal, int code)
    {
        using LandspeedProcess process = LandspeedProcess.Start("asynccopy", _scratch.Path, "--size", "4G");
        process.WaitForError("landspeed: ");

        process.Signal(signal);
        Command done = process.Wait();

        Assert.Equal(code, done.ExitCode);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(256)]
    [InlineData(512)]
    public void A_tree_of_many_and_deep_directories_needs_few_descriptors(int descriptors)
    {
        Command.Shell(
            $"cd '{_scratch.Path}' && mkdir -p s/w && cd s/w && mkdir $(seq 700) "
            + "&& for n in $(seq 700); do echo $n > $n/f; done; cd .. && mkdir -p $(printf 'd/%.0s' $(seq 150)) "
            + "&& for n in $(seq 150); do cd d; echo $n > f; done");

        Command done = LandspeedProcess.Shell(
            $"ulimit -n {descriptors} && \"$0\" copy \"$1\" \"$2\" --verify --quiet", _scratch.File("s"), _scratch.File("t"));
        Command moved = LandspeedProcess.Shell(
            $"ulimit -n {descriptors} && \"$0\" copy \"$1\" \"$2\" --delete --yes --quiet", _scratch.File("s/w/1"), _scratch.File("t"));

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal(new Command(0, string.Empty, string.Empty), moved);
        Assert.Equal("1\n", Command.Shell($"cat '{_scratch.File("t/f")}' && rm '{_scratch.File("t/f")}' && rmdir '{_scratch.File("t")}'"));
    }

    [Theory]
    [InlineData("copy \"$1/source\" \"$1/target\" --checksum sha256")]
    [InlineData("copy \"$1/tree\" \"$1/target\" --checksum md5")]
    [InlineData("verify \"$1/list.sha256\"")]
    public void Without_openssl_a_digest_is_refused_and_nothing_is_left(string words)
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("source", 5000);
        Directory.CreateDirectory(scratch.File("tree"));
        scratch.CreateFile("tree/one", 5000);
        File.WriteAllText(scratch.File("list.sha256"), $"{new string('0', 64)}  {scratch.File("source")}\n");
        const string Hide = "for file in $(ldconfig -p | sed -n 's/.*libssl.* => //p'); do mount --bind /dev/null \"$file\"; done";

        Command done = LandspeedProcess.Shell($"exec unshare -m sh -c '{Hide.Replace("'", "'\\''", StringComparison.Ordinal)}; exec \"$0\" {words}' \"$0\" \"$1\"", scratch.Path);

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("install OpenSSL", done.Output + done.Error, StringComparison.Ordinal);
        Assert.Equal(["list.sha256", "source", "tree"], Directory.GetFileSystemEntries(scratch.Path).Select(Path.GetFileName).Order());
    }
}
