using System.Text;
using Landspeed.Copying;
using Landspeed.Hashing;

namespace Landspeed.Tests.Hashing;

public class ChecksumManifestTests
{
    private const string Md5 = "d41d8cd98f00b204e9800998ecf8427e";
    private const string Sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    [Theory]
    [InlineData(Md5 + "  a b", "a b")]
    [InlineData(Md5 + " *a", "a")]
    [InlineData(Md5 + "   a", " a")]
    [InlineData(Md5 + "  *a", "*a")]
    [InlineData(Md5 + " a", "a")]
    [InlineData(Md5 + "\ta", "a")]
    [InlineData(Md5 + "  a ", "a ")]
    [InlineData(Md5 + "  a\r", "a")]
    [InlineData("  " + Md5 + "  a", "a")]
    [InlineData("D41D8CD98F00B204E9800998ECF8427E  a", "a")]
    [InlineData(Md5 + "  a\\nb", "a\\nb")]
    [InlineData("\\" + Md5 + "  a\\nb\\\\c\\rd", "a\nb\\c\rd")]
    [InlineData("MD5 (a) = " + Md5, "a")]
    [InlineData("MD5(a)= " + Md5, "a")]
    [InlineData("MD5 (a) = b) = " + Md5, "a) = b")]
    [InlineData("\\MD5 (a\\\\b) = " + Md5, "a\\b")]
    [InlineData(Md5 + "  MD5 (a) = b", "MD5 (a) = b")]
    public void A_line_names_a_file_and_its_digest(string text, string name)
    {
        ManifestEntry entry = Assert.Single(Read(text + "\n", DigestAlgorithm.Md5));

        Assert.Null(entry.Problem);
        Assert.Equal(1, entry.LineNumber);
        Assert.Equal(FilePath.FromText(name), entry.Line!.Name);
        Assert.Equal(new FileDigest(DigestAlgorithm.Md5, Md5), entry.Line.Digest);
    }

    [Theory]
    [InlineData(Md5, "neither")]
    [InlineData("hello", "neither")]
    [InlineData("hello world", "neither")]
    [InlineData(" ", "neither")]
    [InlineData("\\", "neither")]
    [InlineData(Md5 + " ", "no name")]
    [InlineData("MD5 () = " + Md5, "no name")]
    [InlineData(Md5 + "0  a", "has 32 digits, this one has 33")]
    [InlineData(Sha256 + "  a", "has 32 digits, this one has 64")]
    [InlineData("MD5 (a) = " + Md5 + " ", "something other than hexadecimal digits")]
    [InlineData("MD5 (a) = ", "something other than hexadecimal digits")]
    [InlineData("MD5 (a) " + Md5, "no ') =' follows")]
    [InlineData("MD5 (a = " + Md5, "no ') =' follows")]
    [InlineData("SHA256 (a) = " + Sha256, "it is for SHA256, but MD5 was asked for")]
    [InlineData("SHA512 (a) = " + Sha256, "the algorithm SHA512 is none of MD5, SHA256, XXH128")]
    [InlineData("\\" + Md5 + "  a\\tb", "backslash in the name")]
    [InlineData("\\" + Md5 + "  a\\", "backslash in the name")]
    [InlineData(Md5 + "  a\0b", "zero byte")]
    [InlineData("ab\0 (a) = " + Md5, "neither")]
    public void A_malformed_line_is_an_entry_with_its_number_and_reason(string text, string reason)
    {
        ManifestEntry[] entries = Read($"# comment\n\n{text}\n{Md5}  next\n", DigestAlgorithm.Md5);

        Assert.Equal([3, 4], entries.Select(entry => entry.LineNumber));
        Assert.Contains(reason, entries[0].Problem);
        Assert.Null(entries[0].Line);
        Assert.Equal("next", entries[1].Line!.Name.Text);
    }

    [Fact]
    public void Without_an_algorithm_the_name_in_the_line_or_the_length_of_the_digest_tells()
    {
        ManifestEntry[] entries = Read(
            $"{Sha256}  a\nMD5 (a) = {Md5}\nXXH128 (a) = {Md5}\nSHA256 (a) = {Sha256}\n{Md5}  a\n{Md5}00000000  a\n", null);

        Assert.Equal(
            [DigestAlgorithm.Sha256, DigestAlgorithm.Md5, DigestAlgorithm.Xxh128, DigestAlgorithm.Sha256],
            entries[..4].Select(entry => entry.Line!.Digest.Algorithm));
        Assert.Contains("may be MD5 or XXH128: name the algorithm", entries[4].Problem);
        Assert.Contains("40", entries[5].Problem);
    }

