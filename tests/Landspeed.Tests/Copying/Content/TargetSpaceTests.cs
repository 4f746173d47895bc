using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Content;

/// <summary>Where there is room, whatever is said of it; and where there is none.</summary>
public class TargetSpaceTests
{
    [Fact]
    public void A_file_system_that_counts_nothing_takes_files()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && head -c 5M /dev/urandom >source && mkdir m && mount -t ramfs none m");
        try
        {
            Assert.Equal(CopyOutcome.Done, Copy(scratch.File("source"), scratch.File("m/target")));
            Command.Shell($"cd '{scratch.Path}' && cmp source m/target");
        }
        finally
        {
            Command.Shell($"umount '{scratch.Path}/m'");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Root_may_use_what_is_kept_for_it(bool hasHole)
    {
        using var volume = new TestVolume("ext4", "128M", makeOptions: "-m 50");
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"cd '{scratch.Path}' && head -c 80M /dev/urandom >source && truncate -s +{(hasHole ? "1M" : "0")} source");

        Assert.Equal(CopyOutcome.Done, Copy(scratch.File("source"), volume.File("target")));
        Command.Shell($"cmp '{scratch.Path}/source' '{volume.Path}/target'");
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void Where_it_does_not_fit_nothing_is_left(string type)
    {
        using var volume = new TestVolume(type, type == "xfs" ? "300M" : "128M");
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && head -c 400M /dev/urandom >source && truncate -s +1M source");

        CopyException failure = Assert.Throws<CopyException>(() => Copy(scratch.File("source"), volume.File("target")));

        Assert.Equal(CopyOutcome.OutOfSpace, failure.Outcome);
        Assert.Equal(string.Empty, Command.Shell($"ls -A '{volume.Path}' | grep -v lost+found || true"));
    }

    private static CopyOutcome Copy(string source, string target) => FileCopier.Copy(
        FilePath.FromText(source),
        FilePath.FromText(target),
        new CopyOptions { Resume = ResumeRule.StartAnew },
        null,
        TestContext.Current.CancellationToken).Outcome;
}
