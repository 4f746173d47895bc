using System.Text;
using Landspeed.Copying;
using Landspeed.Hashing;

namespace Landspeed.Tests.Hashing;

public sealed class IncompleteManifestTests
{
    private const string Line = "0123456789abcdef0123456789abcdef  a\n";

    [Theory]
    [InlineData("# landspeed: incomplete: 2 entries are missing\n" + Line, "2 entries are missing")]
    [InlineData("# landspeed: incomplete: 2 entries are missing\r\n" + Line, "2 entries are missing")]
    [InlineData(Line + "# landspeed: incomplete: of the second of two", "of the second of two")]
    [InlineData("# landspeed: incomplete: \u001b[31mred\n" + Line, "\\x1B[31mred")]
    [InlineData("# landspeed: incomplete: a\0b\n" + Line, "it does not say why")]
    [InlineData("# landspeed: incomplete: \n" + Line, "it does not say why")]
    [InlineData("# landspeed: complete\n" + Line, null)]
    [InlineData(" # landspeed: incomplete: b\n" + Line, null)]
    [InlineData(Line, null)]
    public void The_comment_is_found_wherever_it_stands(string text, string? expected)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(text));
        List<string> reasons = [];

        ManifestEntry[] entries = [.. ChecksumManifest.Read(stream, DigestAlgorithm.Md5, reasons.Add)];

        Assert.Equal(expected is null ? [] : [expected], reasons);
        Assert.Equal("a", Assert.Single(entries, entry => entry.Line is not null).Line!.Name.Text);
    }

    [Fact]
    public void What_is_written_is_read_again_and_is_no_line()
    {
        using var stream = new MemoryStream(IncompleteManifest.ToBytes("für drei"));
        List<string> reasons = [];

        Assert.Empty(ChecksumManifest.Read(stream, null, reasons.Add));

        Assert.Equal(["für drei"], reasons);
    }
}
