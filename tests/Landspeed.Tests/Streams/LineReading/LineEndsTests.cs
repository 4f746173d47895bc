using Landspeed.Streams.LineReading;

namespace Landspeed.Tests.Streams.LineReading;

public sealed unsafe class LineEndsTests
{
    [Fact]
    public void A_mask_has_a_bit_for_each_line_end_and_no_other()
    {
        for (int seed = 1; seed <= 1000; seed++)
        {
            var random = new Random(seed);
            byte[] bytes = new byte[LineEnds.WindowLength];
            ulong expected = 0;
            for (int index = 0; index < bytes.Length; index++)
            {
                bytes[index] = random.Next(3) == 0 ? (byte)'\n' : (byte)random.Next(256);
                expected |= bytes[index] == '\n' ? 1UL << index : 0;
            }

            int length = random.Next(LineEnds.WindowLength);
            fixed (byte* start = bytes)
            {
                Assert.True(expected == LineEnds.In(start), $"seed {seed}");
                Assert.True((expected & ((1UL << length) - 1)) == LineEnds.In(start, length), $"seed {seed}");
            }
        }
    }

    [Fact]
    public void As_many_line_ends_are_counted_as_there_are_and_none_beyond_the_bytes()
    {
        for (int length = 0; length <= 1000; length++)
        {
            byte[] bytes = new Random(length).GetItems("\n\ra"u8.ToArray(), length + 100);

            Assert.Equal(bytes.Take(length).Count(one => one == '\n'), LineEnds.Count(bytes.AsSpan(0, length)));
        }
    }

    [Theory]
    [InlineData(254)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(1000)]
    public void Line_ends_are_counted_however_many_follow_each_other(int windows)
    {
        byte[] bytes = new byte[(windows * LineEnds.WindowLength) + 7];
        bytes.AsSpan().Fill((byte)'\n');

        Assert.Equal(bytes.Length, LineEnds.Count(bytes));
    }

    [Fact]
    public void Tallies_of_parts_make_the_tally_of_the_file()
    {
        for (int seed = 1; seed <= 1000; seed++)
        {
            var random = new Random(seed);
            byte[] file = random.GetItems("\n\ra"u8.ToArray(), random.Next(30));
            file = random.Next(2) == 0 ? [0xEF, 0xBB, 0xBF, .. file] : file;
            var tally = default(LineTally);
            for (int done = 0; done < file.Length;)
            {
                // A part is never shorter than a byte order mark, but for the last one.
                int length = Math.Min(random.Next(4, 12), file.Length - done);
                var part = default(LineTally);
                part.Add(file.AsSpan(done, length));
                tally.Add(part);
                tally.Add(default(LineTally));
                done += length;
            }

            Assert.Equal(file.Length, tally.Length);
            Assert.True(NaiveLines.Of(file).Count == tally.Lines(keepsMark: false), $"seed {seed}");
            Assert.True(NaiveLines.Of(file, keepsMark: true).Count == tally.Lines(keepsMark: true), $"seed {seed}");
        }
    }

    [Fact]
    public void A_tally_is_right_however_the_file_is_cut()
    {
        byte[] alphabet = "\n\ra"u8.ToArray();
        for (int seed = 1; seed <= 1000; seed++)
        {
            var random = new Random(seed);
            byte[] file = random.GetItems(alphabet, random.Next(8));
            file = random.Next(2) == 0 ? [0xEF, 0xBB, 0xBF, .. file] : file;
            var tally = default(LineTally);
            for (int done = 0; done < file.Length;)
            {
                int part = random.Next(0, file.Length - done + 1);
                tally.Add(file.AsSpan(done, part));
                done += part;
            }

            Assert.True(NaiveLines.Of(file).Count == tally.Lines(keepsMark: false), $"seed {seed}");
            Assert.True(NaiveLines.Of(file, keepsMark: true).Count == tally.Lines(keepsMark: true), $"seed {seed}");
        }
    }
}
