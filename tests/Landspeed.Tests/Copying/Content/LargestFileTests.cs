using Landspeed.Copying;
using Landspeed.Files;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Content;

/// <summary>Files as long as the system lets them be: 8 EiB less one byte, with their data at the end.</summary>
public class LargestFileTests
{
    private const string Last = "9223372036854775806";

    [Theory]
    [InlineData(CopyStrategy.Automatic, false)]
    [InlineData(CopyStrategy.Automatic, true)]
    [InlineData(CopyStrategy.Direct, true)]
    [InlineData(CopyStrategy.Uncached, true)]
    [InlineData(CopyStrategy.Buffered, true)]
    public void The_largest_files_are_copied_with_their_last_byte(CopyStrategy strategy, bool verify)
    {
        using var volume = new TestVolume("xfs", "512M");
        Command.Shell(
            $"cd '{volume.Path}' && mkdir src && echo a >src/a && for f in b c; do "
                + "truncate -s 9223372036854775807 src/$f && "
                + $"printf x | dd of=src/$f bs=1 seek={Last} conv=notrunc status=none; done; chmod 600 src/b");

        CopyResult tree = TreeCopies.Copy(
            volume.File("src"),
            volume.File("dst"),
            new TreeCopyOptions { Strategy = strategy, Verify = verify, Reflink = ReflinkRule.Never });
        CopyResult again = TreeCopies.Copy(volume.File("src"), volume.File("dst"));
        (FilePath from, FilePath to) = (FilePath.FromText(volume.File("src/b")), FilePath.FromText(volume.File("one")));
        CopyResult one = FileCopier.Copy(from, to, null, null, TestContext.Current.CancellationToken);

        TreeCopies.AssertDone(tree);
        Assert.Equal(3, again.FilesUpToDate);
        Assert.Equal(CopyOutcome.Done, one.Outcome);
        foreach (string file in (string[])["dst/b", "dst/c", "one"])
        {
            using SafeFileHandle opened = File.OpenHandle(volume.File(file));
            byte[] last = new byte[1];
            Assert.Equal(1, RandomAccess.Read(opened, last, long.MaxValue - 1));
            Assert.Equal((long.MaxValue, (byte)'x'), (RandomAccess.GetLength(opened), last[0]));
        }
    }

    [Theory]
    [InlineData(0, 4096, 0)]
    [InlineData(1, 4096, 4096)]
    [InlineData(4096, 4096, 4096)]
    [InlineData(long.MaxValue - 4095, 4096, long.MaxValue - 4095)]
    [InlineData(long.MaxValue - 4094, 4096, long.MaxValue)]
    [InlineData(long.MaxValue, 4096, long.MaxValue)]
    [InlineData(long.MaxValue, 1, long.MaxValue)]
    public void A_value_without_a_multiple_above_it_is_rounded_to_the_largest(
        long value, long alignment, long expected) =>
        Assert.Equal(expected, Alignment.AlignUp(value, alignment));
}
