using Landspeed.Experiments.Processing;

namespace Landspeed.Experiments.Tests.Processing;

public class LineCipherTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(15)]
    [InlineData(16)]
    [InlineData(17)]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(1000)]
    public void Every_byte_is_combined_with_the_number_of_each_pass(int length)
    {
        var random = new Random(length + 1);
        foreach (int passes in new[] { 0, 1, 2, 99, 100, 255, 256, 257, 1000 })
        {
            byte[] whole = new byte[length + 2];
            random.NextBytes(whole);
            byte[] expected = [.. whole];
            for (int pass = 1; pass <= passes; pass++)
            {
                for (int index = 1; index <= length; index++)
                {
                    expected[index] ^= (byte)(pass & 0xFF);
                }
            }

            LineCipher.Encrypt(whole.AsSpan(1, length), passes, CancellationToken.None);

            Assert.Equal(expected, whole); // the bytes on both sides too
        }
    }

    [Theory]
    [InlineData(100, 0)]
    [InlineData(200, 0)]
    [InlineData(1000, 0)]
    [InlineData(1, 0)]
    [InlineData(101, 100)]
    [InlineData(258, 1)] // 0 to 257
    public void From_zero_the_authors_own_levels_of_work_cancel_out(int passes, int key)
    {
        byte[] line = [.. "any line"u8];

        LineCipher.Encrypt(line, new LinePasses(passes, First: 0), CancellationToken.None);

        Assert.Equal([.. "any line"u8.ToArray().Select(value => (byte)(value ^ key))], line);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(200)]
    [InlineData(1000)]
    public void The_authors_levels_of_work_change_what_they_work_on(int passes)
    {
        byte[] line = [.. "any line"u8];

        LineCipher.Encrypt(line, passes, CancellationToken.None);

        Assert.NotEqual("any line"u8.ToArray(), line);
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("\n", 1)]
    [InlineData("a", 0)]
    [InlineData("a\n", 1)]
    [InlineData("a\r\nb\rc\n\nd", 3)]
    public void Lines_end_at_line_feeds_only_which_stay(string text, int ends)
    {
        byte[] bytes = System.Text.Encoding.Latin1.GetBytes(text);
        byte[] expected = [.. bytes.Select(value => value == '\n' ? value : (byte)(value ^ 1 ^ 2))];

        Assert.Equal(ends, LineWork.Encrypt([.. bytes], 0, CancellationToken.None));
        Assert.Equal(ends, LineWork.Encrypt(bytes, 2, CancellationToken.None));
        Assert.Equal(expected, bytes);
    }
}
