using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>What is said where something cannot be kept, or is not what it says.</summary>
public sealed class WordsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void An_attribute_that_is_too_large_is_not_taken_for_a_full_volume()
    {
        Capability.RequireProgram("setfattr");
        using var wide = new TestVolume("xfs", "300M");
        using var narrow = new TestVolume("ext4", "32M");
        Command.Shell($"cd '{wide.Path}' && echo x > f && setfattr -n user.large -v $(printf '%060000d' 0) f");

        Command done = LandspeedProcess.Run("copy", wide.File("f"), narrow.File("f"));

        Assert.Equal(0, done.ExitCode);
        string said = string.Join(' ', done.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("does not keep so much for one file (ENOSPC)", said, StringComparison.Ordinal);
        Assert.DoesNotContain("no space left", said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_link_that_says_too_much_is_not_taken_for_a_long_name()
    {
        using var narrow = new TestVolume("xfs", "300M");
        Command.Shell($"cd '{_scratch.Path}' && mkdir s && ln -s $(printf '%02000d' 0) s/link");

        Command done = LandspeedProcess.Run("copy", _scratch.File("s"), narrow.File("t"), "--quiet");

        Assert.Equal(1, done.ExitCode);
        Assert.Contains(
            "The link says 2000 bytes, more than this file system keeps in a link",
            done.Error,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("copy /sys/kernel/mm/transparent_hugepage/enabled \"$1/new\"")]
    [InlineData("copy /sys/kernel/mm/transparent_hugepage/enabled -")]
    [InlineData("copy /proc/self/limits \"$1/new\"")]
    [InlineData("copy /sys/kernel/mm/transparent_hugepage \"$1/new\" --quiet")]
    [InlineData("copy /proc/sys/fs/inotify \"$1/new\" --quiet")]
    [InlineData("measure /sys/kernel/mm/transparent_hugepage/enabled --read --time 50ms --request-size 512")]
    public void A_file_that_the_kernel_makes_up_is_named_as_one(string words)
    {
        Capability.Require("/sys/kernel/mm", Directory.Exists("/sys/kernel/mm/transparent_hugepage"));

        Command done = LandspeedProcess.Shell($"\"$0\" {words}", _scratch.Path);

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("as files do that the kernel generates (/proc, /sys); ", done.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("changed while", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_volume_of_ext2_is_not_called_ext4()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("mke2fs");
        Command.Shell(
            $"cd '{_scratch.Path}' && mkdir v && truncate -s 32M image"
            + " && PATH=$PATH:/sbin:/usr/sbin mke2fs -q -F -t ext2 image");
        Command mounted = Command.Run(
            "mount", ["-t", "ext2", "-o", "loop", _scratch.File("image"), _scratch.File("v")]);
        Capability.Require("ext2", mounted.ExitCode == 0);
        try
        {
            Command filled = LandspeedProcess.Run("fragment", _scratch.File("v"), "--fill", "50", "--quiet");

            Assert.Equal(3, filled.ExitCode);
            Assert.Contains("it is on ext2; ", filled.Error, StringComparison.Ordinal);
        }
        finally
        {
            Command.Shell($"umount '{_scratch.File("v")}'");
        }
    }

    [Fact]
    public void Of_one_byte_no_share_is_said()
    {
        Command.Shell($"printf x > '{_scratch.File("one")}'");

        Command done = LandspeedProcess.Run("copy", _scratch.File("one"), _scratch.File("two"));

        Assert.Equal(0, done.ExitCode);
        Assert.DoesNotContain("of the 1 bytes", done.Output, StringComparison.Ordinal);
        Assert.DoesNotMatch("[0-9]{4,}\\.[0-9] %", done.Output);
    }

    [Theory]
    [InlineData("{0}/s/d/f", "is a full path and can never match: patterns start below the source")]
    [InlineData("{0}/s", "is a full path and can never match: patterns start below the source")]
    [InlineData("./d", "leads outside the source, or nowhere")]
    [InlineData("d//f", "has two slashes")]
    public void A_pattern_that_can_match_nothing_is_refused(string pattern, string why)
    {
        Directory.CreateDirectory(_scratch.File("s"));
        pattern = pattern.Replace("{0}", _scratch.Path, StringComparison.Ordinal);

        Command done = new CommandUnderTest().Run(
            "copy", _scratch.File("s/."), _scratch.File("t"), "--exclude", pattern);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(pattern, done.Error, StringComparison.Ordinal);
        Assert.Contains(why, done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"$0\" verify - < list")]
    [InlineData("cat list | \"$0\" verify -")]
    [InlineData("mkfifo fifo; cat list > fifo & \"$0\" verify fifo")]
    [InlineData("printf '\\357\\273\\277' | cat - list > marked; \"$0\" verify marked")]
    [InlineData("printf '\\357\\273\\277' | cat - list | sed 's/$/\\r/' | \"$0\" verify -")]
    public void A_manifest_comes_from_anywhere(string script)
    {
        Command.Shell($"cd '{_scratch.Path}' && echo a > a && echo b > b && sha256sum a b > list");

        Command done = LandspeedProcess.Shell($"cd \"$1\" && {script}", _scratch.Path);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("2 files OK", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_manifest_in_utf_16_is_named_as_such()
    {
        Command.Shell($"cd '{_scratch.Path}' && printf '\\377\\376a\\0\\n\\0' > list");

        Command done = LandspeedProcess.Run("verify", _scratch.File("list"));

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("UTF-16 text; save it as UTF-8", done.Error + done.Output, StringComparison.Ordinal);
    }
}
