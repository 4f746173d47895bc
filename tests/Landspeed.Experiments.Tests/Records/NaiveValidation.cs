namespace Landspeed.Experiments.Tests.Records;

/// <summary>What a validator finds that looks at one record after the other, byte by byte.</summary>
internal sealed record NaiveValidation(long Count, long Unordered, long? FirstUnordered, long Duplicates, UInt128 Checksum)
{
    internal static NaiveValidation Of(byte[] bytes, bool ignoresCase)
    {
        (long unordered, long? first, long duplicates, UInt128 sum) = (0, null, 0, 0);
        byte[][] records = [.. bytes.Chunk(100)];
        for (int index = 0; index < records.Length; index++)
        {
            sum += Crc(records[index]);
            int order = index == 0 ? -1 : Compare(records[index - 1], records[index], ignoresCase);
            unordered += order > 0 ? 1 : 0;
            first ??= order > 0 ? index : null;
            duplicates += order == 0 ? 1 : 0;
        }

        return new NaiveValidation(records.Length, unordered, first, duplicates, sum);
    }

    internal static byte Small(byte value) => value is >= (byte)'A' and <= (byte)'Z' ? (byte)(value + 32) : value;

    private static int Compare(byte[] left, byte[] right, bool ignoresCase)
    {
        for (int place = 0; place < 10; place++)
        {
            int order = ignoresCase ? Small(left[place]) - Small(right[place]) : left[place] - right[place];
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }

    // Bit by bit.
    private static uint Crc(byte[] record)
    {
        uint crc = uint.MaxValue;
        foreach (byte one in record)
        {
            crc ^= one;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xEDB88320 : crc >> 1;
            }
        }

        return ~crc;
    }
}