    [Fact]
    public void One_space_and_two_do_not_mix()
    {
        ManifestEntry[] two = Read($"{Md5}  a\n{Md5} b\n", DigestAlgorithm.Md5);
        ManifestEntry[] one = Read($"{Md5} a\n{Md5}  b\n", DigestAlgorithm.Md5);

        Assert.Contains("one space follows", two[1].Problem);
        Assert.Equal(["a", " b"], one.Select(entry => entry.Line!.Name.Text));
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n\r\n\n")]
    [InlineData("# only\n#comments")]
    public void A_file_without_lines_has_no_entries(string text) => Assert.Empty(Read(text, null));

    [Fact]
    public void The_last_line_needs_no_newline() =>
        Assert.Equal(["a", "b"], Read($"{Sha256}  a\n{Sha256}  b", null).Select(entry => entry.Line!.Name.Text));

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1000)]
    [InlineData(1 << 20)]
    public void A_line_up_to_64_KiB_is_read_and_a_longer_one_is_passed_over(int readLength)
    {
        string fits = new('a', ChecksumManifest.LongestLine - 66);
        string text = $"{Sha256}  {fits}\n{Sha256}  {fits}b\n{Sha256}  c\n{new string('d', 300_000)}\n{Sha256}  e\n{Sha256}  {fits}f";
        using var stream = new DribblingStream(Encoding.ASCII.GetBytes(text), readLength);

        ManifestEntry[] entries = [.. ChecksumManifest.Read(stream)];

        Assert.Equal([1, 2, 3, 4, 5, 6], entries.Select(entry => entry.LineNumber));
        Assert.Equal([fits, null, "c", null, "e", null], entries.Select(entry => entry.Line?.Name.Text));
        Assert.All([1, 3, 5], index => Assert.Contains("longer than 65536 bytes", entries[index].Problem));
    }

    [Fact]
    public void Any_cut_of_the_stream_gives_the_same_entries()
    {
        string text = $"# x\n{Sha256}  a\r\nnonsense\n\nMD5 (b) = {Md5}\n\\{Sha256}  c\\nd";
        ManifestEntry[] expected = Read(text, null);
        for (int readLength = 1; readLength < 50; readLength++)
        {
            using var stream = new DribblingStream(Encoding.ASCII.GetBytes(text), readLength);
            Assert.Equal(expected, ChecksumManifest.Read(stream));
        }
    }

    [Fact]
    public void Every_name_that_is_written_is_read_again()
    {
        ChecksumLine[] lines =
        [
            .. from algorithm in Enum.GetValues<DigestAlgorithm>()
               from name in NastyNames.All
               select new ChecksumLine(name, new FileDigest(algorithm, algorithm == DigestAlgorithm.Sha256 ? Sha256 : Md5)),
        ];
        foreach (IGrouping<DigestAlgorithm, ChecksumLine> group in lines.GroupBy(line => line.Digest.Algorithm))
        {
            using var stream = new MemoryStream();
            ChecksumManifest.Write(stream, group);
            stream.Position = 0;

            Assert.Equal(group, ChecksumManifest.Read(stream, group.Key).Select(entry => entry.Line));
        }
    }

    [Fact]
    public void An_unknown_algorithm_is_refused_at_once() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => ChecksumManifest.Read(Stream.Null, (DigestAlgorithm)7));

    [Fact]
    public void The_line_for_people_shows_control_characters_escaped() =>
        Assert.Equal(
            Md5 + @"  a\x0Ab",
            new ChecksumLine(FilePath.FromText("a\nb"), new FileDigest(DigestAlgorithm.Md5, Md5)).ToString());

    private static ManifestEntry[] Read(string text, DigestAlgorithm? algorithm) =>
        [.. ChecksumManifest.Read(new MemoryStream(Encoding.UTF8.GetBytes(text)), algorithm)];
}
