using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --verify-blocks</c> and <c>--check</c> on real files.</summary>
public sealed class BlocksProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    private string Path => _scratch.File("a");

    [Fact]
    public void A_check_ends_with_0_if_all_is_there_and_with_4_and_a_table_if_not()
    {
        Command written = Measure("--write", "--verify-blocks", "--size", "4M", "--bytes", "4M");
        Command good = Measure("--check");
        Command broken = LandspeedProcess.Shell(
            "dd if=/dev/zero of=\"$1\" bs=4096 seek=3 count=2 conv=notrunc 2>/dev/null; "
            + "exec \"$0\" measure \"$1\" --check --json \"$2\" --quiet",
            Path, _scratch.File("r.json"));

        Assert.Equal((0, string.Empty), (written.ExitCode, written.Error));
        Assert.Contains("\n  blocks of 4 KiB: ", written.Output, StringComparison.Ordinal);
        Assert.Contains(" written in generation 1\n", written.Output, StringComparison.Ordinal);
        Assert.Equal((0, string.Empty), (good.ExitCode, good.Error));
        Assert.Contains("\n  blocks of 4 KiB: 1,024 checked, none wrong\n", good.Output, StringComparison.Ordinal);
        Assert.Equal((4, string.Empty), (broken.ExitCode, broken.Error));
        Assert.Contains("\n  blocks of 4 KiB: 1,024 checked, 2 wrong\n", broken.Output, StringComparison.Ordinal);
        Assert.Contains("\nWrong blocks\n", broken.Output, StringComparison.Ordinal);
        Assert.Contains("(blocks_wrong)", broken.Output, StringComparison.Ordinal);
        JsonElement fault = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("blocks").GetProperty("faults")[0];
        Assert.Equal("zeroed", fault.GetProperty("kind").GetString());
        Assert.Equal(12_288, fault.GetProperty("offset").GetInt64());
        Assert.Equal(8_192, fault.GetProperty("length").GetInt64());
    }

    [Fact]
    public void What_a_killed_run_acknowledged_is_there_and_the_next_run_continues()
    {
        string[] work =
        [
            "measure", Path, "--write", "--verify-blocks", "--flush", "each", "--request-size", "4K",
            "--order", "random", "--size", "4M", "--time", "60s", "--quiet",
        ];
        for (int round = 1; round <= 2; round++)
        {
            // Killed when this run acknowledged something: the journal has one more record of marks. It has no lines.
            Command killed = LandspeedProcess.Shell(
                "f=$1; shift; marks() { grep -a -o has_ended \"$f.blocks\" 2>/dev/null | wc -l; }; n=$(marks); "
                + "\"$0\" \"$@\" >/dev/null & p=$!; "
                + "while [ \"$(marks)\" -le \"$n\" ] && kill -0 $p; do sleep 0.1; done; kill -9 $p; wait $p; echo $?",
                [Path, .. work]);
            Assert.Equal("137\n", killed.Output);

            Command done = Measure("--check");
            Assert.Equal(0, done.ExitCode);
            Assert.Contains(" checked, none wrong", done.Output, StringComparison.Ordinal);
        }

        Command last = Measure("--write", "--verify-blocks", "--bytes", "4M", "--time", "60s");
        Assert.Contains("written in generation 3\n", last.Output, StringComparison.Ordinal);
        Assert.Contains("1,024 checked, none wrong\n", Measure("--check").Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "there is no journal a.blocks", "--check")]
    [InlineData(2, "a cannot be its own journal", "--write", "--verify-blocks", "--block-journal", "a")]
    [InlineData(2, "its directory does not exist", "--write", "--verify-blocks", "--block-journal", "no/j")]
    [InlineData(2, "there is no journal", "--check", "made")]
    [InlineData(2, "use --request-size 512 or a multiple", "--write", "--verify-blocks", "--request-size", "1000")]
    [InlineData(2, "are written within a file: use --write", "--extend", "--verify-blocks")]
    [InlineData(3, "is not a journal of blocks: name another file", "--check", "--block-journal", "made", "made")]
    [InlineData(2, "is the journal of its blocks", "--write", "--verify-blocks", "--json", "a.blocks")]
    public void What_does_not_fit_is_refused_before_anything_is_touched(int code, string part, params string[] options)
    {
        if (options[^1] == "made")
        {
            _scratch.CreateFile("a", 2 << 20);
            options = [.. options[..^1].Select(option => option == "made" ? Path : option)];
        }

        Command refused = LandspeedProcess.Shell(
            "cd \"$1\"; shift; exec \"$0\" measure a \"$@\"", [_scratch.Path, .. options]);

        Assert.Equal(code, refused.ExitCode);
        Assert.Contains(part, refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("a.blocks")));
    }

    [Fact]
    public void A_journal_that_finds_no_room_leaves_nothing_and_is_begun_when_there_is_room()
    {
        using var volume = new TestVolume("tmpfs", "64k");
        string journal = System.IO.Path.Combine(volume.Path, "j");
        string[] write =
            ["--write", "--verify-blocks", "--block-journal", journal, "--size", "1M", "--bytes", "1M", "--quiet"];
        Command.Shell($"dd if=/dev/zero of='{volume.Path}/f' bs=4k 2>/dev/null || :");

        Command full = Measure(write);
        Assert.Equal(6, full.ExitCode);
        Assert.False(File.Exists(journal));

        File.Delete($"{volume.Path}/f");
        Assert.Equal(0, Measure(write).ExitCode);
        Assert.Equal(0, Measure("--check", "--block-journal", journal).ExitCode);
    }

    private Command Measure(params string[] options) => LandspeedProcess.Run(["measure", Path, "--quiet", .. options]);
}
