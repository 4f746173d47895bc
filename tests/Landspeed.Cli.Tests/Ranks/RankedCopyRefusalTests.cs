using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Copies by ranks of which some see or may something else than the others: refused before anything is touched.</summary>
[Collection("mpirun")]
public sealed class RankedCopyRefusalTests : IDisposable
{
    private const string Other = "mount -t tmpfs none \"$0\" && exec \"$@\"";
    private const string ReadOnly = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";
    private readonly ScratchDirectory _scratch = new();

    private string Source => _scratch.File("s/source");

    private string Target => _scratch.File("t/target");

    [Theory]
    [InlineData("mpirun.openmpi", false)]
    [InlineData("mpirun.openmpi", true)]
    [InlineData("mpirun.mpich", true, Traits = [Tier.Key, Tier.Mpich])]
    public void Ranks_that_see_other_directories_or_may_not_write_are_named_and_nothing_is_touched(string mpirun, bool isFile)
    {
        MakeSource(isFile);

        Command done = Launch(mpirun, [string.Empty, Other, Other, ReadOnly], [string.Empty, "s", "t", "t"]);

        Assert.True(done.ExitCode == 3, done.Error);
        string[] said = [.. done.Error.Split('\n').SelectMany(line => line.Split("; ")).Where(line => line.Contains($"({Environment.MachineName}): ", StringComparison.Ordinal))];
        Assert.Contains(said, line => line.Contains("rank 1 (", StringComparison.Ordinal) && line.Contains(Source, StringComparison.Ordinal));
        Assert.DoesNotContain("internal error", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Theory]
    [InlineData("s")]
    [InlineData("t")]
    public void A_file_that_rank_0_copies_alone_must_be_the_same_for_all(string differs)
    {
        Capability.RequireRoot();
        Command.Shell($"cd '{_scratch.Path}' && mkdir s t && echo a >s/source");
        string other = "mount -t tmpfs none \"$0\" && echo b >\"$0\"/source && exec \"$@\"";

        Command done = Launch("mpirun.openmpi", [string.Empty, other], [string.Empty, differs]);

        Assert.True(done.ExitCode == 3, done.Error);
        Assert.Contains("mount the same file system on all hosts", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Another_target_and_one_that_cannot_be_written_are_told_together(bool isFile)
    {
        MakeSource(isFile);

        Command done = Launch("mpirun.openmpi", [string.Empty, Other, ReadOnly], [string.Empty, "t", "t"]);

        Assert.True(done.ExitCode == 3, done.Error);
        Assert.Matches($@"rank 1 \({Environment.MachineName}\): [^;]*mount the same file system on all hosts; rank 2 \({Environment.MachineName}\): cannot create [^;]*read-only", done.Error);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Where_no_rank_may_write_rank_0_is_named(bool isFile)
    {
        MakeSource(isFile);
        using var full = new TestVolume("tmpfs", "1M", "ro");

        Command[] done = RankedCommand.Run(2, "copy", Source, full.File("target"), "--split", "32M", "--quiet");

        Assert.Equal(3, done[0].ExitCode);
        Assert.Matches("^landspeed: rank 0 \\(.*\\): cannot (make the directory|create) .*: the file system is read-only \\(EROFS\\)\n$", done[0].Error);
    }

    [Fact]
    public void A_file_here_and_a_directory_there_are_refused()
    {
        MakeSource(isFile: false);

        Command done = Launch("mpirun.openmpi", [string.Empty, "mount -t tmpfs none \"$0\" && touch \"$0/source\" && exec \"$@\""], [string.Empty, "s"]);

        Assert.Equal(3, done.ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}): {Source} is a file here and a directory on rank 0: mount the same file system on all hosts", done.Error);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Theory]
    [InlineData("mpirun.openmpi")]
    [InlineData("mpirun.mpich", Traits = [Tier.Key, Tier.Mpich])]
    public void Too_few_descriptors_are_told_with_the_host(string mpirun)
    {
        MakeSource(isFile: false);
        string few = $"ulimit -n {RankLauncher.FewDescriptors}; exec \"$@\"";

        // The other rank does not wait for it.
        Command done = Launch(mpirun, [string.Empty, few], [string.Empty, string.Empty]);

        Assert.NotEqual(0, done.ExitCode);
        Assert.Contains($"landspeed: too many open files: on {Environment.MachineName} this process may have {RankLauncher.FewDescriptors} open, and needs ", done.Error);
        Assert.Contains("ulimit -n 1024", done.Error);
        Assert.DoesNotContain("memory", done.Error, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("Unhandled", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Theory]
    [InlineData("mpirun.openmpi")]
    [InlineData("mpirun.mpich", Traits = [Tier.Key, Tier.Mpich])]
    public void A_host_without_the_library_ends_the_job(string mpirun)
    {
        MakeSource(isFile: false);
        const string Hidden = "for f in /usr/lib/*/libmpi.so.40 /usr/lib/*/libmpich.so.12 /usr/lib/*/libmpi.so.12; do [ ! -e $f ] || mount --bind /dev/null $(readlink -f $f); done; exec \"$@\"";

        Command done = Launch(mpirun, [string.Empty, Hidden], [string.Empty, string.Empty]);

        Assert.NotEqual(0, done.ExitCode);
        Assert.Contains("apt install", done.Error);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("t")));
    }

    [Fact]
    public void Ranks_that_see_another_manifest_or_directory_verify_nothing()
    {
        MakeSource(isFile: false);
        Assert.Equal(0, LandspeedProcess.Run("copy", Source, Target, "--manifest", _scratch.File("t/sums"), "--quiet").ExitCode);

        Command done = Start("mpirun.openmpi", ["verify", _scratch.File("t/sums"), "--directory", Target, "--quiet"], [string.Empty, Other], [string.Empty, "t/target"]);

        Assert.Equal(3, done.ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}): {_scratch.File("t/sums")} or {Target} is not the same there as on rank 0", done.Error);
        Assert.Equal(string.Empty, done.Output);
    }

    public void Dispose() => _scratch.Dispose();

    private void MakeSource(bool isFile)
    {
        Capability.RequireRoot();
        Command.Shell($"cd '{_scratch.Path}' && mkdir s t && " + (isFile ? "truncate -s 80M s/source" : "mkdir s/source && echo a > s/source/a"));
    }

    // Each rank in a script of its own, with a directory below the scratch directory; an empty script: as it is.
    private Command Launch(string mpirun, string[] scripts, string[] directories) =>
        Start(mpirun, ["copy", Source, Target, "--split", "32M", "--quiet"], scripts, directories);

    private Command Start(string mpirun, string[] verb, string[] scripts, string[] directories)
    {
        var launcher = RankLauncher.Named(mpirun);
        Capability.RequireProgram(mpirun);
        IEnumerable<string> ranks = scripts.Zip(directories).SelectMany((rank, index) => (string[])
            [.. index > 0 ? [":"] : Array.Empty<string>(), "-n", "1", .. rank.First.Length > 0 ? ["unshare", "-m", "sh", "-c", rank.First, _scratch.File(rank.Second)] : Array.Empty<string>(), LandspeedProcess.Executable, .. verb]);
        return Command.Run(mpirun, [.. launcher.Options, .. ranks], TimeSpan.FromMinutes(2));
    }
}
