using System.Security.Cryptography;
using System.Text;
using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Tests.Records;

public class RecordContentTests
{
    [Theory]
    [InlineData(1, RecordLayout.Binary, false, "9ea593a0")]
    [InlineData(10, RecordLayout.Binary, false, "55fea8a1a")]
    [InlineData(163_840, RecordLayout.Binary, false, "13f6b0519fb7c")]
    [InlineData(1, RecordLayout.Ascii, false, "3fcaea0a")]
    [InlineData(10, RecordLayout.Ascii, false, "469302dca")]
    [InlineData(163_840, RecordLayout.Ascii, false, "1400fed7bb2c2")]
    [InlineData(1, RecordLayout.Binary, true, "9ea593a0")]
    [InlineData(10, RecordLayout.Binary, true, "5d95519b3")]
    [InlineData(1, RecordLayout.Ascii, true, "3fcaea0a")]
    [InlineData(10, RecordLayout.Ascii, true, "46073c01c")]
    [InlineData(1, RecordLayout.OldBinary, false, "97503e23")]
    [InlineData(1_000, RecordLayout.OldBinary, false, "1f9ffe645ec")]
    public void Checksums_are_those_that_gensort_prints(int count, RecordLayout layout, bool skewed, string expected)
    {
        byte[] records = RecordTestData.Make(count, layout, skewed);

        Assert.Equal(expected, RecordTestData.Hex(RecordTestData.Judge(records).Checksum));
    }

    [Theory]
    [InlineData(1, RecordLayout.Binary, false, "7bda0438360efb41b7bdabebb95e86438c045fd8206ad0765f76942001506374")]
    [InlineData(1_000, RecordLayout.Ascii, false, "6c26b26a61464dd78038f9c60907c851ac043c07584b12835fe065cbca31aad2")]
    [InlineData(1_000, RecordLayout.Ascii, true, "33dc462ab1da5ddedecf127d65c8856b59baec45a15b91f79aafd116514ac65e")]
    [InlineData(1_000_000, RecordLayout.Ascii, false, "f0521447a8c0928e6591308bbb3198e1d844a105f31ebe823f6ed80c743aef68")]
    public void Whole_files_are_those_of_gensort_by_their_sha256(int count, RecordLayout layout, bool skewed, string expected)
    {
        byte[] records = RecordTestData.Make(count, layout, skewed);

        Assert.Equal(expected, Convert.ToHexStringLower(SHA256.HashData(records)));
    }

    [Fact]
    public void The_first_binary_record_begins_as_published()
    {
        Assert.Equal(
            "4a696d477261795249506508006083 6b392cd58b".Replace(" ", string.Empty, StringComparison.Ordinal),
            Convert.ToHexStringLower(RecordTestData.Make(1)[..20]));
    }

    [Fact]
    public void The_first_and_third_printable_keys_are_as_published()
    {
        string text = Encoding.ASCII.GetString(RecordTestData.Make(3, RecordLayout.Ascii));

        Assert.Equal("AsfAGHM5om", text[..10]);
        Assert.Equal("uI^EYm8s=|", text[200..210]);
    }

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(400)]
    public void Records_are_those_of_the_specification_written_down_plainly(int count)
    {
        Assert.Equal(RecordFileOracle.Binary(count), RecordTestData.Make(count));
        Assert.Equal(RecordFileOracle.Ascii(count), RecordTestData.Make(count, RecordLayout.Ascii));
    }

    [Theory]
    [InlineData(RecordLayout.Binary, false)]
    [InlineData(RecordLayout.Binary, true)]
    [InlineData(RecordLayout.Ascii, false)]
    [InlineData(RecordLayout.Ascii, true)]
    [InlineData(RecordLayout.OldBinary, false)]
    public void Slices_at_any_byte_put_together_are_the_whole(RecordLayout layout, bool skewed)
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), out int given) ? given : Environment.TickCount;
        var random = new Random(seed);
        var records = new RecordSet { Count = 2_000, Layout = layout, IsSkewed = skewed, Start = (ulong)random.Next() };
        byte[] whole = new byte[records.Length];
        var content = new RecordContent(records);
        content.Fill(0, whole);
        byte[] pieces = new byte[records.Length];
        for (int done = 0; done < pieces.Length;)
        {
            int length = Math.Min(random.Next(1, random.Next(2, 30_000)), pieces.Length - done);
            content.Fill(done, pieces.AsSpan(done, length));
            done += length;
        }

        Assert.True(whole.AsSpan().SequenceEqual(pieces), $"LANDSPEED_SEED={seed} shows it");
    }

    [Theory]
    [InlineData(RecordLayout.Binary, true)]
    [InlineData(RecordLayout.Ascii, true)]
    [InlineData(RecordLayout.OldBinary, false)]
    public void A_start_skips_as_many_records(RecordLayout layout, bool skewed)
    {
        byte[] all = RecordTestData.Make(1_100, layout, skewed);
        byte[] later = RecordTestData.Make(1_000, layout, skewed, start: 100);

        Assert.Equal(all[10_000..], later);
    }

    [Theory]
    [InlineData(0x0FFF_FFFF_FFFF_FFFF, 60)]
    [InlineData(0x1000_0000_0000_0000, 64)]
    [InlineData(0x7FFF_FFFF_FFFF_FFFF, 64)]
    public void From_2_to_the_60_on_skewed_keys_begin_like_that_of_record_64(ulong number, int like)
    {
        byte[] even = RecordTestData.Make(1, RecordLayout.Ascii, start: number);
        byte[] skewed = RecordTestData.Make(1, RecordLayout.Ascii, skewed: true, start: number);
        byte[] entry = RecordTestData.Make(1, RecordLayout.Ascii, start: (ulong)like);
        int shared = (int)((RandomSequence.OfRecord(number).Low >> 32) & 7);
        shared = shared > 6 ? 0 : shared;

        Assert.Equal([.. entry[..shared], .. even[shared..]], skewed);
    }

    [Fact]
    public void Numbers_of_64_bits_are_written_whole()
    {
        string text = Encoding.ASCII.GetString(RecordTestData.Make(1, RecordLayout.Ascii, start: 0xFEDC_BA98_7654_3210));

        Assert.Equal("0000000000000000FEDCBA9876543210", text[12..44]);
    }

    [Theory]
    [InlineData(10_000_000, RecordLayout.Binary, "4c4e32cca7d315")]
    [InlineData(10_000_000, RecordLayout.Ascii, "4c48a881c779d5")]
    public void Long_checksums_are_those_that_gensort_prints(int count, RecordLayout layout, string expected)
    {
        var content = new RecordContent(new RecordSet { Count = count, Layout = layout });
        byte[] block = new byte[1_000_000];
        RecordSummary sum = default;
        for (long offset = 0; offset < count * 100L; offset += block.Length)
        {
            content.Fill(offset, block);
            sum = sum.Join(RecordTestData.Judge(block));
        }

        Assert.Equal(expected, RecordTestData.Hex(sum.Checksum));
        Assert.Equal(2, sum.FirstUnordered);
    }
}
