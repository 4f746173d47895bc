using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Somebody gives names of source or target to other files and directories while the command copies.</summary>
public sealed class ReplacedNamesTests
{
    private const int SourceChanged = 5;

    [Theory]
    [InlineData("mv other source/f")]
    [InlineData("mv twin source/f")]
    [InlineData("mv source/f aside && ln -s ../aside source/f")]
    public void A_small_file_of_a_tree_that_is_replaced_while_it_is_read_is_reported_and_stays(string command)
    {
        using var volume = new TestVolume("ext4");
        Command.Shell($"cd '{volume.Path}' && mkdir source && echo 1 > source/a && echo content > source/f && echo other > other && echo CONTENT > twin && touch -d 2020-01-01 source/f twin");
        using var point = new FaultPoint(volume.Path);

        Command copy = CopyWhile(volume, point, command, "--remove-source");

        Assert.Equal(SourceChanged, copy.ExitCode);
        Assert.Contains($"{volume.Path}/source/f", copy.Error, StringComparison.Ordinal);
        Assert.Equal("source:\nf\n\ntarget:\na\n", Command.Shell($"cd '{volume.Path}' && ls source target"));
    }

    [Theory]
    [InlineData("mv target aside && mkdir target", 1, "target", "aside now")]
    [InlineData("mount -t tmpfs none target", 1, "target", "inode")]
    [InlineData("mv source aside && mkdir source", SourceChanged, "source", "aside now")]
    public void A_tree_that_is_not_under_the_names_that_were_given_is_no_success(string command, int code, string name, string where)
    {
        using var volume = new TestVolume("ext4");
        Command.Shell($"cd '{volume.Path}' && mkdir source target && echo content > source/f && echo old > target/old");
        using var point = new FaultPoint(volume.Path);
        try
        {
            Command copy = CopyWhile(volume, point, command, "--remove-source", "--delete", "--yes");

            Assert.Equal(code, copy.ExitCode);
            Assert.Contains($"landspeed: {volume.Path}/{name} was moved, removed, replaced or covered", copy.Error, StringComparison.Ordinal);
            Assert.Contains(where, copy.Error, StringComparison.Ordinal);
        }
        finally
        {
            Command.Run("umount", [volume.File("target")]);
        }

        Assert.Equal("f\nf\nold\n", Command.Shell($"cd '{volume.Path}' && find . -type f -printf '%f\\n' | sort"));
    }

    /// <summary>Copies the tree, and runs a command while the first read of <c>f</c> is held up.</summary>
    private static Command CopyWhile(TestVolume volume, FaultPoint point, string command, params string[] options)
    {
        ArmedRule rule = point.Arm(new FaultRule(FaultOperations.Read, FaultAction.Hold) { Filter = "=f" });
        using LandspeedProcess process = LandspeedProcess.Start(
            ["copy", $"{volume.Path}/source", $"{volume.Path}/target", "--quiet", .. options]);
        rule.Wait();
        Command.Shell($"cd '{volume.Path}' && {command}");
        rule.Allow();
        return process.Wait();
    }
}
