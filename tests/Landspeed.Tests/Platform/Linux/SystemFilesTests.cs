using System.Globalization;
using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

public sealed class SystemFilesTests
{
    [Fact]
    public void A_file_of_proc_is_read_at_once_and_not_piece_by_piece()
    {
        var files = new SystemFiles();
        long before = CallsOfThisThread();

        string? text = files.TryRead("/proc/self/status");

        // The text and the end of the file; and the first of the two counts, which counts only what was before it.
        Assert.InRange(CallsOfThisThread() - before, 2, 6);
        Assert.True(text?.Length > 500, text);
    }

    [Fact]
    public void A_file_that_is_longer_than_the_first_read_is_read_whole()
    {
        using var scratch = new ScratchDirectory();
        string expected = string.Join('\n', Enumerable.Range(0, 5000));
        File.WriteAllText(scratch.File("long"), expected);

        Assert.Equal(expected, new SystemFiles().TryRead(scratch.File("long")));
    }

    private static long CallsOfThisThread() => long.Parse(
        File.ReadLines("/proc/thread-self/io").Single(line => line.StartsWith("syscr:", StringComparison.Ordinal)).Split(' ')[1],
        CultureInfo.InvariantCulture);
}
