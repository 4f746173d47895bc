using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Copies by ranks that are threads of this process, of trees and into volumes that are not as usual.</summary>
public sealed class RankedCopyInputTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    [Theory]
    [InlineData("echo a > a; echo b > b", 2)]
    [InlineData("touch 1 2 3 4 5 6 7 8 9", 9)]
    [InlineData(":", 0)]
    public void Few_files_empty_ones_and_none_are_copied_by_four(string make, int files)
    {
        Command.Shell($"mkdir '{Source}' && cd '{Source}' && {make}");

        Command[] done = RankedCommand.Run(4, "copy", Source, Target, "--verify", "--quiet", "--json", "-");

        Assert.All(done, rank => Assert.Equal((0, string.Empty), (rank.ExitCode, rank.Error)));
        Assert.Contains($"\"files_copied\": {files}", done[0].Output);
        Assert.Equal(string.Empty, Command.Shell($"diff -r '{Source}' '{Target}'"));
        Assert.Equal(files, Directory.GetFileSystemEntries(Target).Length);
    }

    [Theory]
    [InlineData("--exclude", "*.no")]
    [InlineData("--include", "d/**")]
    [InlineData("--holes", "fill")]
    public void Options_of_the_tree_do_what_they_do_in_one_process(string option, string value)
    {
        Command.Shell(
            $"mkdir -p '{Source}/d/e' && cd '{Source}' && for n in $(seq 60); do echo $n > $n.yes; echo $n > d/$n.no; echo $n > d/e/$n; done; truncate -s 70M d/sparse; echo x >> d/sparse");

        Command alone = RankedCommand.Run(1, "copy", Source, _scratch.File("alone"), option, value, "--quiet")[0];
        Command together = RankedCommand.Run(3, "copy", Source, Target, option, value, "--split", "32M", "--quiet")[0];

        Assert.Equal(new Command(0, string.Empty, string.Empty), alone);
        Assert.Equal(alone, together);
        Assert.Equal(string.Empty, Command.Shell($"diff -r '{_scratch.File("alone")}' '{Target}'"));
        Assert.Equal(Sizes(_scratch.File("alone")), Sizes(Target));
    }

    [Theory]
    [InlineData("tmpfs", "100M", "40M")]
    [InlineData("ext4", "128M", "50M")]
    public void What_finds_no_room_is_told_once_and_copied_by_another_number_of_ranks(string type, string size, string ballast)
    {
        Command.Shell(
            $"mkdir -p '{Source}/a' '{Source}/b' && cd '{Source}' && for n in $(seq 40); do head -c 20000 /dev/urandom > a/f$n; done; head -c 70M /dev/urandom > b/large");
        using var volume = new TestVolume(type, size);
        string target = volume.File("target");
        Command.Shell($"fallocate -l {ballast} '{volume.File("ballast")}'");

        Command full = RankedCommand.Run(3, "copy", Source, target, "--split", "32M", "--quiet")[0];

        Assert.Equal(6, full.ExitCode);
        Assert.Equal(2, full.Error.Split("no space left on the volume (ENOSPC)").Length);
        Assert.Contains($"cannot find room for {target}/b/large (73400320 bytes)", full.Error);
        Assert.Equal($"Only in {Source}/b: large\n", Command.Run("diff", ["-r", Source, target]).Output);

        File.Delete(volume.File("ballast"));
        Command done = RankedCommand.Run(2, "copy", Source, target, "--split", "32M", "--quiet")[0];

        Assert.Equal(new Command(0, string.Empty, string.Empty), done);
        Assert.Equal(string.Empty, Command.Shell($"diff -r '{Source}' '{target}'; find '{volume.Path}' -name '.*landspeed*'"));
    }

    [Theory]
    [InlineData("33554431", 2)]
    [InlineData("33554432", 0)]
    [InlineData("33554433", 2)]
    public void The_smallest_split_is_32_MiB(string split, int code)
    {
        Command.Shell($"mkdir '{Source}'");

        Command[] done = RankedCommand.Run(2, "copy", Source, Target, "--split", split, "--quiet");

        Assert.Equal(code, done[0].ExitCode);
        Assert.Equal(code == 0, Directory.Exists(Target));
    }

    public void Dispose() => _scratch.Dispose();

    private static string Sizes(string directory) => Command.Shell($"cd '{directory}' && find . -type f -printf '%p %s %b\\n' | sort");
}
