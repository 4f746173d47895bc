using System.Buffers.Binary;
using Landspeed;

namespace StreamSamples;

/// <summary>Records of a fixed size, read and changed in place: what a database does with its pages.</summary>
internal static class RecordStore
{
    private const int RecordLength = 100;
    private const int Records = 10_000;

    public static async Task<string> RunAsync(string path)
    {
        using var memory = new AlignedBufferPool(100, RecordLength); // disposed after the file that uses it
        using DirectFile file = DirectFile.Create(path);
        file.Write(new byte[RecordLength * Records], 0);

        // Any offset and length will do; whole sectors of aligned memory are the fastest.
        byte[] record = new byte[RecordLength];
        for (int index = 0; index < Records; index += 100)
        {
            BinaryPrimitives.WriteInt32LittleEndian(record, index);
            await file.WriteAsync(record, index * RecordLength);
        }

        await file.FlushToDiskAsync();

        // All at once: the device sees 100 requests, not one after the other.
        DirectRead[] reads =
        [
            .. Enumerable.Range(0, memory.BufferCount)
                .Select(index => new DirectRead(memory.MemoryOf(index), index * 100 * RecordLength)),
        ];
        var results = new DirectResult[reads.Length];
        await file.ReadBatchAsync(reads, results);
        bool asWritten = results.All(result => result.Count == RecordLength)
            && reads.Select((read, index) => BinaryPrimitives.ReadInt32LittleEndian(read.Buffer.Span) == index * 100).All(right => right);
        return $"changed 100 of {Records} records in place, {file.Length} bytes; read back as written: {asWritten}";
    }
}
