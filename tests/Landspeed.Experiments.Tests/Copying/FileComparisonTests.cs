using Landspeed.Experiments.Copying;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying;

public sealed class FileComparisonTests : IDisposable
{
    private const int Request = 64 * 1024;
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Request - 1)]
    [InlineData(Request)]
    [InlineData(Request + 1)]
    [InlineData((5 * Request) + 17)]
    public void Equal_files_have_no_difference(int length) => Assert.Null(Compare(length, length, null));

    [Theory]
    [InlineData(0)]
    [InlineData(Request - 1)]
    [InlineData(Request)]
    [InlineData((3 * Request) + 16)]
    public void The_first_byte_that_differs_is_found(int offset) =>
        Assert.Equal(offset, Compare((3 * Request) + 17, (3 * Request) + 17, offset));

    [Theory]
    [InlineData(0, 1, 0)]
    [InlineData(Request, Request + 1, Request)]
    [InlineData((2 * Request) + 1, 2 * Request, 2 * Request)]
    public void The_end_of_the_shorter_file_is_a_difference(int one, int other, int offset) =>
        Assert.Equal(offset, Compare(one, other, null));

    private long? Compare(int one, int other, int? flip)
    {
        byte[] bytes = new byte[Math.Max(one, other)];
        new Random(1).NextBytes(bytes);
        File.WriteAllBytes(_scratch.File("one"), bytes[..one]);
        if (flip is { } offset)
        {
            bytes[offset] ^= 1;
        }

        File.WriteAllBytes(_scratch.File("other"), bytes[..other]);
        return FileComparison.FirstDifference(
            _scratch.FilePath("one"),
            _scratch.FilePath("other"),
            new SequentialFileOptions { RequestSize = Request },
            CancellationToken.None);
    }
}
