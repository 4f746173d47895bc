using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command looks at real files.</summary>
public sealed class ExtentsProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_file_is_told_in_runs_bytes_and_a_map()
    {
        Sparse("a");

        Command done = LandspeedProcess.Run("extents", _scratch.File("a"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("4 MiB   ", done.Output, StringComparison.Ordinal);
        Assert.Contains("\ndata             1  1 MiB         25.0 %\nunwritten        1  1 MiB         25.0 %\nholes            2  2 MiB         50.0 %\n", done.Output, StringComparison.Ordinal);
        Assert.Matches(@"\n·{12}[▁-█]{12}░{12}·{12}", done.Output);
    }

    [Fact]
    public void A_list_has_a_line_an_extent_and_nothing_else_on_request()
    {
        Sparse("a");
        Sparse("b");

        Command done = LandspeedProcess.Run("extents", _scratch.File("a"), _scratch.File("b"), "--list", "--quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        string[] lines = done.Output.TrimEnd('\n').Split('\n');
        Assert.Equal(13, lines.Length); // a name, a heading, 4 lines; an empty one between
        Assert.Equal($"{_scratch.File("a")}: 4194304 bytes", lines[0]);
        Assert.Equal(["hole", "data", "unwritten", "hole"], lines[2..6].Select(line => line.Split(' ')[^1]));
        Assert.Equal($"{_scratch.File("b")}: 4194304 bytes", lines[7]);
    }

    [Fact]
    public void The_list_is_in_JSON_and_CSV_too()
    {
        Sparse("a");

        Command json = LandspeedProcess.Run("extents", _scratch.File("a"), "--list", "--json", "-", "--csv", _scratch.File("csv"));

        using JsonDocument document = JsonDocument.Parse(json.Output);
        JsonElement list = document.RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("extents").GetProperty("listed_files")[0].GetProperty("list");
        Assert.Equal([0, 1 << 20, 2 << 20, 3 << 20], list.EnumerateArray().Select(extent => extent.GetProperty("offset_bytes").GetInt64()));
        string[] rows = File.ReadAllLines(_scratch.File("csv"));
        Assert.Equal("path,offset_bytes,length_bytes,physical_bytes,run,kind,shared,encoded", rows[0]);
        Assert.Equal([$"{_scratch.File("a")},0,1048576,,,hole,false,false", $"{_scratch.File("a")},3145728,1048576,,,hole,false,false"], new[] { rows[1], rows[4] });
        Assert.Equal(5, rows.Length);
    }

    [Fact]
    public void A_reader_that_goes_away_is_no_failure()
    {
        Sparse("a");

        Command done = LandspeedProcess.Shell("""{ "$0" extents "$@" --list; echo $? >&2; } | head -n 1""", [.. Enumerable.Repeat(_scratch.File("a"), 2000)]);

        Assert.Equal($"{_scratch.File("a")}: 4194304 bytes\n", done.Output);
        Assert.Equal("0\n", done.Error);
    }

    [Fact]
    public void Names_are_told_with_their_control_characters_escaped()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        Sparse("d/new\nline");

        Command done = LandspeedProcess.Run("extents", _scratch.File("d/new\nline"), "--list");
        Command tree = LandspeedProcess.Run("extents", _scratch.File("d"), "--list");

        Assert.StartsWith($"{_scratch.File("d")}/new\\x0Aline: 4194304 bytes\n", done.Output, StringComparison.Ordinal);
        Assert.StartsWith($"{_scratch.File("d")}/new\\x0Aline: 4194304 bytes\n", tree.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("missing", "cannot open missing: no such file or directory (ENOENT)")]
    [InlineData("fifo", "fifo is a FIFO, which has no extents; name a file or a directory")]
    [InlineData("/dev/null", "/dev/null is a character device, which has no extents; name a file or a directory")]
    [InlineData("/proc/self/status", "/proc/self/status is on proc, which does not report where its files are stored (not supported here, EOPNOTSUPP)")]
    [InlineData("missing fifo", "cannot open missing: no such file or directory (ENOENT)\nlandspeed: fifo is a FIFO, which has no extents; name a file or a directory")]
    public void What_has_no_extents_is_refused_with_the_reason(string names, string words)
    {
        Command.Shell($"mkfifo '{_scratch.File("fifo")}'");

        Command done = LandspeedProcess.Shell($"cd '{_scratch.Path}' && exec \"$0\" extents {names} --json out");

        Assert.Equal(new Command(1, string.Empty, $"landspeed: {words}\n"), done);
        Assert.Equal(["fifo"], Directory.GetFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void What_can_be_read_is_told_although_something_cannot()
    {
        Sparse("a");

        Command done = LandspeedProcess.Run("extents", _scratch.File("a"), _scratch.File("missing"));
        Command quiet = LandspeedProcess.Run("extents", _scratch.File("a"), _scratch.File("missing"), "--quiet");

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("\n  failed:     cannot open", done.Output, StringComparison.Ordinal);
        Assert.Equal(new Command(1, string.Empty, $"landspeed: cannot open {_scratch.File("missing")}: no such file or directory (ENOENT)\n"), quiet);
    }

    [Fact]
    public void Directories_that_may_not_be_read_are_named_and_the_rest_is_read()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setpriv");
        Directory.CreateDirectory(_scratch.File("t/open"));
        Directory.CreateDirectory(_scratch.File("t/closed"));
        Sparse("t/open/a");
        Sparse("t/open/b");
        Command.Shell($"chmod 711 '{_scratch.Path}' && chmod 0 '{_scratch.File("t/closed")}' '{_scratch.File("t/open/b")}'");

        Command done = LandspeedProcess.Shell("exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$0\" extents \"$1\" --json -", _scratch.File("t"));

        using JsonDocument document = JsonDocument.Parse(done.Output);
        JsonElement found = document.RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("extents");
        Assert.Equal(1, done.ExitCode);
        Assert.Equal((1, 2), (found.GetProperty("counts").GetProperty("files").GetInt64(), found.GetProperty("counts").GetProperty("unreadable").GetInt64()));
        Assert.Equal(
            [$"cannot open the directory {_scratch.File("t/closed")}: permission denied (EACCES)", $"cannot open {_scratch.File("t/open/b")}: permission denied (EACCES)"],
            found.GetProperty("problems").EnumerateArray().Select(problem => problem.GetProperty("message").GetString()!).Order(StringComparer.Ordinal).Reverse());
    }

    [Fact]
    public void A_signal_ends_it_with_what_was_read_until_then()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        Command.Shell($"head -c 8M /dev/urandom > '{_scratch.File("d/f0")}'");
        Holes.Punch(_scratch.File("d/f0"), every: 8192, length: 4096);
        Command.Shell($"cd '{_scratch.File("d")}' && for i in $(seq 40); do cp --sparse=always f0 f$i; done");

        // Nobody reads, so that the list fills the pipe and the command waits in the middle of it.
        Command done = LandspeedProcess.Shell(
            """cd "$1" && mkfifo p && { "$0" extents d --list --json out > p & } && exec 3< p && head -c 1 <&3 > /dev/null && kill -TERM $! && cat <&3 > /dev/null; wait $!; echo $?""",
            _scratch.Path);

        Assert.Equal("143\n", done.Output);
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(_scratch.File("out")));
        Assert.True(document.RootElement.GetProperty("partial").GetBoolean());
        JsonElement counts = document.RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("extents").GetProperty("counts");
        Assert.InRange(counts.GetProperty("files").GetInt64(), 1, 40);
    }

    [Fact]
    public void A_FUSE_server_that_tells_nothing_is_named()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("bindfs");
        Directory.CreateDirectory(_scratch.File("real"));
        Directory.CreateDirectory(_scratch.File("fuse"));
        Sparse("real/a");
        Command.Shell($"bindfs '{_scratch.File("real")}' '{_scratch.File("fuse")}'");
        try
        {
            Command done = LandspeedProcess.Run("extents", _scratch.File("fuse/a"));

            Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
            Assert.Matches(@"^landspeed: \S+/fuse/a is on fuse, which does not report where its files are stored \(.*, E\w+\)\n$", done.Error);
        }
        finally
        {
            Command.Shell($"umount '{_scratch.File("fuse")}'");
        }
    }

    [Fact]
    public void The_free_space_of_a_volume_is_told_without_root()
    {
        Capability.RequireProgram("setpriv");
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"fallocate -l 20M '{volume.File("a")}' && sync -f '{volume.Path}' && chmod 755 '{volume.Path}' && chmod 711 '{Path.GetDirectoryName(volume.Path)}'");

        Command done = LandspeedProcess.Shell("exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$0\" extents \"$1\" --free-space", volume.File("a"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Matches(@"\n  free space  [0-9.]+ MiB of 64 MiB in [0-9]+ runs?, largest ", done.Output);
        Assert.Matches(@"\nfrom +map\n0 B ", done.Output);
        Assert.Contains(new string('#', 32), done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_does_not_go_where_a_file_is_that_is_looked_at()
    {
        Sparse("a");

        Command done = LandspeedProcess.Run("extents", _scratch.File("a"), "--json", _scratch.File("a"));

        Assert.Equal(2, done.ExitCode);
        Assert.Equal(4 << 20, new FileInfo(_scratch.File("a")).Length);
    }

    // 1 MiB each: hole, data, reserved, hole.
    private void Sparse(string name)
    {
        Command.Shell($"truncate -s 4M '{_scratch.File(name)}' && head -c 1M /dev/urandom | dd of='{_scratch.File(name)}' bs=64K seek=16 conv=notrunc iflag=fullblock status=none"
            + $" && fallocate -o 2M -l 1M '{_scratch.File(name)}' && sync '{_scratch.File(name)}'");
    }
}
