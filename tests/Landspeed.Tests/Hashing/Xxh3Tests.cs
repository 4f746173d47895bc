using System.Globalization;
using Landspeed.Hashing;
using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

public class Xxh3Tests
{
    [Fact]
    public void The_128_bit_hash_of_every_length_is_what_xxhsum_prints_with_every_width()
    {
        byte[][] contents = [.. Xxh3Inputs.Lengths.Select(length => Xxh3Inputs.Bytes(length))];

        string[] expected = XxhsumOracle.Digests("-H2", contents);

        Assert.Equal(expected, contents.Select(bytes => Xxh3.Hash128(bytes).ToString()));
        foreach (Xxh3Width width in Widths())
        {
            Assert.Equal(expected, contents.Select(bytes => Xxh3.Hash128(bytes, width).ToString()));
        }
    }

    [Fact]
    public void The_64_bit_hash_of_every_length_is_what_xxhsum_prints_with_every_width()
    {
        byte[][] contents = [.. Xxh3Inputs.Lengths.Select(length => Xxh3Inputs.Bytes(length, seed: 2))];

        string[] expected = XxhsumOracle.Digests("-H3", contents);

        Assert.Equal(expected, contents.Select(bytes => Text(Xxh3.Hash64(bytes))));
        foreach (Xxh3Width width in Widths())
        {
            Assert.Equal(expected, contents.Select(bytes => Text(Xxh3.Hash64(bytes, width))));
        }
    }

    [Fact]
    public void Bytes_at_any_address_give_the_same_hash()
    {
        byte[] data = Xxh3Inputs.Bytes(5000);
        foreach (int length in new[] { 3, 8, 16, 100, 200, 241, 1024, 1025, 4097 })
        {
            Hash128 expected = Xxh3.Hash128(data.AsSpan(0, length));
            byte[] room = new byte[length + 64];
            for (int offset = 0; offset < 64; offset++)
            {
                data.AsSpan(0, length).CopyTo(room.AsSpan(offset));
                Assert.All(Widths(), width => Assert.Equal(expected, Xxh3.Hash128(room.AsSpan(offset, length), width)));
            }
        }
    }

    [Fact]
    public void A_byte_that_changes_anywhere_changes_the_hash()
    {
        byte[] data = Xxh3Inputs.Bytes(3000);
        var seen = new HashSet<Hash128> { Xxh3.Hash128(data) };
        for (int index = 0; index < data.Length; index++)
        {
            data[index] ^= 1;
            Assert.True(seen.Add(Xxh3.Hash128(data)), $"byte {index}");
            data[index] ^= 1;
        }
    }

    [Fact]
    public void Hashing_allocates_nothing()
    {
        byte[] data = Xxh3Inputs.Bytes(1 << 20);
        Xxh3.Hash128(data);
        Xxh3.Hash64(data);

        Allocation.AssertNoneHere(() =>
        {
            Xxh3.Hash128(data);
            Xxh3.Hash64(data);
        });
    }

    /// <summary>The kernels that this processor runs, plain integers at least.</summary>
    internal static IEnumerable<Xxh3Width> Widths() => Enum.GetValues<Xxh3Width>().Where(Xxh3Accumulation.IsSupported);

    private static string Text(ulong hash) => hash.ToString("x16", CultureInfo.InvariantCulture);
}
