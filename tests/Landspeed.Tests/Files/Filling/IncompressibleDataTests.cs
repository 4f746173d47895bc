using System.IO.Compression;
using Landspeed.Files.Filling;

namespace Landspeed.Tests.Files.Filling;

public class IncompressibleDataTests
{
    [Fact]
    public void A_compressor_gains_nothing()
    {
        byte[] data = new byte[4 << 20];
        new IncompressibleData(1).Fill(data);
        using var packed = new MemoryStream();
        using (var packer = new BrotliStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            packer.Write(data);
        }

        Assert.True(packed.Length >= data.Length, $"{packed.Length} of {data.Length} bytes");
    }

    [Fact]
    public void No_two_blocks_are_equal_within_one_fill_or_between_fills()
    {
        var generator = new IncompressibleData(2);
        byte[] data = new byte[1 << 20];
        var seen = new HashSet<string>();
        for (int fill = 0; fill < 8; fill++)
        {
            generator.Fill(data);
            foreach (byte[] block in data.Chunk(512))
            {
                Assert.True(seen.Add(Convert.ToBase64String(block)));
            }
        }
    }

    [Fact]
    public void Every_bit_is_set_about_half_of_the_time()
    {
        byte[] data = new byte[1 << 20];
        new IncompressibleData(3).Fill(data);
        for (int bit = 0; bit < 8; bit++)
        {
            double share = data.Count(value => (value >> bit & 1) == 1) / (double)data.Length;
            Assert.InRange(share, 0.497, 0.503);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(4096 + 31)]
    public void Any_length_is_filled_to_its_last_byte_and_not_beyond(int length)
    {
        byte[] data = new byte[length + 64];
        new IncompressibleData(4).Fill(data.AsSpan(0, length));
        Assert.All(data[length..], value => Assert.Equal(0, value));
        Assert.True(length < 16 || data[..length].AsSpan()[^16..].IndexOfAnyExcept((byte)0) >= 0);
    }

    [Fact]
    public void The_same_seed_gives_the_same_bytes()
    {
        byte[] one = new byte[1000], two = new byte[1000], other = new byte[1000];
        new IncompressibleData(5).Fill(one);
        new IncompressibleData(5).Fill(two);
        new IncompressibleData(6).Fill(other);
        Assert.Equal(one, two);
        Assert.NotEqual(one, other);
    }
}
