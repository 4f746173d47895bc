using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

public sealed class FillProcessTests : IDisposable
{
    private readonly TestVolume _volume = new("ext4", "64M");

    [Fact]
    public void A_volume_is_filled_its_result_shown_and_cleaned()
    {
        Command done = Run("--fill", "90", "--delete-to", "20", "--cycles", "2", "--json", "-", "--quiet");

        Assert.True(done.ExitCode == 0, done.Error);
        JsonElement fill = JsonDocument.Parse(done.Output).RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("fill");
        Assert.Equal(2, fill.GetProperty("cycles").GetArrayLength());
        Assert.Equal("cycles", fill.GetProperty("ended_by").GetString());
        Assert.Equal(_volume.File("landspeed-fill"), fill.GetProperty("stays_in").GetString());

        Command cleaned = Run("--clean");

        Assert.Equal((0, string.Empty), (cleaned.ExitCode, cleaned.Error));
        Assert.Matches($"^removed [0-9]+ files \\([0-9.]+ MiB\\) left by --fill in {_volume.Path}\n$", cleaned.Output);
        Assert.Equal($"nothing left by --fill in {_volume.Path}\n", Run("--clean").Output);
    }

    [Fact]
    public void What_would_be_done_is_told_and_nothing_is_made()
    {
        Command plan = Run("--fill", "90", "--delete-to", "20", "--dry-run");

        Assert.Equal(0, plan.ExitCode);
        Assert.Contains("stay free", plan.Output, StringComparison.Ordinal);
        Assert.Contains("fill        to 90 %: ", plan.Output, StringComparison.Ordinal);
        Assert.Contains("cycles      3, at most 600 s", plan.Output, StringComparison.Ordinal);
        Assert.Matches("\nnew file    of [0-9.]+ [KM]iB, before and after, to count its pieces: written ", plan.Output);
        Assert.Matches(
            "\nmoves       at most 0 B read, ([0-9.]+ [KM]iB) written\ntime        about 0:0[0-9] at most: "
                + "[0-9,]+ files of 100 µs, and \\1 of new files at 1 GB/s\n",
            plan.Output);
        Assert.Contains($"afterwards  kept files stay until landspeed fragment --clean {_volume.Path}", plan.Output, StringComparison.Ordinal);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void What_cannot_be_is_told_in_one_line_and_nothing_is_made()
    {
        (int ExitCode, string Words)[] cases =
        [
            (2, "--fill 100"), (2, "--fill 0"), (2, "--fill -5"), (2, "--fill 101"), (2, "--fill 90 --delete-to 90"), (2, "--fill 90 --run-length 4K"), (2, "--fill 90 --keep"),
            (2, "--delete-to 10 --run-length 4K"), (2, "--clean --fill 90"), (2, "--fill 90 --smallest 2M --largest 1M"), (2, "--fill 90 --fs xfs"), (2, "--fill 90 --image 1M"), (2, "--fill 90 --image 64M --force"), (2, "--fill 90 --hole-size 64K --delete-to 5"), (2, "--fill 90 --hole-size 1000"), (3, "--fill 99"),
        ];
        foreach ((int exitCode, string words) in cases)
        {
            Command done = Run(words.Split(' '));

            Assert.True(done.ExitCode == exitCode, $"{words}: {done.ExitCode}: {done.Error}");
            Assert.Equal(1, done.Error.Count(letter => letter == '\n'));
        }

        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_volume_of_ones_own_is_filled_and_removed()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("fragment", scratch.Path, "--fill", "90", "--delete-to", "30", "--cycles", "2", "--image", "64M", "--quiet");

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.Contains("loop device with direct I/O", done.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("KILL", 137)]
    public void A_volume_of_ones_own_goes_with_a_signal_or_with_the_next_run(string signal, int exitCode)
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(
            ["fragment", scratch.Path, "--fill", "90", "--delete-to", "30", "--cycles", "0", "--image", "64M", "--quiet", "--smallest", "4K", "--largest", "64K"]);
        Assert.True(SpinWait.SpinUntil(
            () => Directory.EnumerateDirectories(scratch.Path).Any(image => Directory.Exists($"{image}/mounted/landspeed-fill/d0")), TimeSpan.FromMinutes(1)));

        process.Signal(signal);
        Assert.Equal(exitCode, process.Wait().ExitCode);

        if (signal == "KILL")
        {
            Assert.Single(Directory.GetDirectories(scratch.Path));
            string[] words = ["fragment", scratch.Path, "--fill", "90", "--delete-to", "30", "--cycles", "1", "--image", "64M", "--quiet"];
            Assert.Contains("1 directory of killed runs", LandspeedProcess.Run([.. words, "--dry-run"]).Output, StringComparison.Ordinal);
            Command next = LandspeedProcess.Run(words);
            Assert.True(next.ExitCode == 0, next.Error);
        }

        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_file_named_to_be_cleaned_is_refused()
    {
        File.WriteAllText(_volume.File("mine"), "mine");

        Command done = LandspeedProcess.Run("fragment", _volume.File("mine"), "--clean");

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("cannot open the directory", done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("INT", 130, false)]
    [InlineData("TERM", 143, true)]
    public void A_signal_stops_it_and_what_stays_is_told(string signal, int exitCode, bool undo)
    {
        using LandspeedProcess process = LandspeedProcess.Start(
            ["fragment", _volume.Path, "--fill", "90", "--delete-to", "5", "--cycles", "0", "--quiet", "--largest", "64K", "--smallest", "4K", .. Enumerable.Repeat("--undo", undo ? 1 : 0)]);
        Assert.True(SpinWait.SpinUntil(() => Directory.Exists(_volume.File("landspeed-fill/d0")), TimeSpan.FromMinutes(1)));

        process.Signal(signal);
        Command ended = process.Wait();

        Assert.Equal(exitCode, ended.ExitCode);
        Assert.Contains(undo ? "stays       nothing, everything is removed" : "remove with: landspeed", ended.Output, StringComparison.Ordinal);
        Assert.Equal(!undo, Directory.Exists(_volume.File("landspeed-fill")));
        Assert.Equal(0, Run("--clean").ExitCode);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("fallocate:error=EDQUOT:when=9", 6, "The quota is smaller than the volume", 7)]
    [InlineData("fallocate:error=EIO:when=9", 1, "EIO", 7)]
    [InlineData("linkat:error=EIO:when=5", 1, "EIO", 4)]
    [InlineData("unlinkat:error=EIO:when=3", 1, "EIO", null)]
    public void A_refusal_on_the_way_is_told_with_totals_that_are_right(string fault, int exitCode, string cause, int? made)
    {
        Capability.RequireProgram("strace");

        Command done = LandspeedProcess.Shell(
            $"strace -f -qq -o /dev/null -e trace={fault.Split(':')[0]} -e inject={fault} \"$0\" fragment '{_volume.Path}' --fill 90 --delete-to 20 --largest 1M --quiet");

        Assert.True(done.ExitCode == exitCode, $"{done.ExitCode}: {done.Error}");
        Assert.Contains(cause, done.Error, StringComparison.Ordinal);
        int there = Directory.EnumerateFiles(_volume.File("landspeed-fill"), "f*", SearchOption.AllDirectories).Count();
        Assert.Contains($"{there} file", done.Error, StringComparison.Ordinal);
        Assert.Contains(made is { } files ? $"{files} files had been made and 0 removed, {files} files stay" : "had been made and 2 removed", done.Error, StringComparison.Ordinal);
        Assert.Equal(0, Run("--clean").ExitCode);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_filler_that_is_refused_blocks_leaves_nothing()
    {
        Capability.RequireProgram("strace");

        // The first call is that of the probe.
        Command done = LandspeedProcess.Shell(
            $"strace -f -qq -o /dev/null -e trace=fallocate -e inject=fallocate:error=ENOSPC:when=2 \"$0\" fragment '{_volume.Path}' --fill 90 --hole-size 64K --quiet");

        Assert.Equal(6, done.ExitCode);
        Assert.Contains("1 file had been made and 0 removed, nothing stays", done.Error, StringComparison.Ordinal);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void The_limit_of_a_process_on_the_length_of_a_file_is_told()
    {
        Command done = LandspeedProcess.Shell($"ulimit -f 20000; \"$0\" fragment '{_volume.Path}' --fill 90 --smallest 20M --largest 20M --quiet");

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("EFBIG", done.Error, StringComparison.Ordinal);
        Assert.Contains("give a smaller --largest", done.Error, StringComparison.Ordinal);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(_volume.Path).Select(Path.GetFileName));
    }

    public void Dispose() => _volume.Dispose();

    private Command Run(params string[] words) => LandspeedProcess.Run(["fragment", _volume.Path, .. words]);
}
