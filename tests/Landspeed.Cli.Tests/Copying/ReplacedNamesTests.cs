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
