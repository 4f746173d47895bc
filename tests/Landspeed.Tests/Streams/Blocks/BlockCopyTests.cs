using Landspeed.Streams.Blocks;

namespace Landspeed.Tests.Streams.Blocks;

public class BlockCopyTests
{
    [Fact]
    public void Every_length_at_every_place_is_copied_and_nothing_else_changes()
    {
        byte[] source = new byte[1 << 14];
        new Random(1).NextBytes(source);
        byte[] target = new byte[source.Length + 256];
        int[] lengths = [0, 1, 63, 64, 65, 1023, 1024, 1025, 1087, 1088, 1089, 4095, 4096, 4097, 16_000];
        foreach (int length in lengths)
        {
            for (int offset = 0; offset <= 65; offset++)
            {
                target.AsSpan().Fill(0xAA);

                BlockCopy.Copy(source.AsSpan(offset, length), target.AsSpan(offset + 64));

                string where = FormattableString.Invariant($"length {length} at {offset}");
                Assert.True(source.AsSpan(offset, length).SequenceEqual(target.AsSpan(offset + 64, length)), where);
                Assert.True(target.AsSpan(0, offset + 64).IndexOfAnyExcept((byte)0xAA) < 0, where);
                Assert.True(target.AsSpan(offset + 64 + length).IndexOfAnyExcept((byte)0xAA) < 0, where);
            }
        }
    }
}
