using System.Text;
using Landspeed.Experiments.Patterns.Styles;

namespace Landspeed.Experiments.Tests.Patterns.Styles;

public sealed class RecordTotalTests
{
    [Fact]
    public void Bytes_at_once_in_pieces_and_one_by_one_give_the_same()
    {
        const int Seed = 5;
        var random = new Random(Seed);
        byte[] bytes = new byte[20_000];
        random.NextBytes(bytes);
        RecordTotal whole = default, single = default, pieces = default;

        whole.Add(bytes);
        Array.ForEach(bytes, value => single.Add(value));
        for (int start = 0, length = 0; start < bytes.Length; start += length)
        {
            length = Math.Min(random.Next(0, 300), bytes.Length - start);
            pieces.Add(bytes.AsSpan(start, length));
        }

        Assert.True(whole.Agrees(single), $"seed {Seed}");
        Assert.True(whole.Agrees(pieces), $"seed {Seed}");
    }

    [Theory]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(32 * 128)]
    [InlineData((32 * 128) + 1)]
    [InlineData(32 * 129)]
    [InlineData(100_000)]
    public void The_largest_bytes_do_not_overflow_the_sum(int count)
    {
        byte[] bytes = new byte[count];
        Array.Fill(bytes, byte.MaxValue);
        Assert.Equal(255L * count, CharacterSum.Of(bytes));
    }

    [Fact]
    public void The_largest_characters_do_not_overflow_the_sum() =>
        Assert.Equal(65_535L * 1001, CharacterSum.Of(new string('\uFFFF', 1001).AsSpan()));

    [Fact]
    public void Lines_are_counted_with_and_without_their_end()
    {
        RecordTotal bytes = default, text = default, lines = default;
        bytes.Add("ab\r\ncd"u8);
        text.Add("ab\r\ncd".AsSpan());
        lines.AddLine("ab".AsSpan());
        lines.AddLine(Encoding.ASCII.GetBytes("cd\r"));

        Assert.Equal((2L, 'a' + 'b' + 'c' + 'd'), (bytes.Records, bytes.Sum));
        Assert.True(bytes.Agrees(text));
        Assert.True(bytes.Agrees(lines));
    }
}
