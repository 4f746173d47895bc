using Landspeed.Copying.Journal;
using Landspeed.Quantities;

namespace Landspeed.Tests.Copying.Journal;

public class IntervalSetTests
{
    private const int Length = 64;

    [Fact]
    public void A_set_knows_what_an_array_of_bytes_knows()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var set = new IntervalSet();
            bool[] known = new bool[Length];
            for (int step = 0; step < 12; step++)
            {
                ByteRange added = Range(random);
                set.Add(added);
                Array.Fill(known, true, (int)added.Offset, (int)added.Length);
                ByteRange asked = Range(random);

                Assert.True(known.AsSpan((int)asked.Offset, (int)asked.Length).IndexOf(false) < 0 == set.Contains(asked), $"seed {seed}");
                Assert.Equal(Ranges(known, 0, Length, value: true), set.Ranges);
                Assert.Equal(Ranges(known, (int)asked.Offset, (int)asked.End, value: false), set.Missing(asked));
                long end = asked.Offset;
                while (end < Length && known[end])
                {
                    end++;
                }

                Assert.Equal(end, set.EndFrom(asked.Offset));
            }
        }
    }

    private static ByteRange Range(Random random)
    {
        int offset = random.Next(Length);
        return new ByteRange(offset, random.Next(Math.Min(12, Length - offset)));
    }

    private static List<ByteRange> Ranges(bool[] known, int from, int to, bool value)
    {
        List<ByteRange> found = [];
        for (int start = from; start < to; start++)
        {
            if (known[start] != value)
            {
                continue;
            }

            int end = start;
            while (end < to && known[end] == value)
            {
                end++;
            }

            found.Add(ByteRange.FromBounds(start, end));
            start = end;
        }

        return found;
    }
}
