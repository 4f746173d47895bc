using System.Runtime.InteropServices;
using System.Text;
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
