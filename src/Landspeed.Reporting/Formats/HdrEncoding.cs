using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;
using Landspeed.Results;

namespace Landspeed.Reporting.Formats;

/// <summary>A distribution in the compressed encoding V2 of HdrHistogram.</summary>
internal static class HdrEncoding
{
    private const int Cookie = 0x1c849313;
    private const int CompressedCookie = 0x1c849314;
    private const int Digits = 3;

    // With three digits: 2,048 counts for the values below 2,048, then 1,024 for each power of two.
    private const int SubBucketBits = 11;
    private const int SubBucketsPerPower = 1 << (SubBucketBits - 1);

    // Latencies above an hour count as one.
    private const long HighestNs = 3_600_000_000_000;

    /// <summary>Encodes it.</summary>
    /// <param name="times">With its bins, in ascending order.</param>
    public static byte[] Compressed(LatencyRecord times)
    {
        byte[] counts = Counts(times);
        byte[] head = new byte[40];
        BinaryPrimitives.WriteInt32BigEndian(head, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(4), counts.Length);
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(8), 0); // offset of normalised indexes
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(12), Digits);
        BinaryPrimitives.WriteInt64BigEndian(head.AsSpan(16), 1); // lowest value distinguished from 0
        BinaryPrimitives.WriteInt64BigEndian(head.AsSpan(24), HighestNs);
        BinaryPrimitives.WriteDoubleBigEndian(head.AsSpan(32), 1); // factor of values that are no integers
        using var whole = new MemoryStream();
        whole.Write(new byte[8]);
        using (var deflated = new ZLibStream(whole, CompressionLevel.Optimal, leaveOpen: true))
        {
            deflated.Write(head);
            deflated.Write(counts);
        }

        byte[] encoded = whole.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(encoded, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(encoded.AsSpan(4), encoded.Length - 8);
        return encoded;
    }

    // Up to the last count that is not 0; as many zeros as follow each other are one negative number.
    private static byte[] Counts(LatencyRecord times)
    {
        using var target = new MemoryStream();
        int next = 0;
        foreach ((int index, long count) in ByIndex(times))
        {
            if (index - next == 1)
            {
                Write(target, 0);
            }
            else if (index > next)
            {
                Write(target, next - index);
            }

            Write(target, count);
            next = index + 1;
        }

        return target.ToArray();
    }

    // Several of our bins may be one of HdrHistogram's, where ours are narrower.
    private static IEnumerable<(int Index, long Count)> ByIndex(LatencyRecord times) => times.Bins
        .GroupBy(bin => IndexOf(Math.Min(Math.Min(bin.UpToNs, times.MaxNs), HighestNs)), bin => bin.Count)
        .OrderBy(same => same.Key)
        .Select(same => (same.Key, same.Sum()));

    private static int IndexOf(long value)
    {
        int bucket = 64 - SubBucketBits - BitOperations.LeadingZeroCount((ulong)value | ((1UL << SubBucketBits) - 1));
        int place = (int)(value >> bucket);
        return ((bucket + 1) * SubBucketsPerPower) + (place - SubBucketsPerPower);
    }

    // ZigZag, then seven bits to a byte from the lowest; a ninth byte has eight.
    private static void Write(MemoryStream target, long value)
    {
        ulong rest = unchecked((ulong)((value << 1) ^ (value >> 63)));
        for (int bytes = 1; bytes < 9 && rest >= 0x80; bytes++)
        {
            target.WriteByte((byte)((rest & 0x7F) | 0x80));
            rest >>= 7;
        }

        target.WriteByte((byte)rest);
    }
}
