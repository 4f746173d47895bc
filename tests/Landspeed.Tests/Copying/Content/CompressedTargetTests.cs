using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Content;

/// <summary>Copies onto btrfs where it compresses.</summary>
public class CompressedTargetTests
{
    [Theory]
    [InlineData("compress=zstd", "true", true)]
    [InlineData("compress-force=lzo", "true", true)]
    [InlineData("rw", "chattr +c target", true)]
    [InlineData("rw", "true", false)]
    [InlineData("compress=no", "true", false)]
    public void A_large_file_is_compressed_where_the_volume_or_the_directory_asks_for_it(
        string options, string prepare, bool isCompressed)
    {
        using var volume = new TestVolume("btrfs", "512M", options);
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"mkdir '{scratch.Path}/source' && seq 3000000 >'{scratch.Path}/source/large' && "
                + $"seq 100000 >'{scratch.Path}/source/small' && cd '{volume.Path}' && mkdir target && {prepare}");

        CopyResult tree = TreeCopies.Copy(scratch.File("source"), volume.File("target"));
        CopyResult one = FileCopier.Copy(
            FilePath.FromText(scratch.File("source/large")),
            FilePath.FromText(volume.File("target/one")),
            new CopyOptions { Verify = true },
            null,
            TestContext.Current.CancellationToken);

        TreeCopies.AssertDone(tree);
        Assert.Equal(CopyOutcome.Done, one.Outcome);
        Command.Shell(
            $"cd '{volume.Path}' && sync -f . && diff -r '{scratch.Path}/source' target || true; "
                + $"cmp '{scratch.Path}/source/large' target/one && cmp '{scratch.Path}/source/large' target/large");
        foreach (string name in (string[])["large", "one", "small"])
        {
            Assert.Equal((name, isCompressed), (name, IsEncoded(volume.File($"target/{name}"))));
        }
    }

    [Fact]
    public void A_file_that_only_fits_compressed_is_copied()
    {
        using var volume = new TestVolume("btrfs", "256M", "compress-force=zstd");
        using var scratch = new ScratchDirectory();
        Command.Shell($"yes 'a line that is much like the others' | head -c 600M >'{scratch.Path}/large'");

        CopyResult result = FileCopier.Copy(
            FilePath.FromText(scratch.File("large")),
            FilePath.FromText(volume.File("copy")),
            null,
            null,
            TestContext.Current.CancellationToken);

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Command.Shell($"cmp '{scratch.Path}/large' '{volume.Path}/copy'");
    }

    [Theory]
    [InlineData(ReflinkRule.Automatic)]
    [InlineData(ReflinkRule.Never)]
    public void Files_keep_what_they_were_given_of_their_own(ReflinkRule reflink)
    {
        using var volume = new TestVolume("btrfs");
        Command.Shell(
            $"cd '{volume.Path}' && mkdir source && cd source && "
                + "for n in seq-C seq-c seq; do touch $n $n.small; done && "
                + "chattr +C seq-C seq-C.small && chattr +c seq-c seq-c.small && "
                + "for n in seq-C seq-c seq; do seq 500000 >$n && seq 1000 >$n.small; done");

        TreeCopies.AssertDone(TreeCopies.Copy(
            volume.File("source"), volume.File("target"), new TreeCopyOptions { Reflink = reflink }));
        CopyResult again = TreeCopies.Copy(
            volume.File("source"), volume.File("target"), new TreeCopyOptions { Overwrite = OverwriteRule.Always });

        Assert.Equal(6, again.FilesUpToDate);
        Assert.Equal(
            Command.Shell($"cd '{volume.Path}/source' && lsattr | sort -k2"),
            Command.Shell($"cd '{volume.Path}/target' && lsattr | sort -k2"));
        Assert.True(IsEncoded(volume.File("target/seq-c")));
        Command.Shell($"cd '{volume.Path}' && diff -r source target");
    }

    // Whether it has pieces that lie otherwise on the medium than they are read.
    private static bool IsEncoded(string path) =>
        Command.Shell($"filefrag -v '{path}'").Contains("encoded", StringComparison.Ordinal);
}
